import type { OptionValue, WrittenOption } from "../ir/option.ts";
import type { Checked, Diagnostic } from "../report/diagnostic.ts";
import { defineDiagnostics } from "../report/diagnostic.ts";
import { suggestion } from "../report/near.ts";

/** What a configuration may choose for a target. The first of `values` holds where nothing is chosen. */
export type TargetOption =
  | { readonly summary: string; readonly values: readonly [string, ...string[]] }
  /** Texts by name; `entries` says what a name and its text are. */
  | { readonly summary: string; readonly entries: string };

/** The options of one target in one run. What the configuration does not write is absent. */
export type TargetOptions = Readonly<Record<string, OptionValue>>;

/** Of a target, what options are checked against. */
interface Optioned {
  readonly name: string;
  readonly options?: Readonly<Record<string, TargetOption>>;
}

export const optionDiagnostics = defineDiagnostics({
  "target/option": {
    severity: "warning",
    message: (p: { written: string; problem: string }) =>
      `The entry \`${p.written}\` below \`targets\` has no effect: ${p.problem}.`,
    docs: `
\`targets\` in \`skillc.config.yaml\` chooses what a target leaves open, such as the dialect of a framework. A target that is
not there, an option that the target does not have, or a value that the option does not know changes nothing, so the files
are written as if the entry were absent.

    targets:
      cangjie: {dialect: magic}

Wrong, since the target has no such option:

    targets:
      cangjie: {version: magic}

The page of a target, \`targets/<name>/README.md\`, lists its options and their values.
`,
  },
});

/** Checks what a configuration writes, and gives each target what holds for it. */
export function optionsOf(
  written: readonly WrittenOption[],
  targets: readonly Optioned[],
): Checked<ReadonlyMap<string, TargetOptions>> {
  const value = new Map<string, Record<string, OptionValue>>();
  const diagnostics: Diagnostic[] = [];
  for (const option of written) {
    const problem = problemOf(option, targets);
    if (problem !== undefined) diagnostics.push(problem);
    else value.set(option.target.name, { ...value.get(option.target.name), [option.key.name]: option.value });
  }
  return { value, diagnostics };
}

function problemOf(
  { target: { name, span }, key, value, span: place }: WrittenOption,
  targets: readonly Optioned[],
): Diagnostic | undefined {
  const target = targets.find((candidate) => candidate.name === name);
  if (target === undefined) {
    const problem = `there is no target \`${name}\``;
    return report(
      span,
      name,
      problem,
      suggestion(
        name,
        targets.map((each) => each.name),
      ),
    );
  }
  const { options = {} } = target;
  const option = Object.hasOwn(options, key.name) ? options[key.name] : undefined;
  if (option === undefined) {
    const problem = `the target \`${name}\` has no option \`${key.name}\``;
    return report(key.span, key.name, problem, suggestion(key.name, Object.keys(options)));
  }
  if ("entries" in option) {
    if (typeof value !== "string") return undefined;
    return report(place, value, `\`${key.name}\` is a mapping: ${option.entries}`, undefined);
  }
  if (typeof value === "string" && option.values.includes(value)) return undefined;
  const shown = typeof value === "string" ? value : key.name;
  return report(place, shown, `it is no value of \`${key.name}\``, suggestion(shown, option.values));
}

function report(
  span: WrittenOption["span"],
  written: string,
  problem: string,
  help: string | undefined,
): Diagnostic {
  const details = help === undefined ? {} : { help };
  return optionDiagnostics.create("target/option", span, { written, problem }, details);
}
