import type { IToken, TokenType } from "chevrotain";
import type { Checked, Diagnostic, Fix } from "../src/report/diagnostic.ts";
import { defineDiagnostics } from "../src/report/diagnostic.ts";
import { nearest } from "../src/report/near.ts";
import { helpForName, helpForProperty, helpForSign, inDecimal, operators, words } from "./foreign.ts";
import type { Expr, GuardSource } from "./guard.ts";
import { functionNames } from "./guard.ts";
import { deeperThan } from "./parts.ts";
import type { ParseProblem, Stop } from "./parser.ts";
import { endOf, parseTokens } from "./parser.ts";
import type { Recovered } from "./recover.ts";
import { recover } from "./recover.ts";
import type { Stray } from "./tokens.ts";
import { describeStop } from "./stop.ts";
import { tokenize, tokens } from "./tokens.ts";

export const guardSyntaxDiagnostics = defineDiagnostics({
  "guard/syntax": {
    severity: "error",
    message: (p: { problem: string }) => p.problem,
    help: (p: { help: string | undefined }) => p.help,
    docs: `
The guard is not an expression of the guard language. A guard is one expression over \`x\`, the output of the skill, in the
notation of Python: \`and\`, \`or\`, \`not\`, comparisons, \`in\`, arithmetic, and a fixed set of functions and methods.

    guard:
      predicate: "'verdict' in x and len(x) > 20"

The language has no assignment, no conditional expression, no comprehension and no names but \`x\`.
`,
  },
  "guard/foreign-operator": {
    severity: "error",
    message: (p: { written: string; ours: string }) =>
      `\`${p.written}\` is written \`${p.ours}\` in a guard.`,
    help: (p: { ours: string }) => `Write \`${p.ours}\`.`,
    docs: `
The operator belongs to another language. Guards are written as in Python:

| elsewhere | in a guard |
| --- | --- |
| \`&&\` | \`and\` |
| \`||\` | \`or\` |
| \`!a\` | \`not a\` |
| \`===\`, \`=\` | \`==\` |
| \`!==\`, \`<>\` | \`!=\` |
`,
  },
  "guard/unknown-name": {
    severity: "error",
    message: (p: { name: string }) => `A guard knows only \`x\`, and \`${p.name}\` is another name.`,
    help: (p: { help: string }) => p.help,
    docs: `
The only name in a guard is \`x\`, the output of the skill. A word that is meant as text needs quotes; a word that is meant as
a function needs parentheses.

    "verdict in x"      # verdict is a name
    "'verdict' in x"    # 'verdict' is a text
`,
  },
  "guard/literal": {
    severity: "error",
    message: (p: { problem: string }) => p.problem,
    help: (p: { help: string }) => p.help,
    docs: `
A text or number in the guard has a form that the language does not have: a prefix other than \`r\`, an escape that names no
character, half of a surrogate pair, or an integer beyond 9007199254740991, which not every language can hold exactly.
`,
  },
  "guard/mixed-chain": {
    severity: "error",
    message: "`in` stands in one chain with another comparison, which compares neighbours and not results.",
    help: (p: { clear: string }) => `Write \`${p.clear}\`.`,
    docs: `
Comparisons chain as in Python: \`a in b == c\` means \`a in b and b == c\`, which is hardly ever meant. Parentheses say what is
compared with what.

    ('a' in x) == True
`,
  },
  "guard/too-long": {
    severity: "error",
    message: (p: { what: string }) => `The guard ${p.what}.`,
    help: "Split the condition, or move it into the prompt of a judge.",
    docs: `
A guard has at most 4,096 characters and is nested at most 64 levels deep. The limits keep checking and every emitted form
fast and safe from overflowing a stack.
`,
  },
});

/** The longest guard, in UTF-16 units. */
const lengthLimit = 4096;
const depthLimit = 64;
const depthProblem = `is nested more than ${depthLimit} levels deep`;

