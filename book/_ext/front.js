// The game that cannot be won: the opponent asks about the middle of what is left, and contradicts.
"use strict";

for (const box of document.querySelectorAll(".game")) {
  const find = (name) => box.querySelector(name);
  const ROWS = 5, MOST = 40; // bars that are shown; rounds in which the middle is still an exact number
  let answers; // what was said in each round, 1 for plus and -1 for minus

  // Each bar is the half that the one above it has left, drawn as wide as the first.
  function bars() {
    const first = Math.max(0, answers.length - ROWS + 1);
    const shown = answers.slice(first).map((said, row) => {
      const y = 2 + 16 * row, from = said > 0 ? 161 : 1;
      return `<rect class="gone" x="1" y="${y}" width="318" height="12"/>` +
        `<rect class="left" x="${from}" y="${y}" width="158" height="12"/>`;
    });
    if (answers.length < MOST)
      shown.push(`<rect class="left" x="1" y="${2 + 16 * shown.length}" width="318" height="12"/>`);
    return shown.join("");
  }

  function show() {
    let low = 0, high = 1, before = "";
    for (const said of answers) {
      const middle = (low + high) / 2;
      before = `Wrong: ${middle} is ${said > 0 ? "minus" : "plus"}. `;
      if (said > 0) low = middle; else high = middle; // the truth is the contrary
    }
    const rounds = answers.length;
    const next = rounds < MOST ? `Is ${(low + high) / 2} plus or minus?` : "It could go on for ever.";
    find("svg").innerHTML = bars();
    find(".game-says").textContent = before + next;
    find(".game-score").textContent = rounds ? `${rounds} of ${rounds} wrong` : "";
    find(".game-after").hidden = rounds < 3;
  }

  const start = () => { answers = []; show(); };
  for (const button of box.querySelectorAll("[data-say]"))
    button.addEventListener("click", () => {
      if (answers.length < MOST) answers.push(+button.dataset.say);
      show();
    });
  find(".again").addEventListener("click", start);
  find(".game-buttons").hidden = false;
  start();
}
