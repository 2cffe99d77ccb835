import type { Diagnostic, Fix } from "../report/diagnostic.ts";
import { defineDiagnostics } from "../report/diagnostic.ts";
import { foreignEncoding } from "../report/encoding.ts";
import type { SourceFile } from "../report/source.ts";
import { firstLine, span } from "../report/source.ts";

export const fileDiagnostics = defineDiagnostics({
  "manifest/not-a-file": {
    severity: "error",
    message: (p: { path: string; what: string }) =>
      `\`${p.path}\` is ${p.what}, so the skill cannot be read.`,
    help: (p: { help: string }) => p.help,
    docs: `
A skill is a folder with a *file* SKILL.md (Agent Skills specification, rule S1). Loaders that only ask whether the name exists crash on a folder of that name,
or on a link that leads nowhere; the others leave the skill out. Put a regular file there.
`,
  },
  "manifest/file-name": {
    severity: "warning",
    message: (p: { name: string }) =>
      `The file is called \`${p.name}\`, and most clients look for exactly \`SKILL.md\`.`,
    help: "Rename it to `SKILL.md`.",
    docs: `
The client guide of the format says that a skill is a folder with a file named exactly \`SKILL.md\` (rule G2). Another
spelling works on a disk that ignores letter case and is lost on one that does not.
`,
  },
  "manifest/byte-order-mark": {
    severity: "warning",
    message: "The file starts with a byte order mark, which hides the front matter from several loaders.",
    help: "Save the file as UTF-8 without a byte order mark.",
    docs: `
An invisible U+FEFF stands before the opening \`---\`. Loaders that compare the first three bytes find no front matter,
and the skill disappears without a message. Editors call the right setting “UTF-8”, not “UTF-8 with BOM”.
`,
  },
  "manifest/encoding": {
    severity: "error",
    message: (p: { found: string }) => `The file is ${p.found}, and every loader reads UTF-8.`,
    help: "Save the file as UTF-8.",
    docs: `
Skill files are UTF-8. Bytes of another encoding crash some loaders and reach the model as replacement characters in
others. The place is the first character that could not be decoded.

\`--fix\` writes UTF-16 as UTF-8. Bytes of Windows-1252, as old editors on Windows write them, become UTF-8 with
\`--unsafe-fixes\`, where every byte has a meaning there and none belongs to UTF-8; look at the accents afterwards.
`,
  },
  "manifest/control-character": {
    severity: "error",
    message: (p: { character: string }) =>
      `The file holds the control character ${p.character}, which nobody sees and some loaders refuse.`,
    help: "Delete the character.",
    docs: `
A control character other than tab and line end is invisible in most editors. In front matter it is not allowed at all:
one loader crashes on it and others drop it. In the body it reaches the model, so what the model reads is not what the
author sees.
`,
  },
});

/** What is wrong with a file before anything in it is read. */
export function checkFile(file: SourceFile): Diagnostic[] {
  const whole = firstLine(file);
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  if (file.kind !== "file") {
    return [fileDiagnostics.create("manifest/not-a-file", whole, { path: file.path, ...kinds[file.kind] })];
  }
  const found: Diagnostic[] = [];
  if (name.toLowerCase() === "skill.md" && name !== "SKILL.md") {
    found.push(fileDiagnostics.create("manifest/file-name", whole, { name }));
  }
  if (file.encoding !== "utf-8") {
    const fix = asUtf8(file);
    return [...found, fileDiagnostics.create("manifest/encoding", whole, { found: "UTF-16" }, { fix })];
  }
  if (file.text.startsWith("\ufeff")) {
    const fix = {
      title: "Remove the byte order mark",
      safety: "safe",
      edits: [{ span: span(file, 0, 1), replacement: "" }],
    } as const;
    found.push(fileDiagnostics.create("manifest/byte-order-mark", span(file, 0, 1), {}, { fix }));
  }
  if (file.lossy) {
    const at = Math.max(0, file.text.indexOf("\ufffd"));
    const place = span(file, at, at + 1);
    found.push(
      fileDiagnostics.create("manifest/encoding", place, { found: "not UTF-8" }, { fix: asUtf8(file) }),
    );
  }
  const control = mayHoldControl(file) ? controlCharacter.exec(file.text) : null;
  if (control !== null) {
    const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    const at = span(file, control.index, control.index + 1);
    found.push(fileDiagnostics.create("manifest/control-character", at, { character: `U+${code}` }));
  }
  return found;
}

/** Safe where the bytes say themselves what they are; Windows-1252 is a conclusion. */
function asUtf8(file: SourceFile): Fix | undefined {
  const from = foreignEncoding(file);
  if (from === undefined) return undefined;
  return {
    title: `Read the file as ${from} and save it as UTF-8`,
    safety: from === "windows-1252" ? "unsafe" : "safe",
    edits: [],
    encoding: { file, from },
  };
}

/** In UTF-8 each is one byte; a pass over bytes costs a quarter of one over the text. */
function mayHoldControl({ bytes, encoding }: SourceFile): boolean {
  if (bytes === undefined || encoding !== "utf-8") return true;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 32 ? byte !== 10 && byte !== 13 && byte !== 9 : byte === 127) return true;
  }
  return false;
}

const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const kinds = {
  directory: { what: "a folder", help: "Rename the folder, and write the skill into a file `SKILL.md`." },
  link: {
    what: "a link that leads nowhere",
    help: "Point the link at a file, or replace it with the file itself.",
  },
  unreadable: { what: "not readable", help: "Give read permission with `chmod u+r`." },
} as const;
