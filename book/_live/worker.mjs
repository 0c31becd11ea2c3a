// The book's checker, in a thread of its own: Pyodide, SymPy and the modules that prove the theorems.
import { loadPyodide } from "./pyodide/pyodide.mjs";

// Count what arrives, for the bar that a reader sees. The sizes are added up when the site is built.
const total = Number(new URL(import.meta.url).searchParams.get("bytes"));
const plainFetch = self.fetch;
let arrived = 0;
self.fetch = async (address, options) => {
  const answer = await plainFetch(address, options);
  if (!answer.ok) throw new Error(`${answer.status} for ${answer.url}`);
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
  const bytes = async (name) => new Uint8Array(await (await fetch(here(name))).arrayBuffer());
  const archives = ["checker.zip", "algebra.zip"].map((name) => [name, bytes(name)]);
  const python = await loadPyodide({
    indexURL: here("pyodide/"),
    stdLibURL: here("library.zip"),
  });
  for (const [name, content] of archives) python.FS.writeFile(`/${name}`, await content);
  postMessage({ progress: 1 });
  return python.runPython(`
import json, sys
sys.path += ["/checker.zip", "/algebra.zip"]

def answer(question, *texts):
    """In JSON. The modules have no tables of lines, so an exception is told in one line."""
    from olbook.proofs import live
    try:
        return json.dumps(getattr(live, question)(*texts))
    except Exception as error:
        said = f"this is beyond the checker ({type(error).__name__}: {error})"
        unknown = {"kind": "unread", "proved": False, "said": said, "parts": [(said, [])], "line": 1}
        return json.dumps(unknown)

answer
`);
}

const ready = start();

// What becomes of the claim is told at once, and then what the checker says of the proof.
onmessage = async ({ data: { number, text, original, worlds, needless, solution } }) => {
  try {
    const answerTo = await ready;
    const began = performance.now();
    const about = text === original ? { kind: "unread" } : JSON.parse(answerTo("about", text, original, worlds, needless));
    postMessage({ number, about });
    const answer = JSON.parse(answerTo("check", text, solution ?? ""));
    postMessage({ number, answer, seconds: (performance.now() - began) / 1000 });
  } catch (error) {
    postMessage({ number, failed: String(error) });
  }
};
