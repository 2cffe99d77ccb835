import { version } from "../version.ts";
import type { Fields, Id, Message, Outcome, Request } from "./message.ts";
import { answerTo, codes, failure, isFields, parseLine, readMessage } from "./message.ts";
import type { Method } from "./methods.ts";

/** Revisions that open with `initialize`, the newest first. */
const handshakeVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;
/** Revisions in which every request says its own. */
const statelessVersions = ["2026-07-28"];

const serverInfo = { name: "skillc", title: "skillc", version };
const key = (name: string): string => `io.modelcontextprotocol/${name}`;

/** What a server does beside the protocol itself. */
export interface Service {
  readonly capabilities: Fields;
  readonly instructions: string;
  readonly methods: ReadonlyMap<string, Method>;
}

/** Lines in, messages out. Every request gets one answer, whatever the line holds. */
export interface Server {
  readonly receive: (line: Uint8Array | undefined) => Promise<readonly unknown[]>;
  /** What is still to be said when the input has ended. */
  readonly end: () => readonly unknown[];
}

export function createServer(service: Service): Server {
  // Streams of notifications that a client has opened; nothing here ever changes, so they stay silent until the end.
  const streams = new Set<Id>();
  const answer = async (message: Message): Promise<readonly Fields[]> => {
    switch (message.kind) {
      case "response":
        return [];
      case "malformed":
        return [answerTo(message.id, { error: message.failure })];
      case "notification":
        if (message.method === "notifications/cancelled") streams.delete(message.params["requestId"] as Id);
        return [];
      case "request":
        return answerRequest(message.request);
    }
  };
  const answerRequest = async (request: Request): Promise<readonly Fields[]> => {
    const { id, method } = request;
    const outcome = await outcomeOf(request, service);
    if (method !== "subscriptions/listen" || "error" in outcome) return [answerTo(id, outcome)];
    streams.add(id);
    const params = { _meta: { [key("subscriptionId")]: id }, notifications: {} };
    return [{ jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged", params }];
  };
  return {
    async receive(line) {
      if (line?.length === 0) return [];
      const parsed = line === undefined ? failure(codes.request, "the message is too long") : parseLine(line);
      if ("error" in parsed) return [answerTo(null, parsed)];
      if (!Array.isArray(parsed.value) || parsed.value.length === 0) return answer(readMessage(parsed.value));
      // A batch, of revision 2025-03-26 and earlier, is answered by one.
      const answers: Fields[] = [];
      for (const entry of parsed.value as readonly unknown[])
        answers.push(...(await answer(readMessage(entry))));
      return answers.length === 0 ? [] : [answers];
    },
    end: () =>
      [...streams].map((id) => {
        const about = { [key("subscriptionId")]: id, [key("serverInfo")]: serverInfo };
        return answerTo(id, { result: { resultType: "complete", _meta: about } });
      }),
  };
}

async function outcomeOf(request: Request, service: Service): Promise<Outcome> {
  try {
    const meta = request.params["_meta"];
    if (isFields(meta) && Object.hasOwn(meta, key("protocolVersion")))
      return await stateless(request, meta, service);
    return await afterHandshake(request, service);
  } catch (error) {
    return failure(codes.internal, error instanceof Error ? error.message : String(error));
  }
}

/** A request of revision 2026-07-28 or later carries all that there is to know of the client. */
async function stateless({ method, params }: Request, meta: Fields, service: Service): Promise<Outcome> {
  const requested = meta[key("protocolVersion")];
  if (typeof requested !== "string" || !isFields(meta[key("clientCapabilities")])) {
    return failure(
      codes.params,
      "`_meta` lacks the version of the protocol or the capabilities of the client",
    );
  }
  if (!statelessVersions.includes(requested)) {
    return failure(codes.version, "Unsupported protocol version", {
      supported: statelessVersions,
      requested,
    });
  }
  const outcome = await statelessOutcome(method, params, service);
  if ("error" in outcome) return outcome;
  const { _meta, ...result } = outcome.result;
  const own = { ...(isFields(_meta) ? _meta : {}), [key("serverInfo")]: serverInfo };
  const hints = isCacheable(method) ? notCached : {};
  return { result: { resultType: "complete", ...hints, ...result, _meta: own } };
}

/** Files may change at any time, and belong to who started the server. */
const notCached = { ttlMs: 0, cacheScope: "private" };

function isCacheable(method: string): boolean {
  return method === "server/discover" || /\/list$|\/read$/.test(method);
}

async function statelessOutcome(method: string, params: Fields, service: Service): Promise<Outcome> {
  switch (method) {
    case "server/discover": {
      const { capabilities, instructions } = service;
      return { result: { supportedVersions: statelessVersions, capabilities, instructions } };
    }
    case "subscriptions/listen":
      if (isFields(params["notifications"])) return { result: {} };
      return failure(codes.params, "`notifications` is no object");
    default:
      return callMethod(method, params, { isStateless: true }, service);
  }
}

/** A request of an earlier revision, whether or not `initialize` came before it. */
async function afterHandshake({ method, params }: Request, service: Service): Promise<Outcome> {
  switch (method) {
    case "initialize":
      return initialize(params, service);
    case "ping":
      return { result: {} };
    case "server/discover":
    case "subscriptions/listen":
      return failure(codes.params, "`_meta` lacks the version of the protocol");
    default:
      return callMethod(method, params, { isStateless: false }, service);
  }
}

function initialize(
  { protocolVersion: requested }: Fields,
  { capabilities, instructions }: Service,
): Outcome {
  if (typeof requested !== "string") return failure(codes.params, "`protocolVersion` is no text");
  const [newest] = handshakeVersions;
  const protocolVersion = handshakeVersions.find((known) => known === requested) ?? newest;
  return { result: { protocolVersion, capabilities, serverInfo, instructions } };
}

async function callMethod(
  name: string,
  params: Fields,
  era: { readonly isStateless: boolean },
  { methods }: Service,
): Promise<Outcome> {
  const method = methods.get(name);
  if (method === undefined) return failure(codes.method, `there is no method ${JSON.stringify(name)}`);
  return method(params, era);
}
