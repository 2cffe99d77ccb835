/**
 * JavaScript that reads a call from standard input and answers. Whatever is unexpected is denied. It never answers
 * `allow`, which would skip the question that Claude Code asks the user: where nothing is found it has no decision.
 */
export const callJudge = String.raw`/** The texts of a call in which a pattern is searched. */
function subjects(name, input, fields) {
  const known = KNOWN_TOOLS.has(name);
  const isShell = EXEC_TOOLS.has(name) || !known;
  const keys = fields ?? (EXEC_TOOLS.has(name) ? ["command"] : []);
  const key = keys.find((candidate) => Object.hasOwn(input, candidate));
  if (key === undefined && fields !== null) return [];
  const texts = [...leaves(key === undefined ? input : input[key])];
  return isShell ? texts.flatMap((text) => [text, ...commandTexts(name, key, text)]) : texts;
}

function commandTexts(name, key, text) {
  if (name === "PowerShell") return [...powershellTexts(text)];
  const isCommand = EXEC_TOOLS.has(name) && key === "command";
  const before = commandTexts.known.get(text);
  if (before !== undefined) return before;
  let texts = [];
  try {
    texts = [...shellTexts(text)];
  } catch (problem) {
    // What is no command need not be one.
    if (isCommand || !(problem instanceof Unreadable)) throw problem;
  }
  commandTexts.known.set(text, texts);
  return texts;
}
commandTexts.known = new Map();

/** Every text in a value; a list of texts is also read as one line of words. */
function* leaves(value) {
  if (typeof value === "string") yield value.toWellFormed().replaceAll("\0", "");
  else if (Array.isArray(value)) {
    if (value.length > 1 && value.every((item) => typeof item === "string")) yield* leaves(value.join(" "));
    for (const item of value) yield* leaves(item);
  } else if (typeof value === "object" && value !== null) for (const item of Object.values(value)) yield* leaves(item);
}

/** What one restrict answers: deny, ask or nothing, each with the reason. */
function* judge(policy, name, input) {
  const { permitted, mcp } = policy;
  if (permitted !== null && !permitted.has(name) && !(mcp && /^mcp__.+__./.test(name))) {
    yield ["deny", policy.skill + " leaves no tool " + JSON.stringify(name.slice(0, 100))];
  }
  for (const [search, action, tools, fields, pattern] of policy.patterns) {
    if (tools !== null && !tools.has(name)) continue;
    if (!subjects(name, input, fields).some(search)) continue;
    yield [action, policy.skill + (action === "deny" ? " refuses calls with " : " asks before calls with ") + pattern];
  }
}

/** The answer to a call as it comes in: bytes. */
function answerTo(bytes) {
  try {
    const call = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const { hook_event_name: event = "PreToolUse", tool_name: name, tool_input: input } = { ...call };
    if (event !== "PreToolUse") throw new Error("this is no call of a tool");
    if (typeof name !== "string" || name === "") throw new Error("the call names no tool");
    if (typeof input !== "object" || input === null || Array.isArray(input)) throw new Error("the call has no input");
    if (COMMAND_TOOLS.has(name) && typeof input.command !== "string") throw new Error("the call has no command");
    const found = POLICIES.flatMap((policy) => [...judge(policy, name, input)]);
    return found.find(([action]) => action === "deny") ?? found[0];
  } catch (problem) {
    const reason = problem instanceof Unreadable || problem instanceof TooMuch ? problem.message : "the call cannot be read";
    return ["deny", NAME + ": " + reason];
  }
}

function output(answer) {
  if (answer === undefined) return "{}\n";
  const [permissionDecision, permissionDecisionReason] = answer;
  const hookSpecificOutput = { hookEventName: "PreToolUse", permissionDecision, permissionDecisionReason };
  return JSON.stringify({ hookSpecificOutput }) + "\n";
}

// In bytes. No call that a model writes is as long.
const INPUT_LIMIT = 8 * 1024 * 1024;
// In milliseconds.
const INPUT_TIME = 10000;

let isAnswered = false;
function answer(value) {
  if (isAnswered) return;
  isAnswered = true;
  clearTimeout(timer);
  process.stdout.write(output(value));
  process.stdin.destroy();
}

const timer = setTimeout(() => answer(["deny", NAME + ": the call does not end"]), INPUT_TIME);
const chunks = [];
let size = 0;
process.stdin.on("data", (chunk) => {
  size += chunk.length;
  if (size > INPUT_LIMIT) answer(["deny", NAME + ": the call is too long to be read"]);
  else chunks.push(chunk);
});
process.stdin.on("error", () => answer(["deny", NAME + ": the call cannot be read"]));
process.stdin.on("end", () => answer(answerTo(Buffer.concat(chunks))));
`;
