import type { TargetOption, TargetOptions } from "../../src/target/options.ts";

const providers =
  "dashscope deepseek ark llamacpp ollama openai siliconflow zhipuai google moonshot openrouter".split(" ");

/** What the versions of CangjieMagic spell differently, or do not have. */
export interface Dialect {
  /** The least compiler. */
  readonly cjc: string;
  /** The dependency in `cjpm.toml`. */
  readonly magic: string;
  /** The macro that gives a member another name in JSON. */
  readonly rename: "alias" | "jsonname" | undefined;
  /** Whether a member of a type can have a condition. */
  readonly constraints: boolean;
  /** The attribute that lists MCP servers, and how a server is written there. */
  readonly servers: { readonly key: "tools" | "mcp"; readonly http: string; readonly stdio: string };
  readonly skillRoot: boolean;
  /** The services that a model's name can start with. */
  readonly providers: ReadonlySet<string>;
}

const inTools = { key: "tools", http: "httpMCP", stdio: "stdioMCP" } as const;
const fromGit =
  'magic = { git = "https://gitcode.com/Cangjie-TPC/CangjieMagic.git", tag = "harmony_os_edition" }';

/** By the sources of CangjieMagic of 2026, of its fork in agentskills-runtime 0.0.26, and of CangjieMagic of 2025. */
const dialects = {
  magic: {
    cjc: "1.1.0",
    magic: fromGit,
    rename: "alias",
    constraints: true,
    servers: inTools,
    skillRoot: true,
    providers: new Set([...providers, "anthropic"]),
  },
  "agentskills-runtime": {
    cjc: "1.0.5",
    magic: 'magic = { path = "../agentskills-runtime" }',
    rename: "jsonname",
    constraints: false,
    servers: inTools,
    skillRoot: false,
    providers: new Set([...providers, "maas", "stepfun"]),
  },
  "magic-2025": {
    cjc: "1.0.0",
    magic: fromGit,
    rename: undefined,
    constraints: false,
    servers: { key: "mcp", http: "http", stdio: "stdio" },
    skillRoot: false,
    providers: new Set(providers),
  },
} satisfies Readonly<Record<string, Dialect>>;

/** The services that any dialect knows. */
export const knownProviders: ReadonlySet<string> = new Set(
  Object.values(dialects).flatMap((dialect) => [...dialect.providers]),
);

/** What the configuration may choose. */
export const options = {
  dialect: {
    summary: "the CangjieMagic that the package is written for",
    values: ["magic", "agentskills-runtime", "magic-2025"],
  },
  skills: {
    summary:
      "where a skill's instructions are: in the prompt of the agent, or in `skills/`, where it finds them",
    values: ["prompt", "folder"],
  },
  mcp: { summary: "MCP servers", entries: "the name of an MCP server, and its URL or command line" },
} satisfies Readonly<Record<string, TargetOption>>;

/** What holds for a run. */
export interface Choice {
  readonly dialect: Dialect;
  /** True where the instructions are files that the agent reads. */
  readonly inFolder: boolean;
  readonly servers: Readonly<Record<string, string>>;
}

export function choiceOf(chosen: TargetOptions = {}): Choice {
  const name = chosen["dialect"];
  const isName = (text: unknown): text is keyof typeof dialects =>
    typeof text === "string" && Object.hasOwn(dialects, text);
  const servers = chosen["mcp"];
  return {
    dialect: dialects[isName(name) ? name : "magic"],
    inFolder: chosen["skills"] === "folder",
    servers: typeof servers === "object" ? servers : {},
  };
}
