import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const standin = fileURLToPath(new URL("lambdagent_standin/", import.meta.url));

/**
 * Runs a Python script beside the given files, with lambdagent importable, by default its stand-in. The script reads
 * `data` (JSON) and prints one JSON value. Lone surrogates pass both ways as escapes.
 */
export function runPython(
  script: string,
  files: Readonly<Record<string, string>>,
  data: unknown,
  lambdagent = standin,
): unknown {
  const folder = mkdtempSync(join(tmpdir(), "skillc-python-"));
  try {
    for (const [path, text] of Object.entries({ ...files, "main.py": preamble + script })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const run = spawnSync("python3", ["-B", join(folder, "main.py")], {
      input: JSON.stringify(data),
      encoding: "utf8",
      maxBuffer: 256 * 1024 * 1024,
      env: { ...process.env, PYTHONPATH: `${lambdagent}:${folder}`, PYTHONIOENCODING: "utf-8" },
    });
    if (run.status !== 0)
      throw new Error(`python3 ended with ${String(run.status)}: ${run.stderr.slice(-4000)}`);
    return JSON.parse(run.stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const preamble = `import importlib.util, json, pathlib, py_compile, sys
here = pathlib.Path(__file__).parent
data = json.load(sys.stdin)

def load(path):
    py_compile.compile(str(here / path), doraise=True, cfile=str(here / "compiled.pyc"))
    spec = importlib.util.spec_from_file_location("generated", here / path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

def done(value):
    print(json.dumps(value))

`;
