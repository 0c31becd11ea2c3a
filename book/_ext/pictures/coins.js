// Coin betting: drag the coins.
"use strict";

dragging.add("coins", ({ two, about, line, disc, box, text, bar, rounds }) => {
  // Coin betting: the share of the wealth that is bet in each round, the wealth, and what is promised of it.
  function bet(coins) {
    const shares = [], wealth = [1], promised = [1];
    let sum = 0;
    coins.forEach((coin, i) => {
      shares.push(Math.tanh(sum / (i + 2)));
      wealth.push(wealth[i] * (1 + shares[i] * coin));
      sum += coin;
      promised.push(Math.exp(sum ** 2 / (2 * (i + 2))) / Math.sqrt(i + 2));
    });
    return { shares, wealth, promised, sum, next: Math.tanh(sum / (coins.length + 2)) };
  }

  const COINS = [1, 1, -1, 1, 1, 0.4, -1, 1, 1, 1, -0.5, 1];
  const height = (wealth) => 118 - 40 * Math.log10(wealth); // on a logarithmic scale
  const coins = {
    ...rounds,
    arithmetic: { bet },
    start: () => ({ values: [...COINS], shown: null }),
    presets: {
      "All heads": (state) => { state.values.fill(1); },
      "In turn": (state) => { state.values = state.values.map((_, i) => (i % 2 ? -1 : 1)); },
    },
    draw(state) {
      const { shares, wealth, promised } = bet(this.played(state));
      const over = (values) => values.map((value, i) => [this.column(i) - 12.5, height(value)]);
      let out = [1, 10, 100].map((x) => line([[47, height(x)], [356, height(x)]], "axis") +
        text([42, height(x) + 5], x, "scale", "end")).join("");
      out += text([47, 14], "wealth", "title") + line(over(promised), "promise") + line(over(wealth), "wealth");
      out += disc(over(wealth).at(-1), 4, "purse");
      out += text([42, 171], "heads", "scale", "end") + text([42, 287], "tails", "scale", "end");
      shares.forEach((share, i) => {
        out += box(this.column(i) - 8, 224 - 58 * Math.max(share, 0), 16, 58 * Math.abs(share), "share");
      });
      return out + this.stems(state, "outcome");
    },
    bars(state) {
      const { wealth, promised } = bet(this.played(state)), [has, least] = [wealth.at(-1), promised.at(-1)];
      const most = Math.max(has, 1.5);
      return bar("wealth, from 1", has, most, "made", about(has)) +
        bar("promised: at least", least, most, "promised", about(least));
    },
    says(state) {
      const { wealth, promised, sum, next } = bet(this.played(state)), gone = wealth.length - 1;
      const on = Math.abs(next) < 0.005 ? "nothing" : `${Math.round(100 * Math.abs(next))} % on ${next > 0 ? "heads" : "tails"}`;
      return `After ${gone} ${gone === 1 ? "round" : "rounds"} the outcomes sum to ${two(sum)}. The wealth is ` +
        `${about(wealth.at(-1))}, at least ${about(promised.at(-1))} was promised. Bet next: ${on}.`;
    },
  };
  return coins;
});
