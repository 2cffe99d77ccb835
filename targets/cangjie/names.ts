import { cangjieIdentifier } from "../../src/language/cangjie.ts";
import { outputFolder, shortHash } from "../../src/target/name.ts";

/**
 * Names that a package must not declare, since the expansion of the macros or the generated code uses them. Source:
 * the public declarations that `magic.prelude` exports, the types of `std.core`.
 */
const reserved =
  "AbsAgent AbsTool Agent AgentAsTool AgentCancelException AgentCollaboration AgentExecution AgentExecutionException " +
  "AgentExecutor AgentExecutorManager AgentGroup AgentOp AgentRequest AgentResponse AgentResponseStatus AgentRole " +
  "AiFuncAgent Annotation APE Any Array ArrayList AsyncAgentResponse AsyncChatResponse BaseAgent BaseSkill BROKE " +
  "CARE ChatModel ChatRequest ChatRound COAST Collection Comparable Config Conversation ConversationAgent CRISPE " +
  "DispatchAgent Document DslException Duration EmbeddingModel Equatable ERA Error EventHandlerManager EventStream " +
  "Exception ExecutionOpSet ExecutionState FieldSchema FreeGroup FreeGroupMode FromJsonValue GroupAsAgent Hashable " +
  "HashMap HashSet HttpMCPClient HumanAgent ICIO IllegalArgumentException InteractionEvent Interceptor Iterable " +
  "Iterator Jsonable JsonableException JsonArray JsonBool JsonException JsonFloat JsonInt JsonKind JsonNull " +
  "JsonObject JsonString JsonValue LeaderGroup LinearGroup ManagerGroup MCPClient MCPTool Memory Message MessageList " +
  "MessageRole Model ModelManager NativeFuncTool None Object Option Ordering Parsable PromptUtils RACE Range " +
  "Regex Resource Retrieval RetrievalInfo Retriever RetrieverMode RetrieverUtils RISE ROSES SAGE ShortMemory " +
  "SimpleToolManager Skill SkillManager SkillPrompt SkillTool Some SseMCPClient StdioMCPClient StdioMCPServer " +
  "StepMessage String StringBuilder SubAgentTool TAG Tag TextContent ToJsonValue Tokenizer Tool ToolAgent " +
  "ToolException ToolFilter ToolManager ToolParameter ToolRequest ToolResponse ToolSelectAgent Toolset ToPrompt " +
  "ToString TRACE TypeSchema UnsupportedException UserDefinedAgent eprint eprintln httpMCP httpMcp init main max " +
  "min print println readln refEq run sizeOf sseMCP sseMcp stdioMCP stdioMcp subGroup toolGuard";

/** Names of one package, each given once. */
export interface Scope {
  readonly taken: Set<string>;
}

/** A scope in which the names that every package uses, and `more`, are gone. */
export function newScope(more: Iterable<string> = []): Scope {
  return { taken: new Set([...reserved.split(" "), ...more]) };
}

/** Names that the macro of a type uses inside it, and types that a member must not hide. */
const reservedMembers =
  "init getTypeSchema fromJsonValue toJsonValue validate map String Array ArrayList Option JsonObject JsonValue " +
  "JsonString HashMap TypeSchema FieldSchema UnsupportedException IllegalStateException";

/** A scope for the members of a type, or for the parameters of a function. */
export function newMemberScope(): Scope {
  return { taken: new Set(reservedMembers.split(" ")) };
}

/** The name, or the name with `_`, `_2`, `_3`, … where it is taken. */
export function declare(scope: Scope, name: string): string {
  let candidate = name;
  for (let n = 1; scope.taken.has(candidate); n++) candidate = n === 1 ? `${name}_` : `${name}_${n}`;
  scope.taken.add(candidate);
  return candidate;
}

/**
 * The package of a program: `pdf-library` → `pdf_library`. ASCII only, since a Windows host takes no other package
 * name; a name that has no ASCII letters at all keeps a hash of itself.
 */
export function packageName(program: { readonly name: string }): string {
  if (!/[A-Za-z]/.test(program.name)) return `skill_${shortHash(program.name)}`;
  return cangjieIdentifier(program.name, "snake", "ascii");
}

/** The folder of a package below `out/cangjie/`. */
export function packageFolder(program: { readonly name: string }): string {
  return outputFolder(program.name);
}

/** The name of a tool is what the model calls: ASCII, as close to the catalogue's as Cangjie allows. */
export function toolIdentifier(name: string): string {
  return cangjieIdentifier(name, "asWritten", "ascii");
}

/** A class for an agent: `assignment-grader` → `AssignmentGraderAgent`. */
export function agentIdentifier(name: string): string {
  const plain = cangjieIdentifier(name, "pascal");
  return plain.endsWith("Agent") ? plain : `${plain.replace(/_$/, "")}Agent`;
}
