import type { SkillManifest } from "../../manifest/manifest.ts";

/** The longest name that the Agent Skills specification allows (S4), in code points. */
export const longestName = 64;

/** What keeps a text from being a name, in words that follow “a name”; undefined where it is one. */
export function flawOfName(name: string): string | undefined {
  const length = [...name].length;
  if (length > longestName) return `has at most ${longestName} characters, and this one has ${length}`;
  const stray = [...name].find((char) => !isNameCharacter(char));
  if (stray !== undefined) {
    return `holds only lower-case letters, digits and hyphens, and this one has ${nameOf(stray)}`;
  }
  if (name.startsWith("-")) return "does not start with a hyphen";
  if (name.endsWith("-")) return "does not end with a hyphen";
  if (name.includes("--")) return "does not have two hyphens in a row";
  return undefined;
}

/** The nearest name that fits: lower case, one hyphen for each run of other characters. Empty if nothing is left. */
export function slugOf(text: string): string {
  const words = text
    .normalize("NFKC")
    .replaceAll(/(\p{Ll})(\p{Lu}\p{Ll})/gu, "$1-$2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  return [...words.join("-")].slice(0, longestName).join("").replace(/-+$/, "");
}

/** What the folder of a skill is called. Undefined for the working directory, whose own name is not known. */
export function folderNameOf({ source }: SkillManifest): string | undefined {
  const last = source.folder.split("/").at(-1);
  return last === "." || last === ".." || last === "" ? undefined : last;
}

/** The specification speaks of “unicode lowercase alphanumeric characters”: a letter without case is one. */
function isNameCharacter(char: string): boolean {
  return char === "-" || (/^[\p{L}\p{N}]$/u.test(char) && char === char.toLowerCase());
}

function nameOf(char: string): string {
  if (char === " ") return "a space";
  if (/^\p{Lu}$/u.test(char)) return `the capital \`${char}\``;
  if (/^[\p{C}\p{Z}\p{M}`]$/u.test(char)) {
    return `the character U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  }
  return `\`${char}\``;
}
