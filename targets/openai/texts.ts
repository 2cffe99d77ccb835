/** The formats that OpenAI knows. */
export const formats: ReadonlySet<string> = new Set(
  "date-time time date duration email hostname ipv4 ipv6 uuid".split(" "),
);

/** Why a pattern is refused. */
export function patternProblem(pattern: unknown): string | undefined {
  if (typeof pattern !== "string") return "`pattern` is not a text";
  if (/\(\?(?:[=!]|<[=!])/.test(pattern)) return "a pattern looks ahead or behind";
  return /\\[pP]\{/.test(pattern) ? "a pattern uses Unicode properties" : undefined;
}
