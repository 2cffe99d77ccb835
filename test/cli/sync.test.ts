import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Answer } from "../helpers/command.ts";
import { root, skillc, withFolder } from "../helpers/command.ts";

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const skillMd = (name: string, body = "Do it.", more = ""): string =>
  `---\nname: ${name}\ndescription: "Does ${name}. Use when the user says ${name}."\n${more}---\n${body}\n`;

/** Every file below a folder with its bytes, what links lead to, and when it was last written. */
function snapshot(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.toSorted().map((path) => {
      const stats = lstatSync(path);
      const content = stats.isSymbolicLink() ? "link" : readFileSync(path, "latin1");
      return [relative(folder, path), `${stats.mtimeMs} ${stats.mode} ${content}`];
    }),
  );
}

interface Report {
  readonly skills: readonly { readonly name: string; readonly path: string; readonly action: string }[];
  readonly diagnostics: readonly { readonly code: string; readonly file: string; readonly message: string }[];
}

const sync = (cwd: string, ...args: readonly string[]): Answer =>
  skillc(["sync", "skills", ...args], { cwd });

function synced(cwd: string, ...args: readonly string[]): Report & { readonly status: number | null } {
  const { status, stdout, stderr } = sync(cwd, ...args, "--format", "json");
  if (stdout === "") throw new Error(stderr);
  return { ...(JSON.parse(stdout) as Report), status };
}

const actions = ({ skills }: Report): Readonly<Record<string, string>> =>
  Object.fromEntries(skills.map(({ name, action }) => [name, action]));

const syncCodes = ({ diagnostics }: Report): readonly string[] =>
  diagnostics.map(({ code }) => code).filter((code) => code.startsWith("client/sync"));

