/** Why YAML cannot read a value as text; undefined where a colon inside it is the reason. */
export function reasonFor(value: string): string | undefined {
  const first = value.charAt(0);
  if (first === '"' || first === "'") return "goes on after its closing quote";
  if (isUnclosed(value)) return `starts with \`${first}\`, which nothing closes`;
  if (first === "[" || first === "{") return `starts with \`${first}\` and goes on after the closing bracket`;
  if (/^(?:[*&!|>%@`,\]}]|[-?:](?:\s|$))/.test(value))
    return `starts with \`${first}\`, which has a meaning in YAML`;
  return undefined;
}

/** `'it's nice'` means `it's nice`. */
export function innerOf(value: string): string {
  const first = value.charAt(0);
  const isQuoted = (first === '"' || first === "'") && value.length > 1 && value.endsWith(first);
  return isQuoted ? value.slice(1, -1) : value;
}

/** Keys of the format that hold text: a bracket that is never closed there is a character of it. */
const textKeys = new Set(["name", "description", "license", "compatibility"]);

export function isUnclosedText(key: string, value: string): boolean {
  return textKeys.has(key) && isUnclosed(value);
}

function isUnclosed(value: string): boolean {
  if (!/^[[{]/.test(value)) return false;
  const count = (marks: RegExp): number => value.match(marks)?.length ?? 0;
  return count(/[[{]/g) > count(/[\]}]/g);
}

/** True where the first bracket is closed by the last character, or by nothing: then it is meant as a list or mapping. */
export function isWholeFlow(value: string): boolean {
  if (!/^[[{]/.test(value) || value.startsWith("{{")) return false;
  let depth = 0;
  for (let i = 0; i < value.length; i++) {
    const char = value.charAt(i);
    if (char === "[" || char === "{") depth++;
    if (char === "]" || char === "}") depth--;
    if (depth === 0)
      return (
        i === value.length - 1 ||
        value
          .slice(i + 1)
          .trimStart()
          .startsWith("#")
      );
  }
  return true;
}
