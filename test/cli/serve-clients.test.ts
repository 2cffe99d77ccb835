import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { StdioClientTransport as TransportV2 } from "@modelcontextprotocol/client/stdio";
import { ListSkillsResultSchema } from "@modelcontextprotocol/core/ext/skills";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { skillEntry } from "@modelcontextprotocol/server/ext/skills";
import { describe, expect, onTestFinished, test } from "vitest";
import { root } from "../helpers/command.ts";
import { corpusSkills, hasCorpus, unlessCorpus } from "../helpers/corpus.ts";
import { entry } from "../helpers/mcp.ts";

// The real clients of both SDKs. Each test ends the server that it starts.

const identity = { name: "test", version: "1.0.0" };

interface Connection {
  readonly client: Pick<ClientV2, "callTool" | "listResources" | "listTools" | "readResource">;
  readonly close: () => Promise<void>;
}

function command(
  paths: readonly string[],
  cwd: string,
): { command: string; args: string[]; cwd: string; stderr: "ignore" } {
  return { command: process.execPath, args: [entry, "serve", ...paths, "--stdio"], cwd, stderr: "ignore" };
}

async function connectV2(mode: "legacy" | "auto", paths = ["examples"], cwd = root): Promise<ClientV2> {
  const client = new ClientV2(identity, { versionNegotiation: { mode } });
  await client.connect(new TransportV2(command(paths, cwd)));
  return client;
}

async function connectV1(paths = ["examples"], cwd = root): Promise<ClientV1> {
  const client = new ClientV1(identity);
  await client.connect(new TransportV1(command(paths, cwd)));
  return client;
}

const clients: readonly (readonly [string, () => Promise<Connection>])[] = [
  [
    "version 1",
    async () => {
      const client = await connectV1();
      return { client: client as unknown as Connection["client"], close: async () => client.close() };
    },
  ],
  ...(["legacy", "auto"] as const).map((mode): readonly [string, () => Promise<Connection>] => [
    `version 2, ${mode}`,
    async () => {
      const client = await connectV2(mode);
      return { client, close: async () => client.close() };
    },
  ]),
];

describe.each(clients)("the client of %s", (_, connect) => {
  test("lists and calls every tool, and reads every resource", async () => {
    const { client, close } = await connect();
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual([
        "assignment-grader",
        "github-issue-search",
        "make-pdf",
        "pdf-library",
        "qa",
        "second-opinion",
      ]);
      const search = tools.find(({ name }) => name === "github-issue-search");
      expect(search?.annotations).toEqual({
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      });
      for (const { name } of tools) {
        const query = { repo_owner: "a", repo_name: "b", query: "c" };
        const right = name === "github-issue-search" ? query : { input: "x" };
        const answer = await client.callTool({ name, arguments: right });
        expect(answer.isError, name).toBeFalsy();
        expect(JSON.stringify(answer.content).length, name).toBeGreaterThan(200);
        const wrong = await client.callTool({ name, arguments: { nothing: 1 } });
        expect(wrong.isError, name).toBe(true);
      }
      await expect(client.callTool({ name: "none", arguments: {} })).rejects.toThrow(/Unknown tool/);
      const { resources } = await client.listResources();
      expect(resources.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
      for (const { uri } of resources) {
        const { contents } = await client.readResource({ uri });
        expect(contents[0]).toMatchObject({ uri, mimeType: "text/markdown" });
      }
      await expect(client.readResource({ uri: "skill://none/SKILL.md" })).rejects.toThrow();
    } finally {
      await close();
    }
  });
});