describe("skillc sync", () => {
  test("writes the skills with their files, and a second run writes nothing", () => {
    withFolder((folder) => {
      write(folder, {
        "skills/deploy/SKILL.md": skillMd("deploy", "Run scripts/go.sh"),
        "skills/deploy/scripts/go.sh": "echo go\n",
        "skills/notes/skill.yml": "name: notes\ndescription: Writes notes. Use when asked.\nprompt: Write.\n",
      });
      chmodSync(join(folder, "skills/deploy/scripts/go.sh"), 0o755);
      expect(actions(synced(folder, "--to", "out"))).toEqual({ deploy: "create", notes: "create" });
      expect(readFileSync(join(folder, "out/deploy/SKILL.md"), "utf8")).toBe(
        skillMd("deploy", "Run scripts/go.sh"),
      );
      expect(readFileSync(join(folder, "out/deploy/scripts/go.sh"), "utf8")).toBe("echo go\n");
      expect(statSync(join(folder, "out/deploy/scripts/go.sh")).mode & 0o111).not.toBe(0);
      expect(readdirSync(join(folder, "out")).toSorted()).toEqual(["deploy", "notes"]);
      const before = snapshot(folder);
      expect(actions(synced(folder, "--to", "out"))).toEqual({ deploy: "unchanged", notes: "unchanged" });
      expect(snapshot(folder)).toEqual(before);
    });
  });

  test("notes what it wrote in a marker that names no machine", () => {
    withFolder((folder) => {
      write(folder, { "skills/deploy/SKILL.md": skillMd("deploy") });
      sync(folder, "--to", "out");
      const marker = readFileSync(join(folder, "out/deploy/.skillc-sync.json"), "utf8");
      expect(JSON.parse(marker)).toMatchObject({ version: 1, source: "../skills/deploy" });
      expect(marker).not.toContain(folder);
      // A skill that is checked where it was written has nothing more to say.
      expect(skillc(["check", "out", "--format", "json"], { cwd: folder }).stdout).not.toContain(
        ".skillc-sync",
      );
    });
  });

  test("writes what changed, and leaves the rest untouched", () => {
    withFolder((folder) => {
      write(folder, { "skills/a/SKILL.md": skillMd("a"), "skills/b/SKILL.md": skillMd("b") });
      sync(folder, "--to", "out");
      const before = snapshot(join(folder, "out/b"));
      write(folder, { "skills/a/SKILL.md": skillMd("a", "Do more."), "skills/a/new.md": "x\n" });
      expect(actions(synced(folder, "--to", "out"))).toEqual({ a: "update", b: "unchanged" });
      expect(readFileSync(join(folder, "out/a/SKILL.md"), "utf8")).toContain("Do more.");
      expect(existsSync(join(folder, "out/a/new.md"))).toBe(true);
      expect(snapshot(join(folder, "out/b"))).toEqual(before);
      rmSync(join(folder, "skills/a/new.md"));
      sync(folder, "--to", "out");
      expect(existsSync(join(folder, "out/a/new.md"))).toBe(false);
      chmodSync(join(folder, "skills/b/SKILL.md"), 0o755);
      expect(actions(synced(folder, "--to", "out"))["b"]).toBe("unchanged");
    });
  });

  test("sweeps what it wrote and nobody wants any more, and nothing else", () => {
    withFolder((folder) => {
      const names = ["stays", "goes", "renamed", "off", "broken"];
      write(folder, Object.fromEntries(names.map((name) => [`skills/${name}/SKILL.md`, skillMd(name)])));
      write(folder, {
        "other/mine/SKILL.md": skillMd("mine"),
        "skills/yml/skill.yml": "name: yml\ndescription: D. Use when asked.\nprompt: Do it.\n",
        "out/by-hand/SKILL.md": skillMd("by-hand"),
        "out/note.txt": "mine\n",
      });
      sync(folder, "--to", "out");
      skillc(["sync", "other", "--to", "out"], { cwd: folder });
      rmSync(join(folder, "skills/goes"), { recursive: true });
      write(folder, {
        "skills/renamed/SKILL.md": skillMd("has-another-name"),
        "skills/yml/skill.yml":
          "name: yml\ndescription: D. Use when asked.\nprompt: Do it.\nenabled: false\n",
        "skills/broken/SKILL.md": "---\nname: [broken\n---\n",
      });
      const report = synced(folder, "--to", "out");
      expect(actions(report)).toEqual({
        goes: "remove",
        "has-another-name": "create",
        off: "unchanged",
        renamed: "remove",
        stays: "unchanged",
        yml: "remove",
      });
      expect(report.status).toBe(1);
      expect(readdirSync(join(folder, "out")).toSorted()).toEqual([
        "broken",
        "by-hand",
        "has-another-name",
        "mine",
        "note.txt",
        "off",
        "stays",
      ]);
      // One skill alone sweeps nothing of the others.
      expect(
        JSON.parse(
          skillc(["sync", "skills/stays", "--to", "out", "--format", "json"], { cwd: folder }).stdout,
        ),
      ).toMatchObject({ skills: [{ name: "stays", action: "unchanged" }] });
    });
  });

  test.each([
    ["a changed file", (at: string) => writeFileSync(join(at, "SKILL.md"), "mine\n")],
    ["a new file", (at: string) => writeFileSync(join(at, "more.md"), "mine\n")],
    ["a missing file", (at: string) => rmSync(join(at, "SKILL.md"))],
    [
      "a link in place of a file",
      (at: string) => (rmSync(join(at, "SKILL.md")), symlinkSync("/etc/hostname", join(at, "SKILL.md"))),
    ],
    [
      "a marker that is none",
      (at: string) => (
        writeFileSync(join(at, "SKILL.md"), "x"),
        writeFileSync(join(at, ".skillc-sync.json"), "{")
      ),
    ],
  ])("refuses what has been edited since: %s", (_, edit) => {
    withFolder((folder) => {
      write(folder, { "skills/a/SKILL.md": skillMd("a"), "skills/b/SKILL.md": skillMd("b") });
      sync(folder, "--to", "out");
      edit(join(folder, "out/a"));
      write(folder, { "skills/a/SKILL.md": skillMd("a", "New."), "skills/b/SKILL.md": skillMd("b", "New.") });
      const before = snapshot(join(folder, "out/a"));
      const report = synced(folder, "--to", "out");
      expect(report.status).toBe(1);
      expect(actions(report)).toEqual({ a: "refuse", b: "update" });
      expect(syncCodes(report)).toEqual(["client/sync-edited"]);
      expect(report.diagnostics.find(({ code }) => code === "client/sync-edited")?.file).toBe(
        "skills/a/SKILL.md",
      );
      expect(snapshot(join(folder, "out/a"))).toEqual(before);
      expect(sync(folder, "--to", "out").stderr).toContain("--force");
      const forced = synced(folder, "--to", "out", "--force");
      expect([forced.status, actions(forced)]).toEqual([0, { a: "update", b: "unchanged" }]);
      expect(readFileSync(join(folder, "out/a/SKILL.md"), "utf8")).toBe(skillMd("a", "New."));
      expect(readdirSync(join(folder, "out/a")).toSorted()).toEqual([".skillc-sync.json", "SKILL.md"]);
    });
  });

  test("keeps a stale skill that has been edited, until it is forced", () => {
    withFolder((folder) => {
      write(folder, { "skills/a/SKILL.md": skillMd("a"), "skills/b/SKILL.md": skillMd("b") });
      sync(folder, "--to", "out");
      rmSync(join(folder, "skills/a"), { recursive: true });
      write(folder, { "out/a/SKILL.md": "mine\n" });
      const report = synced(folder, "--to", "out");
      expect([report.status, actions(report), syncCodes(report)]).toEqual([
        1,
        { a: "refuse", b: "unchanged" },
        ["client/sync-edited"],
      ]);
      expect(readFileSync(join(folder, "out/a/SKILL.md"), "utf8")).toBe("mine\n");
      expect(actions(synced(folder, "--to", "out", "--force"))).toEqual({ a: "remove", b: "unchanged" });
      expect(existsSync(join(folder, "out/a"))).toBe(false);
    });
  });

  test.each([
    ["a folder", (out: string) => write(out, { "a/SKILL.md": "mine\n" })],
    ["a file", (out: string) => write(out, { a: "mine\n" })],
    ["a folder of another case", (out: string) => write(out, { "A/SKILL.md": "mine\n" })],
    [
      "a link",
      (out: string) => (
        mkdirSync(join(out, "../elsewhere")),
        mkdirSync(out),
        symlinkSync("../elsewhere", join(out, "a"))
      ),
    ],
    ["a dangling link", (out: string) => (mkdirSync(out), symlinkSync("../nowhere", join(out, "a")))],
  ])("never writes over what was written by hand, with --force neither: %s", (_, make) => {
    withFolder((folder) => {
      write(folder, { "skills/a/SKILL.md": skillMd("a") });
      make(join(folder, "out"));
      const before = snapshot(folder);
      for (const more of [[], ["--force"]]) {
        const report = synced(folder, "--to", "out", ...more);
        expect([report.status, actions(report), syncCodes(report)]).toEqual([
          1,
          { a: "refuse" },
          ["client/sync-hand-written"],
        ]);
      }
      expect(snapshot(folder)).toEqual(before);
    });
  });

  test("takes over a folder that holds what it would write, but never a source", () => {
    withFolder((folder) => {
      write(folder, { "skills/a/SKILL.md": skillMd("a"), "out/a/SKILL.md": skillMd("a") });
      expect(actions(synced(folder, "--to", "out"))).toEqual({ a: "update" });
      expect(actions(synced(folder, "--to", "out"))).toEqual({ a: "unchanged" });
      const own = synced(folder, "--to", "skills");
      expect([own.status, actions(own)]).toEqual([1, { a: "refuse" }]);
      expect(readdirSync(join(folder, "skills/a"))).toEqual(["SKILL.md"]);
    });
  });

  test("says what it would do, and writes nothing", () => {
    withFolder((folder) => {
      write(folder, { "skills/a/SKILL.md": skillMd("a"), "skills/b/SKILL.md": skillMd("b") });
      const dry = sync(folder, "--to", "out", "--dry-run");
      expect(dry.stdout).toMatch(
        /^would create out\/a\nwould create out\/b\n2 skills: .*; 2 created \(dry run\)\n$/,
      );
      expect(existsSync(join(folder, "out"))).toBe(false);
      sync(folder, "--to", "out");
      write(folder, { "skills/a/SKILL.md": skillMd("a", "New.") });
      rmSync(join(folder, "skills/b"), { recursive: true });
      const before = snapshot(folder);
      const report = synced(folder, "--to", "out", "--dry-run");
      expect([report.status, actions(report)]).toEqual([0, { a: "update", b: "remove" }]);
      expect(snapshot(folder)).toEqual(before);
      const done = sync(folder, "--to", "out");
      expect(done.stdout).toContain("updated out/a\nremoved out/b\n");
    });
  });

  test("writes into the folder of a client in its form, and names a skill that the client finds twice", () => {
    withFolder((folder) => {
      write(folder, {
        "skills/deploy/SKILL.md": skillMd("deploy", "Do it.", "model: opus\n"),
        ".codex/skills/deploy/SKILL.md": skillMd("deploy"),
      });
      const claude = synced(folder, "--to", ".", "--client", "claude-code");
      expect(claude.skills).toMatchObject([{ path: ".claude/skills/deploy", action: "create" }]);
      expect(readFileSync(join(folder, ".claude/skills/deploy/SKILL.md"), "utf8")).toContain(
        '\nmodel: "opus"\n',
      );
      const codex = synced(folder, "--to", ".", "--client", "codex");
      expect(codex.skills).toMatchObject([{ path: ".agents/skills/deploy", action: "create" }]);
      expect(syncCodes(codex)).toEqual(["client/sync-shadowed"]);
      expect(codex.status).toBe(0);
      expect(readFileSync(join(folder, ".agents/skills/deploy/SKILL.md"), "utf8")).toContain(
        '  model: "opus"\n',
      );
      // What was written for one client is no source for another.
      expect(
        JSON.parse(
          skillc(["sync", ".claude", "--to", ".", "--client", "claude-code", "--format", "json"], {
            cwd: folder,
          }).stdout,
        ),
      ).toMatchObject({ skills: [] });
    });
  });

  test("gives two skills of one name a folder each", () => {
    withFolder((folder) => {
      write(folder, { "skills/x/a/SKILL.md": skillMd("a"), "skills/y/a/SKILL.md": skillMd("a", "Other.") });
      const report = synced(folder, "--to", "out");
      expect(new Set(report.skills.map(({ name }) => name)).size).toBe(2);
      expect(report.diagnostics.map(({ code }) => code)).toContain("target/agent-skills-renamed");
      expect(actions(synced(folder, "--to", "out"))).toEqual(
        Object.fromEntries(report.skills.map(({ name }) => [name, "unchanged"])),
      );
    });
  });

  test("follows no link out of a skill, and none out of the destination", () => {
    withFolder((folder) => {
      write(folder, {
        "secret.txt": "secret\n",
        "elsewhere/keep.txt": "keep\n",
        "skills/a/SKILL.md": skillMd("a"),
        "skills/a/inside.md": "x\n",
        "skills/b/SKILL.md": skillMd("b"),
      });
      symlinkSync("../../secret.txt", join(folder, "skills/a/data.txt"));
      symlinkSync("SKILL.md", join(folder, "skills/b/same.md"));
      const report = synced(folder, "--to", "out");
      expect([report.status, actions(report), syncCodes(report)]).toEqual([
        1,
        { b: "create" },
        ["client/sync-copy"],
      ]);
      expect(JSON.stringify(snapshot(join(folder, "out")))).not.toContain("secret");
      expect(lstatSync(join(folder, "out/b/same.md")).isFile()).toBe(true);

      symlinkSync("../elsewhere", join(folder, "out/.claude"));
      const outside = synced(folder, "--to", "out", "--client", "claude-code");
      expect([outside.status, outside.skills, syncCodes(outside)]).toEqual([1, [], ["client/sync-outside"]]);
      expect(readdirSync(join(folder, "elsewhere"))).toEqual(["keep.txt"]);

      // A link inside a folder that is swept is removed itself, and not what it leads to.
      symlinkSync("../../elsewhere", join(folder, "out/b/more"));
      rmSync(join(folder, "skills/b"), { recursive: true });
      expect(actions(synced(folder, "--to", "out", "--force"))["b"]).toBe("remove");
      expect(readdirSync(join(folder, "elsewhere"))).toEqual(["keep.txt"]);

      // The destination itself may be a link: its owner named it.
      mkdirSync(join(folder, "real"));
      symlinkSync("real", join(folder, "link"));
      write(folder, { "skills/c/SKILL.md": skillMd("c") });
      sync(folder, "--to", "link");
      expect(readdirSync(join(folder, "real"))).toEqual(["c"]);
      expect(actions(synced(folder, "--to", "link"))["c"]).toBe("unchanged");
    });
  });

  test("brings back what a run that was killed had taken away", () => {
    withFolder((folder) => {
      write(folder, { "skills/a/SKILL.md": skillMd("a"), "skills/b/SKILL.md": skillMd("b") });
      sync(folder, "--to", "out");
      mkdirSync(join(folder, "out/.skillc-sync/old"), { recursive: true });
      write(folder, { "out/.skillc-sync/new/b/SKILL.md": "half", "out/.skillc-sync/pid": "999999999" });
      renameSync(join(folder, "out/b"), join(folder, "out/.skillc-sync/old/b"));
      write(folder, { "skills/a/SKILL.md": skillMd("a", "New.") });
      expect(sync(folder, "--to", "out").status).toBe(0);
      expect(actions(synced(folder, "--to", "out"))).toEqual({ a: "unchanged", b: "unchanged" });
      expect(readdirSync(join(folder, "out")).toSorted()).toEqual(["a", "b"]);
      // Another run that still works is left alone.
      write(folder, {
        "out/.skillc-sync/pid": String(process.pid),
        "skills/a/SKILL.md": skillMd("a", "Newer."),
      });
      const { status, stderr } = sync(folder, "--to", "out");
      expect([status, stderr.includes("another run writes to")]).toEqual([2, true]);
    });
  });

  test("leaves a folder old or new wherever it is killed", async () => {
    const names = Array.from({ length: 30 }, (_, i) => `s${i}`);
    const contents = (version: string): Readonly<Record<string, string>> =>
      Object.fromEntries(
        names.flatMap((name) => [
          [`skills/${name}/SKILL.md`, skillMd(name, `Version ${version}.`)],
          [`skills/${name}/data.md`, `${version}\n`.repeat(500)],
        ]),
      );
    const folder = withFolder((path) => path);
    mkdirSync(folder, { recursive: true });
    try {
      write(folder, contents("0"));
      expect(sync(folder, "--to", "out", "--quiet").status).toBe(0);
      for (let version = 1; version <= 8; version++) {
        write(folder, contents(String(version)));
        const child = spawn(
          process.execPath,
          [join(root, "dist/cli/main.js"), "sync", "skills", "--to", "out"],
          {
            cwd: folder,
            stdio: "ignore",
          },
        );
        const closed = new Promise((done) => child.on("close", done));
        while (!existsSync(join(folder, "out/.skillc-sync")) && child.exitCode === null) await wait(1);
        await wait(version - 1);
        child.kill("SIGKILL");
        await closed;
        const taken = join(folder, "out/.skillc-sync/old");
        for (const name of names) {
          const place = [join(folder, "out", name), join(taken, name)].find((path) => existsSync(path));
          const text = readFileSync(join(place ?? "", "SKILL.md"), "utf8");
          const [, written = ""] = /Version (\d+)\./.exec(text) ?? [];
          expect(readFileSync(join(place ?? "", "data.md"), "utf8")).toBe(`${written}\n`.repeat(500));
        }
      }
      const healed = synced(folder, "--to", "out");
      expect([healed.status, syncCodes(healed)]).toEqual([0, []]);
      expect(readdirSync(join(folder, "out")).toSorted()).toEqual(names.toSorted());
      expect(readFileSync(join(folder, "out/s0/data.md"), "utf8")).toBe("8\n".repeat(500));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 60_000);

  test("is used with a destination, one client that has a folder, and known names", () => {
    withFolder((folder) => {
      write(folder, { "skills/a/SKILL.md": skillMd("a") });
      const wrong: readonly (readonly string[])[] = [
        [],
        ["--to", "out", "--client", "all"],
        ["--to", "out", "--client", "spec"],
        ["--to", "out", "--client", "codx"],
      ];
      for (const args of wrong) {
        const { status, stdout, stderr } = sync(folder, ...args);
        expect([status, stdout, stderr.split("\n").length]).toEqual([2, "", 2]);
      }
      expect(readdirSync(folder)).toEqual(["skills"]);
    });
  });
});
