const lineFeed = 10;
const carriage = 13;
const tab = 9;
const space = 32;
const greater = 62;
const asterisk = 42;
const plus = 43;
const minus = 45;

/** A block quote among the containers of a line; any other number is the column where a list item's content starts. */
const quote = -1;

/** The line that is being read. One object is updated in place, so that a line costs no allocation. */
export interface Line {
  readonly text: string;
  readonly end: number;
  /** True where some line ends with a lone CR. */
  readonly loneCarriage: boolean;
  /** Open block quotes and list items, outermost first. */
  readonly containers: number[];
  /** How many of the containers the line goes on with. */
  matched: number;
  /** First character that is not yet read, with its column. */
  at: number;
  column: number;
  /** Without its line end, and after it. */
  lineEnd: number;
  next: number;
}

/** True where a line ends with a CR alone, as in files of very old systems. */
export function hasLoneCarriage(text: string, start: number, end: number): boolean {
  const first = text.indexOf("\r", start);
  if (first === -1 || first >= end) return false;
  return /\r(?!\n)/.test(text.slice(first, end));
}

/** Goes to the next line. */
export function startLine(line: Line): void {
  const { text, end } = line;
  const start = line.next;
  line.at = start;
  line.column = 0;
  let lineEnd = line.loneCarriage ? lineEndFrom(text, start, end) : text.indexOf("\n", start);
  if (lineEnd === -1 || lineEnd >= end) lineEnd = end;
  line.next = Math.min(lineEnd + 1, end);
  if (lineEnd > start && text.charCodeAt(lineEnd - 1) === carriage) lineEnd -= 1;
  line.lineEnd = lineEnd;
}

/** The LF, or the CR without one, that ends the line. */
function lineEndFrom(text: string, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === lineFeed || (unit === carriage && text.charCodeAt(at + 1) !== lineFeed)) return at;
  }
  return end;
}

/** Goes past the markers of the containers that the line goes on with. */
export function matchContainers(line: Line): void {
  const { containers, text } = line;
  line.matched = 0;
  if (containers.length === 0) return;
  for (const container of containers) {
    const before = line.at;
    const column = line.column;
    const indent = skipIndent(line);
    const isBlank = line.at >= line.lineEnd;
    if (container === quote) {
      if (indent > 3 || isBlank || text.charCodeAt(line.at) !== greater) {
        line.at = before;
        line.column = column;
        return;
      }
      skipMarker(line, 1);
    } else if (isBlank || line.column >= container) {
      // What is indented further belongs to the content of the item.
      if (!isBlank) backTo(line, before, column, container);
    } else {
      line.at = before;
      line.column = column;
      return;
    }
    line.matched += 1;
  }
}

/** Reads white space; the number of columns. */
export function skipIndent(line: Line): number {
  const { text, lineEnd } = line;
  const from = line.column;
  while (line.at < lineEnd) {
    const unit = text.charCodeAt(line.at);
    if (unit === space) line.column += 1;
    else if (unit === tab) line.column += 4 - (line.column % 4);
    else break;
    line.at += 1;
  }
  return line.column - from;
}

function backTo(line: Line, at: number, column: number, wanted: number): void {
  line.at = at;
  line.column = column;
  while (line.column < wanted) {
    line.column += line.text.charCodeAt(line.at) === tab ? 4 - (line.column % 4) : 1;
    line.at += 1;
  }
}

/** Goes past a marker and the one space that may follow it. */
function skipMarker(line: Line, length: number): void {
  line.at += length;
  line.column += length;
  const unit = line.text.charCodeAt(line.at);
  if (line.at >= line.lineEnd || (unit !== space && unit !== tab)) return;
  line.column += unit === tab ? 4 - (line.column % 4) : 1;
  line.at += 1;
}

/** What a marker opens; undefined where the line has none here. Reads the marker. `inParagraph`: a paragraph is open. */
export function readMarker(line: Line, inParagraph: boolean): number | undefined {
  const unit = line.text.charCodeAt(line.at);
  if (unit === greater) {
    skipMarker(line, 1);
    return quote;
  }
  const length = listMarker(line, unit, inParagraph);
  if (length === 0) return undefined;
  const blank = isBlankFrom(line, line.at + length);
  line.at += length;
  line.column += length;
  const { at, column } = line;
  const gap = skipIndent(line);
  if (blank) return column + 1;
  if (gap <= 4) return line.column;
  // More than four spaces: the content starts after one, with an indented code block.
  backTo(line, at, column, column + 1);
  return column + 1;
}

/** Length of the list marker here; 0 where there is none. */
function listMarker(line: Line, unit: number, inParagraph: boolean): number {
  const { text, at, lineEnd } = line;
  const after = isBullet(unit) ? at + 1 : afterNumber(line);
  if (after === at || (after < lineEnd && text.charCodeAt(after) > space)) return 0;
  if ((unit === minus || unit === asterisk) && isThematicBreak(line)) return 0;
  return !inParagraph || mayInterrupt(line, unit, after) ? after - at : 0;
}

function isBullet(unit: number): boolean {
  return unit === minus || unit === asterisk || unit === plus;
}

/** Behind up to nine digits and a dot or a parenthesis; where the line is where there are none. */
function afterNumber({ text, at, lineEnd }: Line): number {
  let after = at;
  while (after < lineEnd && after - at < 10 && isDigit(text.charCodeAt(after))) after += 1;
  if (after === at || after - at > 9 || after >= lineEnd) return at;
  const delimiter = text.charAt(after);
  return delimiter === "." || delimiter === ")" ? after + 1 : at;
}

/** In a paragraph only a list that starts at 1 and has text starts a list. */
function mayInterrupt(line: Line, unit: number, after: number): boolean {
  if (line.matched < line.containers.length) return true;
  if (isBlankFrom(line, after)) return false;
  return !isDigit(unit) || (unit === 49 && after - line.at === 2);
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function isBlankFrom({ text, lineEnd }: Line, from: number): boolean {
  let at = from;
  while (at < lineEnd && text.charCodeAt(at) <= space) at += 1;
  return at >= lineEnd;
}

/** A line of three or more `*`, `-` or `_` and nothing else. */
export function isThematicBreak({ text, at, lineEnd }: Line): boolean {
  const unit = text.charCodeAt(at);
  let count = 0;
  for (let i = at; i < lineEnd; i++) {
    const next = text.charCodeAt(i);
    if (next === unit) count += 1;
    else if (next !== space && next !== tab && next !== carriage) return false;
  }
  return count > 2;
}
