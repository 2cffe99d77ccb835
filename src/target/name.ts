/**
 * FNV-1a, 32 bits, over UTF-16 units, as eight hexadecimal digits: tells renamed things apart, in every run alike.
 * Not for secrets.
 */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** The folder of a program's files: its name, or a renamed one where the name could lead out of the output. */
export function outputFolder(name: string): string {
  if (/^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]*$/u.test(name) && !isTaken(name)) return name;
  const plain = name.replace(/[^\p{L}\p{M}\p{N}._-]/gu, "_").replace(/^[.-]+/, "");
  return `${plain === "" ? "skill" : plain}-${shortHash(name)}`;
}

/** `loss.json` stands beside the folders, on file systems that do not tell letter cases apart, too. */
function isTaken(name: string): boolean {
  return name.toLowerCase() === "loss.json";
}
