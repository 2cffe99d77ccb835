import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const guide = readFileSync(new URL("../../grammar/guard.md", import.meta.url), "utf8");

/** Every assigned code point but ideographs, syllables and private use, alone and beside a final sigma. */
const script = `
import json, unicodedata
rows = []
for code in range(0x20000):
    char = chr(code)
    if 0x3400 <= code < 0xa000 or 0xac00 <= code < 0xf900 or unicodedata.category(char) == "Cn":
        continue
    texts = [char, char + "\\u03a3", "a" + char + "\\u03a3", "a\\u03a3" + char + "b"]
    rows.append([code, char.upper(), *[text.lower() for text in texts]])
print(json.dumps(rows))
`;

test(
  "lower and upper are Python's, but for the code points that grammar/guard.md lists",
  { timeout: 60_000 },
  () => {
    const run = spawnSync("python3", ["-I", "-c", script], { encoding: "utf8", maxBuffer: 1 << 28 });
    const rows = JSON.parse(run.stdout) as readonly (readonly [number, ...string[]])[];
    const listed = new Set(
      [...guide.matchAll(/U\+([0-9A-F]{4,})/g)].map(([, hex = ""]) => Number.parseInt(hex, 16)),
    );
    const wrong = rows.flatMap(([code, ...expected]) => {
      const char = String.fromCodePoint(code);
      const found = [
        char.toUpperCase(),
        ...[char, `${char}Σ`, `a${char}Σ`, `aΣ${char}b`].map((text) => text.toLowerCase()),
      ];
      return listed.has(code) || found.join() === expected.join() ? [] : [code.toString(16)];
    });
    expect(wrong).toEqual([]);
    expect(rows.length).toBeGreaterThan(30_000);
  },
);
