import { skills } from "~skillc/registry";
import { guard, handler, input, tools } from "./github-issue-search/skill.yml";
import notes from "./release-notes/SKILL.md";

async function kindOf({ name, load }) {
  const { default: skill } = await load();
  return [name, skill.kind];
}

async function run() {
  const { name, prompt, effect } = notes;
  const outputs = ['{"status": "success", "data": {"issues": []}}', '{"status": "success"}', "no JSON"];
  const answer = {
    name,
    prompt,
    level: effect.level,
    required: input.required,
    tool: tools.openai.chat[0].function.name,
    guarded: outputs.map(guard),
    handled: await handler({ query: "crash" }),
    kinds: await Promise.all(skills.map(kindOf)),
  };
  process.stdout.write(JSON.stringify(answer));
}

run();
