import { defineDiagnostics } from "../../report/diagnostic.ts";

/** What `skillc cost` reports of recorded runs, and of what was expected of them. */
export const runRecordDiagnostics = defineDiagnostics({
  "cost/run-record": {
    severity: "error",
    message: (p: { why: string }) => `This line is no record of a run: ${p.why}.`,
    help: 'Write one object a line, `{"skill": "make-pdf", "outcome": "useful", "tokens": 2574, "latency": 4.2}`.',
    docs: `
\`skillc cost learn\` and \`skillc cost validate\` read a file of runs: JSON Lines, one object for one run of a skill. A line that
is none is left out and reported; the other lines count.

    {"skill": "make-pdf", "outcome": "useful", "attempts": 2, "tokens": 5100, "latency": 8.1, "money": 0.0153}

- \`skill\`: the name of the skill.
- \`outcome\`: \`useful\` where the output was good, \`useless\` where every attempt failed the guard or nobody could use the
  output, \`fatal\` where the run ended with an error.
- \`attempts\`: how often the skill tried, the first time included; 1 where it is left out.
- \`tokens\`, \`latency\` (seconds), \`money\` (USD; may be left out): of all attempts of the run together.

Other keys are passed over, so that a trace may be given as it is.
`,
  },
  "cost/run-unknown-skill": {
    severity: "warning",
    message: (p: { name: string; runs: number }) =>
      `${p.runs === 1 ? "One run" : `${p.runs} runs`} of \`${p.name}\` are recorded, which is not among the skills that were read.`,
    help: "Add the folder of that skill to the paths.",
    docs: `
\`skillc cost validate\` compares runs with what is expected of their skill, and looks for it by the name that the record has. The
runs of a skill that was not read say nothing.

    skillc cost validate runs.jsonl skills/make-pdf
`,
  },
  "cost/prediction": {
    severity: "error",
    message: (p: { name: string; what: string; measured: string; expected: string }) =>
      `${p.what} of \`${p.name}\` is ${p.measured} in the recorded runs, and ${p.expected} is expected.`,
    help: "Replace the hint by what `skillc cost learn` prints for these runs.",
    docs: `
What a skill costs in the recorded runs is more than twice, or less than half, of what its \`cost_hint\` (or, without one, the
table of models and the length of its prompt) leads to. Budgets, \`skillc portable\` and the choice between skills then rest on
a wrong figure. Tokens, time and money are compared for one attempt; for the chance of success and of a fatal error the
expected value has to lie outside of the 95 % interval of the record too, so that a few runs raise no alarm.

    interface:
      cost_hint: {tokens: 1200}     # and the recorded runs take 3000 an attempt
`,
  },
  "cost/bound-exceeded": {
    severity: "error",
    message: (p: { name: string; what: string; measured: string; bound: string }) =>
      `A recorded run of \`${p.name}\` takes ${p.measured} ${p.what}, and its bound is ${p.bound}.`,
    help: "Compare the agent's `maxTokens` and `react.maxSteps` with those of the recorded runs, and name it with `--agent`.",
    docs: `
The bound of a skill is meant to hold for every run: attempts, calls and the longest answer are counted at their most. It
holds relative to the agent that is named and to what the user types, which is counted as nothing. A run above it was made
with another agent, with a longer input, or with tools whose results are long.

    skillc cost validate runs.jsonl skills --agent agent.yml
`,
  },
});
