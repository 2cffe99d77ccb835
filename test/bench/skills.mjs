// Skills to measure with: made ones, always the same, and those of a corpus where there is one.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

export function scratch(name) {
  return mkdtempSync(join(tmpdir(), `skillc-bench-${name}-`));
}

const syllables = "ba ke li mo nu ra se ti vo za den gor hul jin pel qua rix sto tum wen".split(" ");

/** The same numbers in every run (mulberry32). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function wordsFor(next) {
  const pick = (list) => list[Math.floor(next() * list.length)];
  const word = () => Array.from({ length: 2 + Math.floor(next() * 2) }, () => pick(syllables)).join("");
  return (count) => Array.from({ length: count }, word).join(" ");
}

/** A skill with front matter of about 400 characters and a body of about 6 kB, the means of real ones. */
function madeSkill(i) {
  const words = wordsFor(random(i + 1));
  const name = `skill-${String(i).padStart(5, "0")}`;
  const sections = Array.from({ length: 8 }, (_, n) => {
    const lines = Array.from({ length: 6 }, () => `- ${words(12)}.`).join("\n");
    return `## ${words(2)} ${n}\n\n${words(30)}.\n\n${lines}\n`;
  });
  const description = `Handles ${words(22)}. Use when the user asks for ${words(12)}.`;
  // Three in ten real descriptions are not written on one plain line.
  const written = i % 10 < 7 ? ` ${description}` : ` >-\n  ${description.replace(". ", ".\n  ")}`;
  const head = `name: ${name}\ndescription:${written}\nlicense: MIT\nmetadata:\n  author: ${words(1)}\n  version: "1.0"\n`;
  return { name, text: `---\n${head}---\n# ${words(2)}\n\n${sections.join("\n")}` };
}

/** A tree of made skills without scripts. */
export function makeSkills(count) {
  const root = scratch(`${count}`);
  for (let i = 0; i < count; i++) {
    const { name, text } = madeSkill(i);
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, "SKILL.md"), text);
  }
  return root;
}

export function corpusFolder() {
  const folder = process.env.SKILLC_CORPUS ?? "../shared/corpus";
  return existsSync(folder) ? folder : undefined;
}

export function skillFiles(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === "SKILL.md")
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/**
 * A project with 200 skills where each peer looks for them. One of the peers gives up on all skills at the first front
 * matter that it cannot parse, so only plain ones are taken.
 */
export function makeProject(count, parses) {
  const root = scratch("project");
  const corpus = corpusFolder();
  const taken = new Set();
  for (const file of corpus === undefined ? [] : skillFiles(corpus)) {
    const name = basename(dirname(file));
    if (taken.size >= count) break;
    if (taken.has(name) || !parses(readFileSync(file, "utf8"))) continue;
    taken.add(name);
    for (const place of ["skills", ".claude/skills"])
      cpSync(dirname(file), join(root, place, name), { recursive: true });
  }
  for (let i = 0; taken.size < count; i++) {
    const { name, text } = madeSkill(i);
    taken.add(name);
    for (const place of ["skills", ".claude/skills"]) {
      mkdirSync(join(root, place, name), { recursive: true });
      writeFileSync(join(root, place, name, "SKILL.md"), text);
    }
  }
  return { root, fromCorpus: corpus !== undefined };
}
