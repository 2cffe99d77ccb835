import type { Listing } from "./client.ts";

/** Of description and when_to_use together, in characters; 250 from 2.1.86 to 2.1.104. */
export const claudeCodeEntryLimit = 1536;

/** Of a description, in UTF-16 units. */
export const vscodeDescriptionLimit = 1024;

/** The list of Claude Code: names are always kept, and the least used skills lose their text whole. */
export const claudeCodeListing: Listing = {
  // One per cent of the context at four characters a token.
  budget: (contextTokens) => Math.floor((contextTokens / 100) * 4),
  cost: (entry) => entry.length,
  entry: (name, text) => (text === "" ? `- ${name}\n` : `- ${name}: ${text}\n`),
  longest: claudeCodeEntryLimit,
  yields: "drop-text",
  hiddenBy: "disable-model-invocation",
};

/** The list of Codex: all descriptions are shortened to one length, then skills are left out. */
export const codexListing: Listing = {
  // Two per cent of the context, or 8,000 characters where its size is not known; four bytes a token.
  budget: (contextTokens) => (contextTokens > 0 ? Math.floor((contextTokens / 100) * 2) * 4 : 8000),
  cost: (entry) => new TextEncoder().encode(entry).length,
  entry: (name, text) => `- ${name}: ${text} (file: ${name}/SKILL.md)\n`,
  longest: 1024,
  yields: "shorten",
};

/** The list of OpenClaw: escaped XML; whole skills are left out. */
export const openclawListing: Listing = {
  // The default of maxSkillsPromptChars, whatever the context.
  budget: () => 18_000,
  cost: (entry) => entry.length,
  entry: (name, text) => element(escape(name), escape(text)),
  longest: Number.MAX_SAFE_INTEGER,
  yields: "omit",
  hiddenBy: "disable-model-invocation",
};

/** A list of XML elements without a limit, as Gemini CLI writes it: nothing is escaped. */
export const rawListing: Listing = {
  budget: () => Infinity,
  cost: (entry) => entry.length,
  entry: element,
  longest: Number.MAX_SAFE_INTEGER,
  yields: "omit",
};

/** The same with what XML asks for, as pi and Roo write it. */
export const escapedListing: Listing = {
  ...rawListing,
  entry: (name, text) => element(escape(name), escape(text)),
};

function element(name: string, text: string): string {
  return `  <skill>\n    <name>${name}</name>\n    <description>${text}</description>\n    <location>${name}/SKILL.md</location>\n  </skill>\n`;
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}