/** Parses a guard. Where the text is no expression the value is `invalid`, and the reason is reported. */
export function parseGuard(source: GuardSource): Checked<Expr> {
  const { text } = source;
  const whole = { start: 0, end: text.length };
  const invalid: Expr = { kind: "invalid", ...whole };
  const at = (start: number, end: number): Diagnostic["span"] => source.at(start, end);
  const refuse = (problem: string, start: number, end: number, help?: string): Checked<Expr> => ({
    value: invalid,
    diagnostics: [guardSyntaxDiagnostics.create("guard/syntax", at(start, end), { problem, help })],
  });
  if (text.trim() === "")
    return refuse(
      "The guard is empty, so it accepts nothing.",
      0,
      text.length,
      "Write a condition over `x`, such as `len(x) > 0`, or remove the guard.",
    );
  if (text.length > lengthLimit)
    return tooLong(source, invalid, `has ${text.length} characters, and ${lengthLimit} are allowed`, 0);
  const lexed = tokenize(text);
  const diagnostics: Diagnostic[] = [
    ...withoutClosers(lexed.strays).map((stray) => strayProblem(source, stray)),
    ...foreignProblems(source, lexed.tokens),
  ];
  // A level takes a token at least.
  const mayBeDeep = lexed.tokens.length > depthLimit;
  const deep = mayBeDeep ? tooDeep(lexed.tokens) : undefined;
  if (deep !== undefined) return tooLong(source, invalid, depthProblem, deep.startOffset);
  const wrong = diagnostics.filter(({ code }) => code !== "guard/foreign-operator");
  const parsed = wrong.length === 0 ? parseTokens(lexed.tokens) : undefined;
  const { expr, problems, stops, lost } =
    parsed?.expr === undefined
      ? recovered(lexed.tokens, wrongPlaces(lexed), parsed?.stop)
      : { ...parsed, expr: parsed.expr, stops: [], lost: [] };
  diagnostics.push(...problems.map((problem) => treeProblem(source, problem)));
  for (const { stop, list } of stops) {
    const { start, end, problem, help } = describeStop(stop, list);
    diagnostics.push(guardSyntaxDiagnostics.create("guard/syntax", at(start, end), { problem, help }));
  }
  if (expr.kind === "invalid" && stops.length > 0) return { value: invalid, diagnostics };
  if (mayBeDeep && deeperThan(expr, depthLimit) !== undefined)
    return tooLong(source, invalid, depthProblem, expr.start);
  diagnostics.push(...unknownNames(source, lexed.tokens, lost));
  return { value: expr, diagnostics };
}

/** What can be read beside the mistakes. A single mistake is told as the parser met it, with all that stands around it. */
function recovered(list: readonly IToken[], wrong: readonly number[], first: Stop | undefined): Recovered {
  const result = recover(list, (start, end) => wrong.some((place) => start <= place && place < end));
  if (first === undefined || result.stops.length !== 1 || result.problems.length > 0) return result;
  return { ...result, stops: [{ stop: first, list }] };
}

/** Where something stands that is no part of the language: it has been reported. */
function wrongPlaces({ tokens: list, strays }: ReturnType<typeof tokenize>): readonly number[] {
  const isWrong = ({ tokenType, image }: IToken): boolean =>
    wrongTypes.has(tokenType) || (tokenType === tokens.Identifier && words.has(image));
  return [...strays.map(({ start }) => start), ...list.filter(isWrong).map(({ startOffset }) => startOffset)];
}

const wrongTypes = new Set<TokenType>([
  tokens.Unclosed,
  tokens.TripleQuoted,
  tokens.Power,
  tokens.Foreign,
  tokens.OddNumber,
]);

/** Operators that other languages write in another way. */
const joints = new Set<TokenType>([tokens.And, tokens.Or, tokens.Not, tokens.Compare]);

function isForeign({ tokenType, image }: IToken): boolean {
  if (tokenType === tokens.Identifier) return words.has(image);
  return joints.has(tokenType) ? operators.has(image) : wrongTypes.has(tokenType);
}

