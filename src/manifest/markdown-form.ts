import type { Span } from "../report/source.ts";

/** A link, an image or a reference definition: `[text](destination)`, `[label]: destination`. */
export interface Link {
  readonly destination: string;
  /** Of the destination, without angle brackets and title. */
  readonly span: Span;
  readonly image: boolean;
}

/** Text between backticks in a line of prose. */
export interface CodeSpan {
  readonly text: string;
  /** Of the text between the backticks. */
  readonly span: Span;
}

/** A fenced code block. */
export interface Fence {
  /** First word of the info string, in lower case; empty where there is none. */
  readonly language: string;
  /** The opening line, without its line end. */
  readonly opening: Span;
  /** The lines between the fences. */
  readonly content: Span;
  readonly closed: boolean;
}

/** Lines of prose: neither in a fence nor in an HTML comment. */
export interface Prose {
  readonly span: Span;
}

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly span: Span;
}

/** What rules look for in Markdown, in the order of the text. */
export interface Markdown {
  readonly links: readonly Link[];
  readonly codeSpans: readonly CodeSpan[];
  readonly fences: readonly Fence[];
  readonly headings: readonly Heading[];
  readonly comments: readonly Span[];
  readonly prose: readonly Prose[];
}
