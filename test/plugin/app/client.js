import { prompt } from "./release-notes/SKILL.md";
import { handler } from "./github-issue-search/skill.yml";
globalThis.answer = [prompt, handler];