function tooLong(source: GuardSource, value: Expr, what: string, start: number): Checked<Expr> {
  const place = source.at(start, source.text.length);
  return { value, diagnostics: [guardSyntaxDiagnostics.create("guard/too-long", place, { what })] };
}

const operandEnds = new Set<TokenType>([
  tokens.Text,
  tokens.Float,
  tokens.Integer,
  tokens.True,
  tokens.False,
  tokens.None,
  tokens.Identifier,
  tokens.Close,
  tokens.CloseList,
]);

/** The token that opens one level too many, found before the parser nests its calls. Signs and `not` nest like brackets. */
function tooDeep(list: readonly IToken[]): IToken | undefined {
  // Levels around the innermost open bracket, for each open bracket.
  const outside: number[] = [];
  let base = 0;
  let depth = 0;
  let previous: TokenType | undefined;
  for (const token of list) {
    const type = token.tokenType;
    const isSign = type === tokens.Not || type === tokens.Minus;
    if (isSign && (previous === undefined || !operandEnds.has(previous))) depth++;
    else if (type === tokens.Open || type === tokens.OpenList) {
      outside.push(base);
      base = ++depth;
    } else if (type === tokens.Close || type === tokens.CloseList) {
      base = outside.pop() ?? 0;
      depth = base;
    } else if (type !== tokens.Dot && !operandEnds.has(type)) depth = base;
    if (depth > depthLimit) return token;
    previous = type;
  }
  return undefined;
}

/** Of a pair of quotes or braces only the first is reported. */
function withoutClosers(strays: readonly Stray[]): readonly Stray[] {
  let open = 0;
  return strays.filter(({ text }) => {
    if (/^[’”»}]$/.test(text) && open > 0) {
      open--;
      return false;
    }
    if (/^[‘“«{]$/.test(text)) open++;
    return true;
  });
}

function strayProblem(source: GuardSource, { text, start }: Stray): Diagnostic {
  const quotes = /[“”‘’«»]/.test(text);
  const problem = quotes
    ? `Typographic quotes such as \`${text.charAt(0)}\` do not quote a text.`
    : `\`${text}\` is no part of the guard language.`;
  const help = quotes ? "Write `'` or `\"`." : helpForSign(text);
  return guardSyntaxDiagnostics.create("guard/syntax", source.at(start, start + text.length), {
    problem,
    help,
  });
}

/** Tokens of other languages. A construct of Python has several words, and is reported at its first. */
function foreignProblems(source: GuardSource, list: readonly IToken[]): readonly Diagnostic[] {
  const isWord = ({ tokenType, image }: IToken): boolean =>
    tokenType === tokens.Identifier && words.has(image) && image !== "is";
  const some = list.filter(isForeign);
  const first = some.find(isWord);
  return some
    .filter((token) => token === first || !isWord(token))
    .flatMap((token) => foreignProblem(source, token));
}

function foreignProblem(source: GuardSource, token: IToken): readonly Diagnostic[] {
  const { image, startOffset: start, tokenType: type } = token;
  const place = source.at(start, endOf(token));
  const refuse = (problem: string, help: string): readonly Diagnostic[] => [
    guardSyntaxDiagnostics.create("guard/syntax", place, { problem, help }),
  ];
  if (type === tokens.Unclosed)
    return refuse("A text is opened here and never closed.", "Add the closing quote.");
  if (type === tokens.TripleQuoted)
    return refuse(
      "A text between triple quotes is no part of the guard language.",
      "Use `'…'` with `\\n` for a line end.",
    );
  if (type === tokens.Power)
    return refuse("`**` is no operator of the guard language.", "Multiply with `*`.");
  if (type === tokens.Foreign) {
    const help = image === ":=" ? "Write `==`." : `Write \`${image === "=>" ? ">=" : "<="}\`.`;
    return refuse(`\`${image}\` is no operator of the guard language.`, help);
  }
  if (type === tokens.OddNumber) {
    const decimal = inDecimal(image);
    const help = decimal === undefined ? "Write a number in decimal digits." : `Write \`${decimal}\`.`;
    const problem = `The number \`${image}\` is not written in decimal digits alone.`;
    return [guardSyntaxDiagnostics.create("guard/literal", place, { problem, help })];
  }
  const help = type === tokens.Identifier ? words.get(image) : undefined;
  if (help !== undefined) return refuse(`\`${image}\` is Python, but no part of the guard language.`, help);
  const ours = operators.get(image);
  if (ours === undefined) return [];
  const blank = ours === "not" ? `${ours} ` : ours;
  const fix: Fix = {
    title: `Write \`${ours}\``,
    safety: "unsafe",
    edits: [{ span: place, replacement: blank }],
  };
  return [guardSyntaxDiagnostics.create("guard/foreign-operator", place, { written: image, ours }, { fix })];
}

