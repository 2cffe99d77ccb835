import type { Agent } from "../../src/ir/agent.ts";
import type { Guard } from "../../src/ir/guard.ts";
import { judgePrompt } from "../../src/target/judge.ts";
import { agentClass, cangjieFloat } from "./agent.ts";
import type { Dialect } from "./dialect.ts";
import { modelReference } from "./model.ts";

type Judge = Extract<Guard, { kind: "judge" }>;

/** A judge as an agent of its own, and the guard function that asks it. */
export function judgeBlocks(
  { rubric, model, threshold }: Judge,
  name: string,
  agent: Agent,
  dialect: Dialect,
): readonly string[] {
  const className = `${name.charAt(0).toUpperCase()}${name.slice(1)}Judge`;
  // The provider is the agent's; a model of its own is told by its name.
  const provider = model === undefined || model === agent.model ? agent.provider : undefined;
  const judge = agentClass(
    {
      className,
      model: modelReference(model ?? agent.model, provider, dialect),
      description: "Judges an output by a rubric.",
      executor: "naive",
      temperature: 0,
      memory: false,
      tools: [],
      servers: [],
      skillRoot: undefined,
      prompt: { kind: "text", text: judgePrompt + rubric },
    },
    dialect,
  );
  const test = [
    `func ${name}(x: String): Bool {`,
    `    return scoreIn(${className}().chat(x)) >= ${cangjieFloat(threshold)}`,
    "}",
  ];
  return [judge, test.join("\n")];
}

/** Reads what a judge answers. */
export const scoreReader = `// The number from 0 to 1 with which a judge begins its answer; 0 where there is none.
func scoreIn(answer: String): Float64 {
    let digits = StringBuilder()
    var isNumber = true
    for (rune in answer.trimAscii().runes()) {
        let code = Int64(UInt32(rune))
        if (isNumber && (code == 46 || (code >= 48 && code <= 57))) {
            digits.append(rune)
        } else if (code == 37) {
            return 0.0
        } else if (code != 32) {
            break
        } else {
            isNumber = false
        }
    }
    var text = digits.toString().removeSuffix(".")
    if (text.startsWith(".")) {
        text = "0" + text
    }
    try {
        let score = Float64.parse(text)
        if (score >= 0.0 && score <= 1.0) {
            return score
        }
        return 0.0
    } catch (_: Exception) {
        return 0.0
    }
}`;
