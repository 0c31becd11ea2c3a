// A picture moves: its sliders are there at once, what draws it (Vega) is loaded when one is first used.
"use strict";

const moving = {}; // filled by the scripts of the pictures, see moving.py

(() => {
  const home = document.documentElement.dataset.content_root;
  const scripts = new Map();

  function load(name) {
    if (!scripts.has(name))
      scripts.set(name, new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = `${home}_static/moving/${name}.js`;
        script.onload = resolve;
        script.onerror = () => {
          scripts.delete(name); // so that the next use tries again
          reject(new Error(`${script.src} cannot be loaded`));
        };
        document.head.append(script);
      }));
    return scripts.get(name);
  }

  // A picture as Vega draws it, in the place of the still one.
  async function start(name, still) {
    await Promise.all([load("vega"), load(name)]);
    const stage = document.createElement("div");
    stage.className = "stage";
    const view = new vega.View(vega.parse(moving[name]), { renderer: "svg", container: stage });
    await view.runAsync();
    stage.setAttribute("role", "img"); // one picture with one text, not each of its marks
    stage.setAttribute("aria-label", still.alt);
    still.after(stage);
    return view;
  }

  for (const controls of document.querySelectorAll(".moving")) {
    const name = controls.dataset.picture;
    const still = controls.closest("figure").querySelector("img");
    const sliders = [...controls.querySelectorAll("input")];
    let view = null;

    async function move() {
      view ??= await start(name, still);
      for (const slider of sliders) view.signal(slider.name, slider.valueAsNumber);
      await view.runAsync();
      const says = [view.signal("says")].flat().join("; ");
      for (const slider of sliders) slider.setAttribute("aria-valuetext", says);
    }

    let last = Promise.resolve(); // one after the other: the first one loads
    for (const slider of sliders) {
      slider.addEventListener("focus", () => load("vega").catch(() => {}), { once: true });
      slider.addEventListener("input", () => { last = last.then(move, move); });
    }
    controls.hidden = false;
  }
})();
