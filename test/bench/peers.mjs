// The fastest linters of skills that npm has, in the versions that were compared.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "./skills.mjs";

const packages = ["agentlinter@0.3.3", "skill-check@1.2.0", "claude-code-lint@0.5.0", "skill-tools@0.2.2"];

/** The folder with the linters. */
export function installPeers() {
  return installPackages("BENCH_PEERS", packages);
}

/** Installs packages into a scratch folder, or takes the folder that a variable names. Throws where npm cannot reach its registry. */
export function installPackages(variable, list) {
  const folder = process.env[variable] ?? scratch("peers");
  if (existsSync(join(folder, "node_modules"))) return folder;
  const flags = ["--no-audit", "--no-fund", "--no-save", "--prefix", folder];
  const { status, stderr } = spawnSync("npm", ["install", ...flags, ...list], {
    encoding: "utf8",
    timeout: 300_000,
  });
  if (status !== 0) throw new Error(`npm could not install the peers: ${stderr.trim().split("\n").at(-1)}`);
  return folder;
}

/** Each peer's check of the skills of a project, as it is run there; `warm` keeps a cache between runs. */
export function peerCommands(folder) {
  const bin = (name) => join(folder, "node_modules", ".bin", name);
  return {
    "agentlinter 0.3.3": { command: [bin("agentlinter"), ".", "--local", "--json"] },
    "skill-check 1.2.0": {
      command: [bin("skill-check"), "check", "skills", "--no-security-scan", "--format", "json"],
    },
    "claude-code-lint 0.5.0": {
      command: [bin("claudelint"), "check-all", "--no-cache", "--format", "json"],
      warm: [bin("claudelint"), "check-all", "--cache", "--format", "json"],
    },
    "skill-tools 0.2.2": { command: [bin("skill-tools"), "check", "skills", "--format", "json"] },
  };
}
