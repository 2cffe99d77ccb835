// Draws the railroad diagrams of grammar/guard.ebnf into grammar/guard.svg: `node test/quality/diagram.mjs`. With `--check`
// nothing is written, and the status is 1 where the picture is not that of the grammar.
import { readFileSync, writeFileSync } from "node:fs";
import rr from "railroad-diagrams";

const { Choice, Comment, Diagram, NonTerminal, OneOrMore, Optional, Sequence, Terminal, ZeroOrMore } = rr;

const token = /\(\*[^]*?\*\)|'[^']*'|"[^"]*"|\?[^?]*\?|\d+\s*\*|[a-z][a-z -]*[a-z]|[=,;|()[\]{}]/g;

/** Rules of ISO 14977 in the notation that guard.ebnf uses: name → what a Diagram is made of. */
function rulesOf(text) {
  const tokens = [...text.matchAll(token)]
    .map(([word]) => word.trim())
    .filter((word) => !word.startsWith("(*"));
  const rules = [];
  let at = 0;
  const take = (word) => {
    if (tokens[at] !== word)
      throw new Error(`guard.ebnf: ${word} has to stand before ${tokens.slice(at, at + 5).join(" ")}`);
    at++;
  };
  const alternatives = () => {
    const options = [sequence()];
    while (tokens[at] === "|") {
      at++;
      options.push(sequence());
    }
    return options.length === 1 ? options[0] : Choice(0, ...options);
  };
  const sequence = () => {
    const parts = [];
    do {
      if (tokens[at] === ",") at++;
      const item = primary();
      const next = parts.at(-1);
      // `a , { "," , a }` is one or more with a separator.
      if (item.separated !== undefined && next !== undefined && same(next, item.separated.item)) {
        parts[parts.length - 1] = OneOrMore(next, item.separated.by);
      } else parts.push(item.node ?? item);
    } while (tokens[at] === ",");
    return parts.length === 1 ? parts[0] : Sequence(...parts);
  };
  const primary = () => {
    const word = tokens[at++] ?? "";
    if (/^\d+\s*\*$/.test(word)) {
      const count = Number.parseInt(word, 10);
      const name = tokens[at++];
      return Sequence(...Array.from({ length: count }, () => NonTerminal(name)));
    }
    if (word === "(" || word === "[" || word === "{") {
      const start = at;
      const inner = alternatives();
      take({ "(": ")", "[": "]", "{": "}" }[word]);
      if (word === "(") return inner;
      if (word === "[") return Optional(inner);
      return { node: ZeroOrMore(inner), separated: separatorIn(tokens.slice(start, at - 1)) };
    }
    if (word.startsWith("?")) return Comment(word.slice(1, -1).trim());
    if (/^['"]/.test(word)) return Terminal(word.slice(1, -1));
    return NonTerminal(word);
  };
  while (at < tokens.length) {
    const name = tokens[at++];
    take("=");
    rules.push({ name, body: alternatives() });
    take(";");
  }
  return rules;
}

/** The separator and the item of `{ separator , item }`, where both are one word. */
function separatorIn(words) {
  const [separator = "", comma, item = "", ...more] = words;
  if (comma !== "," || more.length > 0 || !/^["'a-z]/.test(separator)) return undefined;
  const by = /^["']/.test(separator) ? Terminal(separator.slice(1, -1)) : NonTerminal(separator);
  return { by, item };
}

function same(node, name) {
  return node instanceof NonTerminal && node.text === name;
}

const style = `
  svg { background: #fff } path { stroke: #333; stroke-width: 2; fill: none }
  text { font: 14px monospace; text-anchor: middle; fill: #111 } text.name { font-weight: bold; text-anchor: start }
  rect { stroke: #333; stroke-width: 2; fill: #eef4ff } .terminal rect { fill: #e9f7e6 }
`;

/** One picture with a diagram for each rule, one below the other. */
function drawing(ebnf) {
  let top = 10;
  let width = 0;
  const parts = rulesOf(ebnf).map(({ name, body }) => {
    const diagram = Diagram(body).format(10);
    const { width: own, height } = diagram.attrs;
    const inner = diagram.toString().replace("<svg ", `<svg x="0" y="${top + 18}" `);
    const part = `<text class="name" x="10" y="${top + 14}">${name}</text>\n${inner}`;
    top += Number(height) + 30;
    width = Math.max(width, Number(own));
    return part;
  });
  const size = `width="${Math.ceil(width)}" height="${Math.ceil(top)}" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(top)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>\n<style>${style}</style>\n${parts.join("\n")}\n</svg>\n`;
}

const picture = drawing(readFileSync("grammar/guard.ebnf", "utf8"));
if (!process.argv.includes("--check")) writeFileSync("grammar/guard.svg", picture);
else if (readFileSync("grammar/guard.svg", "utf8") !== picture) {
  process.stderr.write(
    "grammar/guard.svg is not drawn from grammar/guard.ebnf: node test/quality/diagram.mjs\n",
  );
  process.exitCode = 1;
}
