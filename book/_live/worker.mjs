// The book's checker, in a thread of its own: Pyodide, SymPy and the modules that prove the theorems.
import { loadPyodide } from "./pyodide/pyodide.mjs";

// Count what arrives, for the bar that a reader sees. The sizes are added up when the site is built.
const total = Number(new URL(import.meta.url).searchParams.get("bytes"));
const plainFetch = self.fetch;
let arrived = 0;
self.fetch = async (address, options) => {
  const answer = await plainFetch(address, options);
  if (!answer.ok || !answer.body) return answer;
  const counter = new TransformStream({
    transform(part, out) {
      arrived += part.byteLength;
      postMessage({ progress: Math.min(1, arrived / total) });
      out.enqueue(part);
    },
  });
  return new Response(answer.body.pipeThrough(counter), answer);
};

async function start() {
  const here = (name) => new URL(name, import.meta.url).href;
  const archive = fetch(here("checker.zip")).then((answer) => answer.arrayBuffer());
  const python = await loadPyodide({
    indexURL: here("pyodide/"),
    stdLibURL: here("stdlib.zip"),
  });
  python.FS.writeFile("/checker.zip", new Uint8Array(await archive));
  postMessage({ progress: 1 });
  return python.runPython(`
import sys
sys.path.insert(0, "/checker.zip")
import json
from olbook.proofs.live import check
lambda text: json.dumps(check(text))
`);
}

const ready = start();

onmessage = async ({ data: { number, text } }) => {
  try {
    const check = await ready;
    const began = performance.now();
    const answer = JSON.parse(check(text));
    postMessage({ number, answer, seconds: (performance.now() - began) / 1000 });
  } catch (error) {
    postMessage({ number, failed: String(error) });
  }
};
