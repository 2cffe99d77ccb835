import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineReader } from "../../src/cli/mcp/lines.ts";
import { methodsOf } from "../../src/cli/mcp/methods.ts";
import type { Server } from "../../src/cli/mcp/server.ts";
import { createServer } from "../../src/cli/mcp/server.ts";
import type { ServedSkill } from "../../src/cli/mcp/skills.ts";
import { textFile } from "../../src/cli/mcp/files.ts";
import { toolsOf } from "../../targets/mcp/tool.ts";
import { lamWith, programWith, skillWith } from "../helpers/program.ts";
import { envelope } from "../helpers/mcp.ts";

const runs = { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 400) };

function served(name: string): ServedSkill {
  const [tool] = toolsOf(programWith({ name, skills: [skillWith({ name })], term: lamWith() }));
  if (tool === undefined) throw new Error("a skill is a tool");
  const manifest = `---\nname: ${name}\ndescription: "Tests."\n---\nDo it.\n`;
  return { tool, instructions: "Do it.\n", files: [textFile(name, "SKILL.md", manifest)] };
}

function serverOf(...names: readonly string[]): Server {
  return createServer({ capabilities: {}, instructions: "", methods: methodsOf(names.map(served)) });
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("lines", () => {
  test("are the same, however the bytes arrive", () => {
    const bytes = fc.array(fc.constantFrom(0x0a, 0x0a, 0x0d, 0x61, 0xff, 0x00), { maxLength: 60 });
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(60), { maxLength: 6 }), (all, cuts) => {
        const reader = lineReader();
        const ends = [...cuts, all.length].toSorted((a, b) => a - b);
        const lines = ends.flatMap((end, i) =>
          reader.push(Uint8Array.from(all.slice(ends[i - 1] ?? 0, end))),
        );
        const found = [...lines, ...reader.end()].map((line) => Buffer.from(line ?? "").toString("latin1"));
        const text = Buffer.from(all).toString("latin1");
        const expected = text.split("\n");
        if (expected.at(-1) === "") expected.pop();
        expect(found).toEqual(expected.map((line) => line.replace(/\r$/, "")));
      }),
      runs,
    );
  });
});

interface Answer {
  readonly jsonrpc: string;
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

const methods = [
  "initialize",
  "ping",
  "server/discover",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/read",
  "resources/templates/list",
  "resources/directory/read",
  "skills/list",
  "skills/get",
  "toString",
];

/** Messages that are almost right, in every way. */
const params = fc.oneof(
  fc.record(
    {
      _meta: fc.oneof(fc.constant(envelope._meta), fc.jsonValue()),
      name: fc.oneof(fc.constant("one"), fc.jsonValue()),
      arguments: fc.oneof(fc.constant({ input: "x" }), fc.jsonValue()),
      uri: fc.oneof(
        fc.constantFrom("skill://one/SKILL.md", "skill://one", "skill:///", "skill://%"),
        fc.jsonValue(),
      ),
      protocolVersion: fc.oneof(fc.constant("2025-06-18"), fc.jsonValue()),
      cursor: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
);
const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant("2.0") }, fc.jsonValue()),
    id: fc.oneof(fc.nat(), fc.string(), fc.jsonValue()),
    method: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...methods) }, fc.jsonValue()),
    params,
  },
  { requiredKeys: [] },
);

describe("a server", () => {
  test("gives every message that asks for it one answer, and nothing else", async () => {
    const server = serverOf("one", "two");
    await fc.assert(
      fc.asyncProperty(fc.oneof(message, fc.jsonValue()), async (value) => {
        if (Array.isArray(value)) return;
        const answers = (await server.receive(encode(JSON.stringify(value)))) as readonly Answer[];
        const { id, method, ...more } = (value ?? {}) as Record<string, unknown>;
        const isAsked = typeof id === "string" || Number.isSafeInteger(id);
        const isSilent =
          typeof method === "string" ? value !== null && !("id" in (value as object)) : "result" in more;
        expect(answers.length).toBeLessThanOrEqual(1);
        if (!isSilent) expect(answers).toHaveLength(1);
        for (const answer of answers) {
          expect(answer.jsonrpc).toBe("2.0");
          expect("result" in answer).toBe(!("error" in answer));
          expect(answer.id).toBe(isAsked ? id : null);
          if (answer.error !== undefined) {
            expect(Number.isInteger(answer.error.code)).toBe(true);
            // Nothing that a client can send is a mistake of ours.
            expect(answer.error.code).not.toBe(-32603);
          }
        }
      }),
      runs,
    );
  });

  test("reads any bytes", async () => {
    const server = serverOf("one");
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), async (bytes) => {
        const answers = await server.receive(bytes);
        expect(answers.length).toBeLessThanOrEqual(1);
        expect(() => JSON.parse(JSON.stringify(answers)) as unknown).not.toThrow();
      }),
      runs,
    );
  });

  test("gives the text of a skill to any spelling of its URI, and to no other URI", async () => {
    const server = serverOf("one");
    const read = async (uri: string): Promise<boolean> => {
      const line = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri } });
      const [answer] = (await server.receive(encode(line))) as readonly Answer[];
      return answer !== undefined && "result" in answer;
    };
    for (const uri of ["skill://one/SKILL.md", "skill://one/SKILL%2Emd", "skill://%6fne/SKILL.md"]) {
      expect(await read(uri), uri).toBe(true);
    }
    const others = [
      "skill://one/skill.md",
      "skill://one/x/../SKILL.md",
      "skill://one//SKILL.md",
      "file://one/SKILL.md",
      "skill://one%2FSKILL.md",
    ];
    for (const uri of others) expect(await read(uri), uri).toBe(false);
  });
});
