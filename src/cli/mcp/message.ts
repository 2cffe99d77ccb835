/** The codes of JSON-RPC 2.0, and those that MCP adds. */
export const codes = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  /** Of revisions before 2026-07-28; later ones use `params`. */
  resource: -32002,
  version: -32022,
} as const;

export interface Failure {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** What a method answers. */
export type Outcome = { readonly result: Fields } | { readonly error: Failure };

export type Fields = Readonly<Record<string, unknown>>;
export type Id = string | number;

export interface Request {
  readonly id: Id;
  readonly method: string;
  readonly params: Fields;
}

/** A message as it was understood. What is malformed is answered, as far as its id can be read. */
export type Message =
  | { readonly kind: "request"; readonly request: Request }
  | { readonly kind: "notification"; readonly method: string; readonly params: Fields }
  | { readonly kind: "response" }
  | { readonly kind: "malformed"; readonly id: Id | null; readonly failure: Failure };

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function failure(code: number, message: string, data?: unknown): { readonly error: Failure } {
  return { error: data === undefined ? { code, message } : { code, message, data } };
}

/** The value of a line, or why there is none. */
export function parseLine(line: Uint8Array): { readonly value: unknown } | { readonly error: Failure } {
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line)) };
  } catch {
    return failure(codes.parse, "the message is no JSON");
  }
}

export function readMessage(value: unknown): Message {
  if (!isFields(value)) return malformed(null, "a message is an object");
  const { id, method, params = {} } = value;
  const known = isId(id) ? id : null;
  if (value["jsonrpc"] !== "2.0") return malformed(known, "`jsonrpc` is not 2.0");
  if (method === undefined && ("result" in value || "error" in value)) return { kind: "response" };
  if (typeof method !== "string") return malformed(known, "`method` is no text");
  if (!("id" in value)) {
    return { kind: "notification", method, params: isFields(params) ? params : {} };
  }
  if (known === null) return malformed(null, "`id` is neither a text nor a whole number");
  if (isFields(params)) return { kind: "request", request: { id: known, method, params } };
  return { kind: "malformed", id: known, failure: failure(codes.params, "`params` is no object").error };
}

function malformed(id: Id | null, message: string): Message {
  return { kind: "malformed", id, failure: failure(codes.request, message).error };
}

function isId(id: unknown): id is Id {
  return typeof id === "string" || Number.isSafeInteger(id);
}

/** One line of the wire. An error of which the request is unknown has the id null, as JSON-RPC asks. */
export function answerTo(id: Id | null, outcome: Outcome): Fields {
  return { jsonrpc: "2.0", id, ...outcome };
}
