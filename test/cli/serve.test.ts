import { createHash } from "node:crypto";
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root, skillc, withFolder } from "../helpers/command.ts";
import { call, envelope, serve } from "../helpers/mcp.ts";

type Fields = Readonly<Record<string, unknown>>;

function resultOf(method: string, params?: object, paths?: readonly string[], cwd?: string): Fields {
  const [answer] = serve(call(1, method, params), paths, cwd).answers;
  if (answer?.result === undefined) throw new Error(JSON.stringify(answer));
  return answer.result;
}

function writeSkill(folder: string, name: string, text: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "SKILL.md"), text);
}

const good = (name: string): string =>
  `---\nname: ${name}\ndescription: Reads ${name}. Use when the user reads ${name}.\n---\nRead it.\n`;

describe("the end of the input", () => {
  test("comes after every answer, and ends the server", () => {
    const calls = Array.from({ length: 300 }, (_, i) => call(i, i % 2 === 0 ? "tools/list" : "skills/list"));
    const { answers, status } = serve(calls.join(""));
    expect(answers.map(({ id }) => id)).toEqual(calls.map((__, i) => i));
    expect(answers.every(({ result }) => result !== undefined)).toBe(true);
    expect(status).toBe(0);
  });

  test("may come in the middle of a line", () => {
    const text = call(1, "ping") + call(2, "ping").trimEnd();
    expect(serve(text).answers.map(({ id }) => id)).toEqual([1, 2]);
    expect(serve(text.slice(0, -1)).answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, undefined],
      [null, -32700],
    ]);
    expect(serve("").answers).toEqual([]);
    expect(serve("\r\n\n").answers).toEqual([]);
  });

  test("closes the streams of notifications", () => {
    const listen = (id: string): string =>
      call(id, "subscriptions/listen", { ...envelope, notifications: { toolsListChanged: true } });
    const { answers } = serve(
      listen("a") + listen("b") + call(undefined, "notifications/cancelled", { requestId: "a" }),
    );
    const acknowledged = (id: string): object => ({
      jsonrpc: "2.0",
      method: "notifications/subscriptions/acknowledged",
      params: { _meta: { "io.modelcontextprotocol/subscriptionId": id }, notifications: {} },
    });
    expect(answers).toEqual([
      acknowledged("a"),
      acknowledged("b"),
      {
        jsonrpc: "2.0",
        id: "b",
        result: {
          resultType: "complete",
          _meta: {
            "io.modelcontextprotocol/subscriptionId": "b",
            "io.modelcontextprotocol/serverInfo": expect.objectContaining({ name: "skillc" }) as object,
          },
        },
      },
    ]);
  });
});

