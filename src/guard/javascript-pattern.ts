import type { Support } from "./support.ts";

/** Walks the tables of `src/regex/table.ts`: one step for each character. */
export const patternSupports: Readonly<Record<string, Support>> = {
  table: {
    needs: [],
    code: `function $table(numbers) {
  const values = numbers.split(" ").flatMap((part) => {
    const [value, times = "1"] = part.split("*").map((digits) => parseInt(digits, 36));
    return Array(Number(times)).fill(value);
  });
  const [, first, size, steps] = values;
  const starts = [];
  for (let i = 0; i < steps; i++) starts.push(values[4 + 2 * i] + (starts[i - 1] ?? 0));
  const classOf = (point) => {
    let low = 0;
    for (let high = steps - 1; low < high; ) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= point) low = middle;
      else high = middle - 1;
    }
    return values[5 + 2 * low];
  };
  const ascii = Array.from({ length: 128 }, (_, point) => classOf(point));
  return { first, size, starts, ascii, classOf, rest: values.slice(4 + 2 * steps) };
}`,
  },
  states: {
    needs: ["table", "skip"],
    code: `function $states(required, numbers) {
  const table = $table(numbers);
  const { first, size, ascii, classOf, rest } = table;
  const width = size + 1;
  // The place of the next row; -1 where the pattern has been found, -2 where it cannot be found any more.
  const place = (state) => (state < 2 ? state - 2 : (state - 2) * width);
  const rows = new Int32Array((rest.length / (width + 1)) * width);
  for (let row = 0, at = 0; at < rest.length; row += width, at += width + 1) {
    for (let i = 0; i < width; i++) {
      const entry = rest[at + 1 + i];
      rows[row + i] = entry === 0 ? rows[rest[at] * width + i] : place(entry - 1);
    }
  }
  const { home, leaving } = $skip(table, rows);
  return (text) => {
    if (!text.includes(required)) return false;
    let row = place(first);
    let resume = 0;
    if (row < 0) return row === -1;
    for (let i = 0; i < text.length; i++) {
      if (i >= resume) {
        resume = i + 64;
        if (row === home) {
          leaving.lastIndex = i;
          if (!leaving.test(text)) break;
          if (leaving.lastIndex - i < 17) resume += 448;
          i = leaving.lastIndex - 1;
        }
      }
      const unit = text.charCodeAt(i);
      if (unit < 128) row = rows[row + ascii[unit]];
      else {
        const point = text.codePointAt(i);
        if (point > 0xffff) i++;
        row = rows[row + classOf(point)];
      }
      if (row < 0) return row === -1;
    }
    return rows[row + size] === -1;
  };
}`,
  },
  skip: {
    needs: [],
    code: `// Most texts stay in one row most of the time: the next character that leaves it is found by the host, as one class.
function $skip({ size, starts, ascii, classOf }, rows) {
  const near = [...new Set([0, ...rows.subarray(0, size)])].filter((row) => row >= 0 && row < rows.length).slice(0, 4);
  const kept = (row) => ascii.slice(32, 127).filter((symbol) => rows[row + symbol] === row).length;
  const home = near.reduce((best, row) => (kept(row) > kept(best) ? row : best), 0);
  if (rows.length === 0 || kept(home) < 60) return { home: -1 };
  const unit = (code) => "\\\\u" + code.toString(16).padStart(4, "0");
  const ranges = starts.map((start, i) => {
    const end = (starts[i + 1] ?? 0x110000) - 1;
    if (rows[home + classOf(start)] === home) return "";
    // Of a pair, the first half.
    const pairs = end > 0xffff ? "\\\\ud800-\\\\udbff" : "";
    return start > 0xffff ? pairs : unit(start) + "-" + unit(Math.min(end, 0xffff)) + pairs;
  });
  return { home, leaving: new RegExp("[" + ranges.join("") + "]", "g") };
}`,
  },
  bits: {
    needs: ["table"],
    code: `function $bits(required, numbers) {
  const { first, size, ascii, classOf, rest } = $table(numbers);
  let at = 1;
  const [words] = rest;
  const take = (count) => rest.slice(at, (at += count));
  const flags = take(size);
  const takes = Array.from({ length: size }, () => take(words));
  const contexts = take(8);
  const moves = Array.from({ length: take(1)[0] }, () => {
    const [final, shift] = [take(words), take(words)];
    return { final, shift, jumps: Array.from({ length: take(1)[0] }, () => [take(words), take(words)]) };
  });
  const meet = (a, b) => a.some((word, i) => (word & b[i]) !== 0);
  return (text) => {
    if (!text.includes(required)) return false;
    let active = Array(words).fill(0);
    active[0] = 1;
    let before = first;
    for (let i = 0; ; i++) {
      const point = text.codePointAt(i);
      const symbol = point === undefined ? -1 : (ascii[point] ?? classOf(point));
      const after = point === undefined ? first : flags[symbol];
      const { final, shift, jumps } = moves[contexts[(before & 1) | ((after & 1) << 1) | (((before ^ after) & 2) << 1)]];
      if (meet(active, final)) return true;
      if (point === undefined) return false;
      if (point > 0xffff) i++;
      let carry = 0;
      const reached = active.map((word, w) => {
        const moving = word & shift[w];
        const moved = ((moving << 1) & 0x3fffffff) | carry;
        carry = moving >> 29;
        return moved;
      });
      for (const [from, to] of jumps) if (meet(active, from)) to.forEach((word, w) => (reached[w] |= word));
      active = reached.map((word, w) => word & takes[symbol][w]);
      active[0] |= 1;
      before = after;
    }
  };
}`,
  },
};
