import { allDiagnostics } from "./catalogue.ts";
import { printJson } from "./output.ts";
import { print } from "./print.ts";
import { known } from "./usage.ts";

export interface ExplainFlags {
  readonly format: "text" | "json";
}

/** `skillc explain`: the page of one code, or the list of all codes. */
export async function runExplain(code: string | undefined, flags: ExplainFlags): Promise<number> {
  if (code === undefined) {
    const list = allDiagnostics.map(({ code: name, severity }) => ({ code: name, severity }));
    if (flags.format === "json") await printJson({ version: 1, codes: list });
    else await print(list.map((entry) => `${entry.severity.padEnd(8)} ${entry.code}\n`).join(""));
    return 0;
  }
  const found = known(
    "code",
    code,
    allDiagnostics.map((entry) => ({ ...entry, name: entry.code })),
  );
  if (flags.format === "json") {
    await printJson({ version: 1, code: found.code, severity: found.severity, docs: found.docs.trim() });
  } else await print(`# ${found.code} (${found.severity})\n\n${found.docs.trim()}\n`);
  return 0;
}