describe("a broken message is answered, and the next one too", () => {
  const broken: readonly (readonly [string, string, unknown, number])[] = [
    ["nonsense", "{", null, -32700],
    ["an empty batch", "[]", null, -32600],
    ["a number", "1", null, -32600],
    ["null", "null", null, -32600],
    ["no version", '{"id":1,"method":"ping"}', 1, -32600],
    ["another version", '{"jsonrpc":"1.0","id":1,"method":"ping"}', 1, -32600],
    ["no method", '{"jsonrpc":"2.0","id":1}', 1, -32600],
    ["a method that is no text", '{"jsonrpc":"2.0","id":"x","method":7}', "x", -32600],
    ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32600],
    ["an id that is null", '{"jsonrpc":"2.0","id":null,"method":"ping"}', null, -32600],
    ["a fraction as id", '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', null, -32600],
    ["a list of parameters", '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', 1, -32602],
    ["an unknown method", '{"jsonrpc":"2.0","id":1,"method":"tools/dance"}', 1, -32601],
    ["a method of every object", '{"jsonrpc":"2.0","id":1,"method":"constructor"}', 1, -32601],
    ["initialize without a version", '{"jsonrpc":"2.0","id":1,"method":"initialize"}', 1, -32602],
    ["an unknown tool", call(1, "tools/call", { name: "dance" }).trim(), 1, -32602],
    ["a tool without a name", call(1, "tools/call").trim(), 1, -32602],
    ["arguments that are a list", call(1, "tools/call", { name: "qa", arguments: ["x"] }).trim(), 1, -32602],
    [
      "a resource that is not there",
      call(1, "resources/read", { uri: "skill://qa/none.md" }).trim(),
      1,
      -32002,
    ],
    [
      "a resource of another scheme",
      call(1, "resources/read", { uri: "file:///etc/passwd" }).trim(),
      1,
      -32002,
    ],
    ["a resource without a URI", call(1, "resources/read", { uri: 7 }).trim(), 1, -32602],
    [
      "a way out of the folder",
      call(1, "resources/read", { uri: "skill://make-pdf/../../package.json" }).trim(),
      1,
      -32002,
    ],
    [
      "an escaped way out",
      call(1, "resources/read", { uri: "skill://make-pdf/%2e%2e%2f%2e%2e%2fpackage.json" }).trim(),
      1,
      -32002,
    ],
    ["an escape that is none", call(1, "resources/read", { uri: "skill://qa/%zz" }).trim(), 1, -32002],
    [
      "a folder that is not there",
      call(1, "resources/directory/read", { uri: "skill://none" }).trim(),
      1,
      -32602,
    ],
    ["a skill that is not there", call(1, "skills/get", { uri: "skill://none/SKILL.md" }).trim(), 1, -32602],
    [
      "a file that is no skill",
      call(1, "skills/get", { uri: "skill://make-pdf/scripts/render.mjs" }).trim(),
      1,
      -32602,
    ],
    ["a cursor that was never given", call(1, "tools/list", { cursor: "x" }).trim(), 1, -32602],
    [
      "nesting without end",
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":${"[".repeat(200_000)}`,
      null,
      -32700,
    ],
  ];

  test("in their order, whatever they are", () => {
    const { answers, status } = serve(broken.map(([, line]) => `${line}\n`).join("") + call("after", "ping"));
    const seen = answers.map(({ id, error }, i) => [broken[i]?.[0], id, error?.code]);
    expect(seen).toEqual([
      ...broken.map(([name, , id, code]) => [name, id, code]),
      [undefined, "after", undefined],
    ]);
    expect(status).toBe(0);
  });

  test("bytes that are no UTF-8", () => {
    const { answers } = serve(
      Buffer.concat([Buffer.of(0x22, 0xff, 0xfe, 0x22, 0x0a), Buffer.from(call(2, "ping"))]),
    );
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [null, -32700],
      [2, undefined],
    ]);
  });

  test("a message of more than 16 MB", () => {
    const { answers } = serve(`"${"x".repeat(17_000_000)}"\n${call(2, "ping")}`);
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [null, -32600],
      [2, undefined],
    ]);
  });

  test("arguments that nest deeply", () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const line = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"qa","arguments":{"input":${deep}}}}\n`;
    const [answer, after] = serve(line + call(2, "ping")).answers;
    expect(answer?.id).toBe(1);
    expect(answer?.result?.["isError"] === true || answer?.error !== undefined).toBe(true);
    expect(after?.id).toBe(2);
  });

  test("notifications and answers are not answered", () => {
    const text =
      call(undefined, "notifications/initialized") +
      call(undefined, "no/such") +
      '{"jsonrpc":"2.0","id":5,"result":{}}\n{"jsonrpc":"2.0","id":6,"error":{"code":1,"message":"x"}}\n';
    expect(serve(text).answers).toEqual([]);
  });

  test("a batch is answered by one", () => {
    const batch = [
      call(1, "ping"),
      call(undefined, "notifications/initialized"),
      "7",
      call(2, "no/such"),
    ].map((part) => part.trim());
    const [answers, ...more] = serve(`[${batch.join(",")}]\n`).answers as unknown as readonly {
      id: unknown;
      error?: { code: number };
    }[][];
    expect(more).toEqual([]);
    expect(answers?.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, undefined],
      [null, -32600],
      [2, -32601],
    ]);
    expect(serve(`[${call(undefined, "notifications/initialized").trim()}]\n`).answers).toEqual([]);
  });
});

describe("the version of the protocol", () => {
  test("is the one that is asked for, or the newest of those with a handshake", () => {
    const known = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
    const unknown = ["2026-07-28", "1999-01-01", ""];
    const calls = [...known, ...unknown].map((protocolVersion, i) =>
      call(i, "initialize", { protocolVersion }),
    );
    const { answers } = serve(calls.join(""));
    expect(answers.map(({ result }) => result?.["protocolVersion"])).toEqual([
      ...known,
      ...unknown.map(() => "2025-11-25"),
    ]);
    expect(answers[0]?.result).toMatchObject({
      capabilities: {
        tools: {},
        resources: {},
        extensions: { "io.modelcontextprotocol/skills": { directoryRead: true } },
      },
      serverInfo: { name: "skillc" },
    });
  });

  test("without a handshake is said by every request", () => {
    const { answers } = serve(
      call(1, "server/discover", envelope) + call(2, "tools/list", envelope) + call(3, "tools/list"),
    );
    const [discovered, stateless, classic] = answers.map(({ result }) => result);
    expect(discovered).toMatchObject({
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {} },
      ttlMs: 0,
      cacheScope: "private",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "skillc" } },
    });
    expect(stateless).toMatchObject({ resultType: "complete", ttlMs: 0, tools: { length: 6 } });
    expect(Object.keys(classic ?? {})).toEqual(["tools"]);
  });

  test("is refused where it is unknown, or incomplete", () => {
    const version = "io.modelcontextprotocol/protocolVersion";
    const metas: readonly object[] = [
      { ...envelope._meta, [version]: "2031-01-01" },
      { ...envelope._meta, [version]: "2025-11-25" },
      { ...envelope._meta, [version]: 7 },
      { [version]: "2026-07-28" },
    ];
    // A client that gets the last of these goes on to the handshake.
    const calls = [...metas.map((_meta, i) => call(i, "tools/list", { _meta })), call(4, "server/discover")];
    const { answers } = serve(calls.join(""));
    expect(answers.map(({ error }) => error?.code)).toEqual([-32022, -32022, -32602, -32602, -32602]);
    expect(answers[0]?.error?.data).toEqual({ supported: ["2026-07-28"], requested: "2031-01-01" });
  });

  test("decides on the code for a resource that is not there", () => {
    const uri = "skill://none/x";
    const { answers } = serve(
      call(1, "resources/read", { uri }) + call(2, "resources/read", { ...envelope, uri }),
    );
    expect(answers.map(({ error }) => error?.code)).toEqual([-32002, -32602]);
  });
});

describe("what is served", () => {
  test("are the tools that are compiled, without promises about an output", () => {
    withFolder((folder) => {
      skillc(["compile", "examples", "--target", "mcp", "--out", folder]);
      const { tools } = resultOf("tools/list") as {
        readonly tools: readonly (Fields & { readonly name: string })[];
      };
      expect(tools.map(({ name }) => name)).toEqual([
        "assignment-grader",
        "github-issue-search",
        "make-pdf",
        "pdf-library",
        "qa",
        "second-opinion",
      ]);
      for (const tool of tools) {
        const text = readFileSync(join(folder, "mcp", tool.name, "tools.json"), "utf8");
        const [{ outputSchema: _output, ...compiled } = {}] = JSON.parse(text) as readonly Fields[];
        expect(tool).toEqual(compiled);
      }
    });
  });

  test("a call gives the instructions byte for byte, the input, what to answer, and the files", () => {
    const content = (name: string, input: object): readonly string[] => {
      const result = resultOf("tools/call", { name, arguments: input });
      expect(result["isError"]).toBeUndefined();
      return (result["content"] as readonly { readonly text: string }[]).map(({ text }) => text);
    };
    const source = readFileSync(join(root, "examples/make-pdf/SKILL.md"), "utf8");
    expect(content("make-pdf", { input: "a.md" })).toEqual([
      source.slice(source.indexOf("---\n", 4) + 4),
      "Input:\na.md",
      expect.stringMatching(/\nskill:\/\/make-pdf\/scripts\/render\.mjs$/),
    ]);
    const query = { repo_owner: "a", repo_name: "b", query: "c" };
    const [, input, answer] = content("github-issue-search", query);
    expect(input).toBe(`Input:\n${JSON.stringify(query)}`);
    expect(answer).toMatch(/^Answer with JSON that fits this schema:\n\{"type":"object"/);
  });

  test("arguments that do not fit are answered with the schema", () => {
    const wrong: readonly (readonly [string, object])[] = [
      ["make-pdf", {}],
      ["make-pdf", { input: 7 }],
      ["make-pdf", { input: "a", more: 1 }],
      ["github-issue-search", { repo_owner: "a" }],
      ["github-issue-search", { repo_owner: "a", repo_name: "b", query: "c", state: "none" }],
    ];
    const calls = wrong.map(([name, input], i) => call(i, "tools/call", { name, arguments: input }));
    const { answers } = serve(calls.join(""));
    expect(answers).toHaveLength(wrong.length);
    for (const { result } of answers) {
      expect(result?.["isError"]).toBe(true);
      expect(JSON.stringify(result?.["content"])).toContain("properties");
    }
  });

  test("files have the digests that are listed, text or not", () => {
    withFolder((folder) => {
      writeSkill(folder, "pictures", good("pictures"));
      mkdirSync(join(folder, "pictures/assets"));
      writeFileSync(join(folder, "pictures/assets/a b&c.png"), Buffer.of(0x89, 0x50, 0xff, 0x00));
      writeFileSync(join(folder, "pictures/assets/bom.txt"), "\ufeffx\r\n");
      const { skills } = resultOf("skills/list", {}, ["."], folder) as {
        readonly skills: readonly {
          readonly uri: string;
          readonly resources: readonly { uri: string; digest: string; size: number }[];
        }[];
      };
      const resources = skills[0]?.resources ?? [];
      expect(resources.map(({ uri }) => uri).toSorted()).toEqual([
        "skill://pictures/SKILL.md",
        "skill://pictures/assets/a%20b%26c.png",
        "skill://pictures/assets/bom.txt",
      ]);
      const reads = resources.map(({ uri }, i) => call(i, "resources/read", { uri })).join("");
      for (const [i, { result }] of serve(reads, ["."], folder).answers.entries()) {
        const [{ text, blob } = {}] = (result?.["contents"] ?? []) as readonly {
          text?: string;
          blob?: string;
        }[];
        const bytes = text === undefined ? Buffer.from(blob ?? "", "base64") : Buffer.from(text);
        const { digest, size } = resources[i] ?? {};
        expect(`sha256:${createHash("sha256").update(bytes).digest("hex")}`).toBe(digest);
        expect(bytes.length).toBe(size);
      }
      // However a client spells it.
      expect(
        resultOf("resources/read", { uri: "skill://pictures/assets/a b&c.png" }, ["."], folder),
      ).toHaveProperty("contents");
    });
  });

  test("an answer that would end the connection of a client is an error", () => {
    withFolder((folder) => {
      writeSkill(folder, "large", good("large"));
      writeFileSync(join(folder, "large/a.bin"), Buffer.alloc(8_000_000, 0xff));
      const { answers } = serve(
        call(1, "resources/read", { uri: "skill://large/a.bin" }) + call(2, "ping"),
        ["."],
        folder,
      );
      expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
        [1, -32603],
        [2, undefined],
      ]);
    });
  });

  test("folders are listed", () => {
    const children = (uri: string): readonly unknown[] =>
      (
        resultOf("resources/directory/read", { uri })["resources"] as readonly {
          name: string;
          mimeType: string;
        }[]
      ).map(({ name, mimeType }) => [name, mimeType]);
    expect(children("skill://make-pdf")).toEqual([
      ["SKILL.md", "text/markdown"],
      ["scripts", "inode/directory"],
    ]);
    expect(children("skill://make-pdf/scripts/")).toEqual([["render.mjs", "text/javascript"]]);
  });

  test("a link out of the skill is not followed", () => {
    withFolder((folder) => {
      writeFileSync(join(folder, "secret.txt"), "secret");
      writeSkill(join(folder, "skills"), "links", good("links"));
      symlinkSync(join(folder, "secret.txt"), join(folder, "skills/links/secret.txt"));
      const { answers } = serve(
        call(1, "skills/list") + call(2, "resources/read", { uri: "skill://links/secret.txt" }),
        ["skills"],
        folder,
      );
      expect(JSON.stringify(answers)).not.toContain('secret"');
      expect(JSON.stringify(answers[0])).not.toContain("secret.txt");
      expect(answers[1]?.error?.code).toBe(-32002);
    });
  });
});

describe("one bad skill", () => {
  test("hides no other; what is wrong goes to stderr", () => {
    withFolder((folder) => {
      cpSync(join(root, "test/cli/fixtures/mixed"), join(folder, "mixed"), { recursive: true });
      writeSkill(folder, "fine", good("fine"));
      writeSkill(folder, "torn", "---\nname: torn\ndescription: 'a\n---\nx\n");
      writeSkill(folder, "also-fine", good("also-fine"));
      mkdirSync(join(folder, "folder/SKILL.md"), { recursive: true });
      writeSkill(folder, "bytes", "\0\ufffd---");
      const { answers, stderr, status } = serve(
        call(1, "tools/list") + call(2, "skills/list"),
        ["."],
        folder,
      );
      const names = ((answers[0]?.result?.["tools"] ?? []) as readonly { name: string }[]).map(
        ({ name }) => name,
      );
      expect(names).toEqual(expect.arrayContaining(["fine", "also-fine"]));
      expect(names).not.toContain("torn");
      expect(answers[1]?.result?.["skills"]).toHaveLength(names.length);
      expect(stderr).toMatch(/^error\[\S+\] torn\/SKILL\.md:/m);
      expect(stderr).toMatch(/\d+ skills: \d+ errors/);
      expect(status).toBe(1);
    });
  });

  test("that only users start is no tool, and stderr says so", () => {
    withFolder((folder) => {
      writeSkill(
        folder,
        "deploy",
        good("deploy").replace("---\nRead", "disable-model-invocation: true\n---\nRead"),
      );
      writeSkill(folder, "fine", good("fine"));
      const { answers, stderr } = serve(call(1, "tools/list") + call(2, "skills/list"), ["."], folder);
      expect(answers[0]?.result?.["tools"]).toMatchObject([{ name: "fine" }]);
      expect(answers[1]?.result?.["skills"]).toMatchObject([{ uri: "skill://fine/SKILL.md" }]);
      expect(stderr).toContain("target/mcp-user-only");
    });
  });

  test("of a name that another has is served beside it", () => {
    withFolder((folder) => {
      writeSkill(join(folder, "a"), "same", good("same"));
      writeSkill(join(folder, "b"), "same", good("same"));
      const { tools } = resultOf("tools/list", {}, ["."], folder) as {
        readonly tools: readonly { name: string }[];
      };
      expect(new Set(tools.map(({ name }) => name)).size).toBe(2);
      const { skills } = resultOf("skills/list", {}, ["."], folder) as {
        readonly skills: readonly { uri: string }[];
      };
      expect(new Set(skills.map(({ uri }) => uri)).size).toBe(2);
    });
  });

  test.each([
    [513, 1],
    [2, 9_000_000],
  ])("of %d more files of %d bytes is a tool alone, since hosts may refuse it", (count, size) => {
    withFolder((folder) => {
      writeSkill(folder, "large", good("large"));
      writeSkill(folder, "fine", good("fine"));
      for (let i = 0; i < count; i++) writeFileSync(join(folder, `large/${i}.txt`), "x".repeat(size));
      const { answers } = serve(call(1, "skills/list") + call(2, "tools/list"), ["."], folder);
      const skills = answers[0]?.result?.["skills"] as readonly { readonly uri: string }[];
      expect(skills.map(({ uri }) => uri)).toEqual(["skill://fine/SKILL.md"]);
      expect(answers[1]?.result?.["tools"]).toHaveLength(2);
    });
  });

  test("many problems do not fill the pipe of a client that never reads them", () => {
    withFolder((folder) => {
      for (let i = 0; i < 300; i++) writeSkill(folder, `S${i}`, good(`S${i}`));
      const { stderr, answers } = serve(call(1, "ping"), ["."], folder);
      expect(stderr.length).toBeLessThan(14_000);
      expect(stderr).toMatch(/^and \d+ more; `skillc check` shows all$/m);
      expect(answers).toHaveLength(1);
    });
  });

  test("a file that vanishes is no longer listed", () => {
    withFolder((folder) => {
      writeSkill(folder, "fine", good("fine"));
      writeFileSync(join(folder, "fine/notes.md"), "x");
      chmodSync(join(folder, "fine/notes.md"), 0o000);
      // Root may read it all the same.
      const { skills } = resultOf("skills/list", {}, ["."], folder) as { readonly skills: readonly Fields[] };
      expect(skills).toHaveLength(1);
    });
  });
});

describe("wrong use", () => {
  test.each([
    [["serve", "examples"], /^skillc: say how to serve: --stdio\n$/],
    [["serve", "none", "--stdio"], /^skillc: there is no file or folder "none"\n$/],
    [["serve", "examples", "--stdio", "--port", "80"], /^skillc: unknown option/],
  ])("skillc %j", (args, message) => {
    const { status, stdout, stderr } = skillc(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(message);
  });

  test("a tree without skills serves none, and says so", () => {
    withFolder((folder) => {
      const { answers, stderr, status } = serve(call(1, "tools/list"), ["."], folder);
      expect(answers[0]?.result).toEqual({ tools: [] });
      expect(stderr).toContain("name/no-skill");
      expect(status).toBe(1);
    });
  });
});
