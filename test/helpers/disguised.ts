import fc from "fast-check";

/** Each character of a word written in one of the ways that a shell reads alike. */
export const disguised = (word: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...[...word].map((char) =>
        fc.constantFrom(char, `\\${char}`, `'${char}'`, `"${char}"`, `$'${char}'`, `''${char}`, `""${char}`),
      ),
    )
    .map((parts) => parts.join(""));

export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
