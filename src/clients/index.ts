import type { Client, ClientName } from "./client.ts";
import { claudeApi } from "./data/claude-api.ts";
import { claudeCode } from "./data/claude-code.ts";
import { codex } from "./data/codex.ts";
import { cursor } from "./data/cursor.ts";
import { geminiCli } from "./data/gemini-cli.ts";
import { goose } from "./data/goose.ts";
import { mux } from "./data/mux.ts";
import { openclaw } from "./data/openclaw.ts";
import { opencode } from "./data/opencode.ts";
import { pi } from "./data/pi.ts";
import { quickValidate } from "./data/quick-validate.ts";
import { reference } from "./data/reference.ts";
import { roo } from "./data/roo.ts";
import { spec } from "./data/spec.ts";
import { uctoo } from "./data/uctoo.ts";
import { vercelSkills } from "./data/vercel-skills.ts";
import { vibe } from "./data/vibe.ts";
import { vscode } from "./data/vscode.ts";
import { client } from "./profile.ts";
import type { Profile } from "./profile.ts";

/** By name, so that a client without a model does not compile. */
const profiles: Readonly<Record<ClientName, Profile>> = {
  spec,
  reference,
  "quick-validate": quickValidate,
  "claude-code": claudeCode,
  "claude-api": claudeApi,
  codex,
  "gemini-cli": geminiCli,
  vscode,
  cursor,
  opencode,
  goose,
  openclaw,
  roo,
  pi,
  mux,
  vibe,
  uctoo,
  "vercel-skills": vercelSkills,
};

/** Every client that is modelled, in the order in which they are printed. */
export const clients: readonly Client[] = Object.values(profiles).map(client);
