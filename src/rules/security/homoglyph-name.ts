import type { NameUse } from "../../ir/skill.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { textOfValue, valueSpan, writtenEntry } from "../written.ts";

const diagnostics = defineDiagnostics({
  "security/homoglyph-name": {
    severity: "warning",
    message: (p: { what: string; name: string; letters: string; looksLike: string }) =>
      `${p.what} \`${p.name}\` looks like \`${p.looksLike}\`, but holds ${p.letters}.`,
    help: (p: { looksLike: string }) =>
      `Write \`${p.looksLike}\` with plain letters, if that is what is meant.`,
    docs: `
A name mixes letters of two scripts that look alike, or is spelt in the letters of another script so that it looks like a
plain one: \`pаypal\` with a Cyrillic \`а\` (U+0430). The message shows the code points.

People take it for the name it looks like; programs do not. A skill can pass for another one, and an entry of
\`allowed-tools\` names a tool that does not exist, or one that somebody else provides. Names written wholly in Russian,
Greek, Chinese or any other script, which look like no plain name, are fine.
Source: Unicode Technical Standard 39, mixed-script and whole-script confusables.

Wrong: \`name: pаypal-invoices\`, with U+0430.

Right: \`name: paypal-invoices\`.

Only the letters of Cyrillic, Greek, Armenian and Cherokee that are most often mistaken, full-width letters and the
letters of mathematics are known. To keep it, silence it with the reason, on the line above:

    # skillc-ignore security/homoglyph-name: the name of the product is spelt this way
`,
  },
});

/** Letters that most fonts draw like a plain letter, by script. Made when the first name needs it. */
let table: ReadonlyMap<string, string> | undefined;

function alike(): ReadonlyMap<string, string> {
  table ??= new Map([
    ...pairs("авеѕіјкмнорстухһԁԛԝьѵӏ", "abesijkmhopctyxhdqwbvl"),
    ...pairs("АВЕЅІЈКМНОРСТУХԌԚԜ", "ABESIJKMHOPCTYXGQW"),
    ...pairs("αικνορτυχγωϲϳ", "aiknoptuxywcj"),
    ...pairs("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"),
    ...pairs("ոսցհօզԼՕՏՍ", "nughoqLOSU"),
    ...pairs("ᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ", "ABCDEHJKLMPRSTVWZ"),
  ]);
  return table;
}

/** So much like plain letters that a whole word of them is read as one. Shorter words are words of their own. */
const wholeWord =
  /^[аеосрхуіјѕһԁԛԝӏАВЕЅІЈКМНОРСТХΑΒΕΖΗΙΚΜΝΟΡΤΥΧορν\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]{3,}$/u;

function pairs(from: string, to: string): [string, string][] {
  const plain = [...to];
  return [...from].map((letter, at) => [letter, plain[at] ?? letter]);
}

/** Names that look like other names. */
export const securityHomoglyphName: Rule = {
  id: "security/homoglyph-name",
  summary: "No name is spelt with look-alike letters of another script.",
  declared: diagnostics.declared,
  *check({ manifest, skill }) {
    const entry = writtenEntry(manifest, "name");
    const name = textOfValue(entry?.value);
    const own: NameUse[] =
      entry === undefined || name === undefined ? [] : [{ name, span: valueSpan(entry) }];
    const tools = [...(skill.allowedTools ?? []), ...skill.tools, ...skill.optionalTools, ...skill.mcpScopes];
    for (const [what, uses] of [
      ["The name", own],
      ["The tool", tools],
    ] as const) {
      for (const { name: written, span } of uses) {
        const found = lookAlike(written);
        if (found !== undefined)
          yield diagnostics.create("security/homoglyph-name", span, { what, name: written, ...found });
      }
    }
  },
};

const notAscii = /[^\u0000-\u007f]/u;

/** What a name looks like, and the letters that deceive; undefined for honest names. */
function lookAlike(name: string): { readonly looksLike: string; readonly letters: string } | undefined {
  if (!notAscii.test(name)) return undefined;
  const strange = new Set<string>();
  for (const [word] of name.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const odd = [...word].filter((char) => plainLetter(char) !== undefined);
    const rest = [...word].filter((char) => plainLetter(char) === undefined);
    // A word of its own script with one letter that is like no plain one is a word of that script.
    if (rest.length === 0 && !wholeWord.test(word)) continue;
    if (odd.length > 0 && rest.every((char) => /[\p{Script=Latin}\p{N}]/u.test(char)))
      for (const char of odd) strange.add(char);
  }
  if (strange.size === 0) return undefined;
  const looksLike = [...name]
    .map((char) => (strange.has(char) ? (plainLetter(char) ?? char) : char))
    .join("");
  if (notAscii.test(looksLike)) return undefined;
  const letters = [...strange].slice(0, 4).map((char) => `\`${char}\` (${codePoint(char)}${scriptOf(char)})`);
  return { looksLike, letters: letters.join(", ") };
}

function plainLetter(char: string): string | undefined {
  if (!notAscii.test(char)) return undefined;
  const known = alike().get(char);
  if (known !== undefined) return known;
  // Full-width letters and those of mathematics.
  const plain = /[\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}\u2100-\u214f]/u.test(char)
    ? char.normalize("NFKC")
    : "";
  return /^[A-Za-z\d]$/.test(plain) ? plain : undefined;
}

function codePoint(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function scriptOf(char: string): string {
  if (/\p{Script=Cyrillic}/u.test(char)) return ", Cyrillic";
  if (/\p{Script=Greek}/u.test(char)) return ", Greek";
  if (/\p{Script=Armenian}/u.test(char)) return ", Armenian";
  return /\p{Script=Cherokee}/u.test(char) ? ", Cherokee" : "";
}
