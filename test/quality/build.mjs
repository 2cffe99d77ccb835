// Tests that run the command run what the sources say now: a build that is older than they are is made anew.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const sources = ["src", "grammar", "targets"];
const settings = ["package.json", "test/quality/tsconfig.build.json", "test/quality/rolldown.config.mjs"];
const built = "dist/cli/main.js";

function newestSource() {
  const inside = sources.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => join(folder, name)),
  );
  return Math.max(...[...inside, ...settings].map((path) => statSync(path).mtimeMs));
}

export function setup() {
  if (existsSync(built) && statSync(built).mtimeMs >= newestSource()) return;
  const { status, stdout, stderr } = spawnSync("npm run build", { shell: true, encoding: "utf8" });
  if (status !== 0) throw new Error(`the build failed:\n${stdout}${stderr}`);
}