function treeProblem(source: GuardSource, problem: ParseProblem): Diagnostic {
  const place = source.at(problem.start, problem.end);
  const written = source.text.slice(problem.start, problem.end);
  switch (problem.kind) {
    case "number":
      return guardSyntaxDiagnostics.create("guard/literal", place, {
        problem: /^0\d/.test(written)
          ? `The number \`${written}\` starts with a zero.`
          : `The number \`${written}\` is too large to be exact in every language.`,
        help: /^0\d/.test(written) ? "Remove the leading zeros." : "Use a number up to 9007199254740991.",
      });
    case "literal":
      return guardSyntaxDiagnostics.create("guard/literal", place, literalProblems[problem.what](written));
    case "property":
      return guardSyntaxDiagnostics.create("guard/syntax", place, {
        problem: `\`${problem.name}\` is a property, and a guard has only methods and keys.`,
        help: helpForProperty(problem.name),
      });
    case "empty":
      return guardSyntaxDiagnostics.create("guard/syntax", place, {
        problem: "There is no index between `[` and `]`.",
        help: "Write `x[0]` for one, or `x[0:3]` for a part.",
      });
    case "mixed": {
      const part = (range: { readonly start: number; readonly end: number }): string =>
        source.text.slice(range.start, range.end);
      const clear = problem.rest.reduce(
        (left, { operator, operand }, i) => `${i === 0 ? left : `(${left})`} ${operator} ${part(operand)}`,
        part(problem.first),
      );
      const fix: Fix = {
        title: "Add parentheses",
        safety: "unsafe",
        edits: [{ span: place, replacement: clear }],
      };
      return guardSyntaxDiagnostics.create("guard/mixed-chain", place, { clear }, { fix });
    }
  }
}

const literalProblems = {
  prefix: (written: string) => ({
    problem: `A text with the prefix \`${written}\` is no part of the guard language.`,
    help: "Remove the prefix; only `r` is allowed.",
  }),
  escape: (written: string) => ({
    problem: `The escape \`${written}\` names no character.`,
    help: "Write the character itself, or all digits of the escape.",
  }),
  surrogate: () => ({
    problem: "The text holds half of a surrogate pair, which is no character.",
    help: "Write the character itself, or its escape `\\U…` with eight digits.",
  }),
};

/** Names other than `x`, in the operands that could be read. */
function unknownNames(
  source: GuardSource,
  list: readonly IToken[],
  lost: Recovered["lost"],
): readonly Diagnostic[] {
  const isLost = (offset: number): boolean => lost.some(({ start, end }) => start <= offset && offset < end);
  return list.flatMap((token, i) => {
    if (token.tokenType !== tokens.Identifier || token.image === "x") return [];
    if (list[i - 1]?.tokenType === tokens.Dot || list[i + 1]?.tokenType === tokens.Open) return [];
    const name = token.image;
    if (isLost(token.startOffset)) return [];
    const near = nearest(name, functionNames);
    const help =
      helpForName(name) ??
      (near === undefined
        ? `Write \`'${name}'\` for the text.`
        : `Write \`${near}(x)\` for the function, or \`'${name}'\` for the text.`);
    return [
      guardSyntaxDiagnostics.create("guard/unknown-name", source.at(token.startOffset, endOf(token)), {
        name,
        help,
      }),
    ];
  });
}
