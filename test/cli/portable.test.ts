import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { skillc, withFolder } from "../helpers/command.ts";

const skill = `name: s
description: Does s. Use for s.
prompt: Do it.
requires:
  tools: [ReadFile]
interface:
  guard: {predicate: x, retry: 2}
`;
const device = `name: small
effect: {io: [fs.read, net]}
tools: {}
models: [{name: m, max_tokens: 100, latency: 2, price_per_1k: 0}]
budget: {latency: 7}
`;

function ask(...args: readonly string[]): ReturnType<typeof skillc> {
  return withFolder((folder) => {
    mkdirSync(join(folder, "s"));
    writeFileSync(join(folder, "s/skill.yml"), skill);
    writeFileSync(join(folder, "small.yml"), device);
    return skillc(["portable", "s", "--device", "small.yml", ...args], { cwd: folder });
  });
}

// 3 attempts of 2 s are 6 s; with a tool in the cloud each is 3 s, so that two attempts are all that 7 s allow.
test("a skill that does not run is shown with its smallest repair", () => {
  const { status, stdout } = ask();
  expect(status).toBe(1);
  expect(stdout).toContain(
    [
      "  repair 1:",
      "    retry: retry: 2 becomes retry: 1",
      "      loses: an output that fails the guard is tried again once instead of 2 times",
      "    cloud-tool: ReadFile becomes ReadFile in the cloud",
      "      loses: each call of `ReadFile` uses `net` and is counted with 1 s and 0.001 USD",
    ].join("\n"),
  );
  expect(stdout).not.toContain("repair 2");
});

test("as JSON, each move has its place", () => {
  const { stdout } = ask("--format", "json");
  const { results } = JSON.parse(stdout) as { results: { portable: boolean; repairs: unknown }[] };
  expect(results.map(({ portable, repairs }) => [portable, repairs])).toEqual([
    [
      false,
      [
        {
          moves: [
            expect.objectContaining({
              kind: "retry",
              from: "retry: 2",
              to: "retry: 1",
              file: "s/skill.yml",
              line: 7,
            }),
            expect.objectContaining({ kind: "cloud-tool", from: "ReadFile", file: "s/skill.yml", line: 5 }),
          ],
        },
      ],
    ],
  ]);
});
