import type { Target } from "../src/target/target.ts";
import { agentSkills } from "./agent-skills/index.ts";
import { anthropic } from "./anthropic/index.ts";
import { cangjie } from "./cangjie/index.ts";
import { catalog } from "./catalog/index.ts";
import { gemini } from "./gemini/index.ts";
import { claudeCode } from "./claude-code/index.ts";
import { lambdagent } from "./lambdagent/index.ts";
import { mcp } from "./mcp/index.ts";
import { openai } from "./openai/index.ts";
import { typescript } from "./typescript/index.ts";

/** Every back end, in the order in which they are listed. */
export const targets: readonly Target[] = [
  lambdagent,
  cangjie,
  openai,
  anthropic,
  gemini,
  mcp,
  agentSkills,
  catalog,
  claudeCode,
  typescript,
];