test("the versions are what the clients ask for", async () => {
  const v1 = await connectV1();
  expect(v1.getServerVersion()).toMatchObject({ name: "skillc" });
  await v1.close();
  for (const [mode, version] of [
    ["legacy", "2025-11-25"],
    ["auto", "2026-07-28"],
  ] as const) {
    const client = await connectV2(mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    await client.close();
  }
});

test("the client of version 1 lists skills by the schema of the extension", async () => {
  const client = await connectV1();
  const answer = await client.request({ method: "skills/list", params: {} }, ListSkillsResultSchema as never);
  expect(answer).toMatchObject({ skills: { length: 6 } });
  await client.close();
});

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "skillc-test-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Reads every file of every skill, which the client holds to digest, size and its own reading of the front matter. */
async function verifySkills(
  paths: string[],
  cwd: string,
  mode: "legacy" | "auto",
): Promise<readonly string[]> {
  const client = await connectV2(mode, paths, cwd);
  try {
    const skills = new SkillsClient(client);
    expect(skills.supported && skills.directoryRead).toBe(true);
    const { skills: entries } = await skills.list();
    for (const listed of entries) {
      expect((await skills.get(listed.uri)).skill).toEqual(listed);
      const files: Record<string, Uint8Array> = {};
      if (listed.resources === "dynamic") throw new Error(`${listed.uri} has no digests`);
      for (const { uri } of listed.resources) {
        const file = await skills.read(listed, uri);
        expect(file.verified).toBe(true);
        const folder = listed.uri.slice(0, -"SKILL.md".length);
        files[decodeURIComponent(uri.slice(folder.length))] = file.bytes;
      }
      // The server side of the SDK makes the same entry of the same files.
      const made = await skillEntry(listed.frontmatter.name, files);
      const byUri = (a: { readonly uri: string }, b: { readonly uri: string }): number =>
        a.uri < b.uri ? -1 : 1;
      expect({ ...listed, resources: listed.resources.toSorted(byUri) }).toEqual(made);
    }
    return entries.map(({ frontmatter }) => frontmatter.name);
  } finally {
    await client.close();
  }
}

describe("the client of the skills extension", () => {
  test.each(["legacy", "auto"] as const)("verifies every file of every example (%s)", async (mode) => {
    expect(await verifySkills(["examples"], root, mode)).toHaveLength(6);
  });

  test("reads front matter as it is meant, whatever it holds", async () => {
    const descriptions = [
      "Reads: finds # and 'quotes' and \"others\". Use when asked.",
      "一行。Use when 😀 or \\u0041 or --- or {{x}}.",
      "Uses {braces}, [brackets], & and *stars*. Use when `code` is read.",
      "Two\nlines\n\n  and more. Use when read.\n",
      "yes",
    ];
    const folders = descriptions.map((description, i) => ({
      name: i === 0 ? "null" : `skill-${i}`,
      description,
    }));
    const folder = scratch();
    for (const { name, description } of folders) {
      mkdirSync(join(folder, name, "a b"), { recursive: true });
      const about = `name: "${name}"\ndescription: ${JSON.stringify(description)}\nmetadata: {version: "1.10", on: "no"}\n`;
      writeFileSync(join(folder, name, "SKILL.md"), `---\n${about}---\nRead it.\r\n`);
      writeFileSync(join(folder, name, "a b", "100%.md"), "x");
    }
    expect(await verifySkills(["."], folder, "auto")).toHaveLength(folders.length);
  });

  test.skipIf(!hasCorpus)(`verifies 200 public skills${unlessCorpus}`, async () => {
    const chosen = corpusSkills()
      .filter((_, i) => i % 7 === 0)
      .slice(0, 200);
    const folder = scratch();
    for (const [i, { files }] of chosen.entries()) {
      const [manifest] = files;
      const place = join(folder, String(i), basename(dirname(manifest?.path ?? "")));
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, "SKILL.md"), manifest?.bytes ?? "");
    }
    expect((await verifySkills(["."], folder, "auto")).length).toBeGreaterThan(130);
  });
});

test("what the README shows of a client's configuration starts the server", () => {
  const page = readFileSync(join(root, "targets/mcp/README.md"), "utf8");
  const [, block = ""] = /```json\n(\{\s*"mcpServers"[\s\S]*?)```/.exec(page) ?? [];
  const { mcpServers } = JSON.parse(block) as {
    mcpServers: Record<string, { command: string; args: string[] }>;
  };
  expect(Object.values(mcpServers)).toEqual([
    { command: "npx", args: ["skillc", "serve", "skills", "--stdio"] },
  ]);
});
