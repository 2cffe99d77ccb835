// Six guards, each as a careful programmer would write it by hand, and as its peers' users write it.

const lineOf = (i) =>
  `Section ${i}: the quick brown fox reviews item ${i * 7919} and writes a note about it.\n`;

/** Eight reports of ASCII characters, the kind of text for which a length is found without a loop. */
function reports(size) {
  return Array.from({ length: 8 }, (_, seed) => {
    const end = "\nTODO: look at it again.\nVerdict: pass\nDate: 2026-03-14\n";
    let text = `# Report ${seed}\n\nTODO: give it a title.\n\n`;
    for (let i = seed * 100; text.length < size - end.length; i++) text += lineOf(i);
    return flat(text.slice(0, size - end.length) + end);
  });
}

/** Eight JSON documents of the same sizes. */
function documents(size) {
  return Array.from({ length: 8 }, (_, seed) => {
    const items = [];
    for (let length = 60; length < size; length += JSON.stringify(items.at(-1)).length + 1) {
      items.push({ id: seed * 100 + items.length, title: lineOf(items.length).trim(), done: true });
    }
    return flat(JSON.stringify({ report: { verdict: "pass", score: 0.75 }, items }));
  });
}

/** A text in one piece, as it comes from a file: one that was joined is copied by whoever looks into it first. */
const flat = (text) => Buffer.from(text).toString();

export const texts = { reports, documents };

// What a guard's `len` counts are code points. Without surrogates they are units, and V8 knows of a text of one-byte
// characters that it has none without looking.
const surrogate = /[\ud800-\udfff]/;
function length(text) {
  if (!surrogate.test(text)) return text.length;
  let count = 0;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) count++;
  return count;
}

function count(text, part) {
  let found = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) found++;
  return found;
}

// `(?m)` of a guard knows no line end but \n; RegExp's own flag m knows four.
const verdict = /(?:^|\n)Verdict: (?:pass|fail)(?:\n|$)/;
const date = /[0-9]{4}-[0-9]{2}-[0-9]{2}/;

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A key that is missing and JSON that cannot be read are errors, which make the guard false. By hand, no depth is
 * measured and no number looked at that the guard does not ask for.
 */
function document(text) {
  let root;
  try {
    root = JSON.parse(text);
  } catch {
    return false;
  }
  if (!isObject(root) || !Object.hasOwn(root, "report") || !isObject(root.report)) return false;
  if (!Object.hasOwn(root.report, "verdict") || root.report.verdict !== "pass") return false;
  if (!Object.hasOwn(root, "items")) return false;
  const { items } = root;
  if (Array.isArray(items)) return items.length > 2;
  if (typeof items === "string") return length(items) > 2;
  return isObject(items) && Object.keys(items).length > 2;
}

/**
 * `byHand`: the same meaning, as fast as JavaScript allows without looking at half a surrogate pair, which none of these
 * guards can tell from U+FFFD. `cel` and `filtrex`: what their users write; `parses`: they are given the value in the
 * JSON, parsed once, since they have no function that reads it.
 */
export const guards = {
  length: {
    source: "200 <= len(x) <= 100000",
    byHand(text) {
      const size = length(text);
      return 200 <= size && size <= 100000;
    },
    cel: "200 <= size(x) && size(x) <= 100000",
    filtrex: "200 <= len(x) <= 100000",
  },
  contains: {
    source: "'Verdict: pass' in x",
    byHand: (text) => text.includes("Verdict: pass"),
    cel: "x.contains('Verdict: pass')",
    filtrex: 'has(x, "Verdict: pass")',
  },
  count: {
    source: "count(x, 'TODO') < 3",
    byHand: (text) => count(text, "TODO") < 3,
    cel: "count(x, 'TODO') < 3",
    filtrex: 'count(x, "TODO") < 3',
  },
  regex: {
    source: "regex(x, r'(?m)^Verdict: (pass|fail)$')",
    byHand: (text) => verdict.test(text),
    cel: "x.matches('(?:^|\\n)Verdict: (?:pass|fail)(?:\\n|$)')",
    filtrex: "verdict(x)",
  },
  json: {
    source: "x['report']['verdict'] == 'pass' and len(x['items']) > 2",
    type: "Json",
    byHand: document,
    cel: "x.report.verdict == 'pass' && size(x.items) > 2",
    filtrex: '(verdict of report of x) == "pass" and len(items of x) > 2',
    parses: true,
  },
  mixture: {
    source:
      "x.startswith('# ') and not contains(x, 'ERROR') and (len(x) > 100000 or regex(x, r'\\d{4}-\\d{2}-\\d{2}'))",
    byHand: (text) =>
      text.startsWith("# ") && !text.includes("ERROR") && (length(text) > 100000 || date.test(text)),
    cel: "x.startsWith('# ') && !x.contains('ERROR') && (size(x) > 100000 || x.matches('[0-9]{4}-[0-9]{2}-[0-9]{2}'))",
    filtrex: 'starts(x, "# ") and not has(x, "ERROR") and (len(x) > 100000 or date(x))',
  },
};

/** The functions that a peer's language lacks, by hand as well. */
export const functions = {
  len: (value) => (typeof value === "string" ? length(value) : value.length),
  has: (text, part) => text.includes(part),
  starts: (text, part) => text.startsWith(part),
  verdict: (text) => verdict.test(text),
  date: (text) => date.test(text),
  count,
};
