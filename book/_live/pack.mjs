// Byte-compiles modules with Pyodide's own Python, so that a reader's browser need not.
// node pack.mjs '[["in.zip", "out.zip"], ...]': each .py becomes a .pyc, without what only tracebacks need.
import fs from "node:fs";
import { loadPyodide } from "pyodide";

const python = await loadPyodide();
python.runPython(`
import importlib.util, marshal, types, zipfile

def bare(code):
    """The same code without the tables that say which instruction came from which line."""
    inside = tuple(bare(c) if isinstance(c, types.CodeType) else c for c in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=inside)

def pack(taken, made):
    header = importlib.util.MAGIC_NUMBER + bytes(12)
    with zipfile.ZipFile(taken) as source, \\
            zipfile.ZipFile(made, "w") as target:
        for name in sorted(source.namelist()):
            content = source.read(name)
            if name.endswith(".py"):
                level = 0 if name.startswith("olbook/") else 2  # 2: without docstrings
                code = compile(content, name, "exec", dont_inherit=True, optimize=level)
                name, content = name + "c", header + marshal.dumps(bare(code))
            target.writestr(zipfile.ZipInfo(name), content)
`);
for (const [taken, made] of JSON.parse(process.argv[2])) {
  python.FS.writeFile("/in.zip", fs.readFileSync(taken));
  python.runPython('pack("/in.zip", "/out.zip")');
  fs.writeFileSync(made, python.FS.readFile("/out.zip"));
}
