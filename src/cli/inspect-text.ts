import type { Bound, Grade, Limit } from "../ir/grade.ts";
import type { AgentReport, EffectReport, GuardReport, SkillReport } from "./inspect-report.ts";
import { paint } from "./output.ts";

/** The report of `inspect` for people: one block a skill, the agent last. */
export function inspectText(skills: readonly SkillReport[], agent: AgentReport | undefined): string {
  const blocks = [...skills.map(skillText), ...(agent === undefined ? [] : [agentText(agent)])];
  return `${blocks.join("\n")}${blocks.length === 0 ? "" : footnote}`;
}

const footnote = `
grade: expected; tokens of prompts counted with o200k_base, an estimate for other models.
bound: never too low, relative to the caps per call; a prompt's tokens are counted as its UTF-8 bytes, what the user types as none.
`;

function skillText(skill: SkillReport): string {
  return [
    `${paint("strong", skill.name)} (${skill.kind}) ${skill.file}`,
    line("type", skill.type.text),
    line(skill.kind === "restrict" ? "ceiling" : "effect", effectText(skill.effect)),
    ...originLines(skill),
    ...evidenceLines(skill),
    ...costLines(skill.grade, skill.bound),
    ...skill.guards.map(guardLine),
    line("features", skill.features.join(", ") || "none"),
    line("term", skill.term.text),
    ...permissionLines(skill),
    "",
  ].join("\n");
}

function agentText(agent: AgentReport): string {
  return [
    `${paint("strong", agent.name)} (agent)`,
    line("effect", effectText(agent.effect)),
    ...costLines(agent.grade, agent.bound),
    line("term", agent.term.text),
    ...permissionLines(agent),
    "",
  ].join("\n");
}

function line(title: string, text: string): string {
  return `  ${title.padEnd(9)} ${text}`;
}

function guardLine(guard: GuardReport): string {
  return guard.kind === "rule"
    ? line("guard", `${guard.text}, at most ${guard.steps} steps on n characters`)
    : line(
        "guard",
        `a judge${guard.model === undefined ? "" : ` (${guard.model})`}: ${guard.text.trim().split("\n", 1)[0] ?? ""}`,
      );
}

function effectText({ level, llm, io, state }: EffectReport): string {
  const part = (name: string, set: EffectReport["io"]): readonly string[] => {
    if ("allBut" in set)
      return [set.allBut.length === 0 ? `${name}: all` : `${name}: all but ${set.allBut.join(" ")}`];
    return set.length === 0 ? [] : [`${name}: ${set.join(" ")}`];
  };
  return [level, ...part("llm", llm), ...part("io", io), ...part("state", state)].join("; ");
}

function originLines({ origins }: SkillReport): readonly string[] {
  const byPart = new Map<string, string[]>();
  for (const { part, file, line: number } of origins) {
    const places = byPart.get(part) ?? [];
    byPart.set(part, places);
    const place = `${file}:${number}`;
    if (!places.includes(place)) places.push(place);
  }
  return [...byPart].map(([part, places]) => `    ${part.padEnd(10)} ${places.join(", ")}`);
}

/** One line for each thing that was seen, with its place. */
function evidenceLines({ evidence }: SkillReport): readonly string[] {
  if (evidence.length === 0) return [];
  const lines = evidence.map(
    ({ from, why, file, line: number }) => `    ${from.padEnd(6)} ${file}:${number} ${why}`,
  );
  return [line("seen", ""), ...lines].map((text) => text.trimEnd());
}

function costLines(grade: Grade, bound: Bound): readonly string[] {
  const caps = bound.perCall.map(({ name, maxTokens, inputBytes }) => {
    return `${name}: ${maxTokens ?? "no cap"} tokens out, ${inputBytes} bytes in`;
  });
  return [
    line("grade", `p ${figure(grade.p)}, p_fatal ${figure(grade.p_fatal)}, ${cost(grade)}`),
    line(
      "bound",
      `p ≥ ${figure(bound.p)}, p_fatal ≤ ${figure(bound.p_fatal)}, ${cost(bound)}, calls ${bound.calls}`,
    ),
    line("per call", caps.join("; ")),
  ];
}

function cost({ tokens, latency, money }: { tokens: Limit; latency: Limit; money: Limit }): string {
  return `tokens ${figure(tokens)}, ${figure(latency)} s, ${figure(money)} USD`;
}

function figure(value: Limit): string {
  return value === "unbounded" ? value : String(Number(value.toPrecision(6)));
}

function permissionLines({
  permissionDiff,
}: {
  readonly permissionDiff: SkillReport["permissionDiff"];
}): readonly string[] {
  return permissionDiff.map(({ change, what, name, because }) => `    ${change} ${what} ${name}: ${because}`);
}
