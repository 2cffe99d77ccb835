import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifyFiles, writeFiles } from "../../src/cli/write.ts";
import type { EmittedFile } from "../../src/compile.ts";
import { withFolder } from "../helpers/command.ts";

test("a copied file has the bytes and the mode of its source, and is compared with it", () => {
  withFolder((folder) => {
    const source = join(folder, "run.sh");
    const bytes = Buffer.from([0x23, 0x21, 0x00, 0xff, 0xfe, 0x0d, 0x0a]);
    writeFileSync(source, bytes);
    chmodSync(source, 0o755);
    const copy: EmittedFile = {
      target: "agent-skills",
      skill: "a",
      path: "a/scripts/run.sh",
      text: "",
      layout: "verbatim",
      copyOf: source,
    };
    const out = join(folder, "out");
    const path = join(out, "agent-skills/a/scripts/run.sh");
    expect(verifyFiles([copy], out)).toEqual([path]);
    writeFiles([copy], out);
    expect(readFileSync(path)).toEqual(bytes);
    expect(statSync(path).mode & 0o777).toBe(0o755);
    expect(verifyFiles([copy], out)).toEqual([]);
    const { mtimeMs } = statSync(path);
    writeFiles([copy], out);
    expect(statSync(path).mtimeMs).toBe(mtimeMs);
    writeFileSync(source, "other");
    expect(verifyFiles([copy], out)).toEqual([path]);
  });
});
