import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A module that defines `guard`, and the outputs to ask it about. */
export interface GuardCase {
  readonly module: string;
  readonly outputs: readonly string[];
}

const pythonDriver = `
import json, sys
with open(sys.argv[1], encoding="ascii") as file:
    cases = json.load(file)
answers = []
for case in cases:
    scope = {}
    exec(compile(case["module"], "guard", "exec"), scope)
    answers.append([scope["guard"](output) for output in case["outputs"]])
print(json.dumps(answers))
`;

/** The answers of emitted Python guards, from one process. */
export function runPython(cases: readonly GuardCase[]): readonly (readonly boolean[])[] {
  return run("python3", ["-I", "-c", pythonDriver], cases);
}

const nodeDriver = `
const cases = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
const answers = cases.map(({ module, outputs }) => {
  const guard = require("node:vm").runInNewContext(module + ";guard");
  return outputs.map((output) => guard(output));
});
console.log(JSON.stringify(answers));
`;

/** The answers of emitted JavaScript guards, from one process. */
export function runNode(cases: readonly GuardCase[]): readonly (readonly boolean[])[] {
  return run(process.execPath, ["-e", nodeDriver], cases);
}

function run(
  command: string,
  args: readonly string[],
  cases: readonly GuardCase[],
): readonly (readonly boolean[])[] {
  const folder = mkdtempSync(join(tmpdir(), "skillc-guards-"));
  try {
    const file = join(folder, "cases.json");
    // ASCII, so that halves of surrogate pairs survive.
    const ascii = JSON.stringify(cases).replaceAll(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    writeFileSync(file, ascii);
    const result = spawnSync(command, [...args, file], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
      timeout: 120_000,
    });
    if (result.status !== 0) throw new Error(`${command}: ${result.stderr}`);
    return JSON.parse(result.stdout) as boolean[][];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
