import { fromEntries, isSchemaObject } from "./keywords.ts";

/** How the values of a type stand in the arguments or the result of a tool, and how they are got back. */
export interface Codec {
  readonly encode: (value: unknown) => unknown;
  /** Undefined: nothing that `encode` gives. */
  readonly decode: (sent: unknown) => { readonly value: unknown } | undefined;
}

export const asItIs: Codec = { encode: (value) => value, decode: (value) => ({ value }) };

/** A value that is no object, as the only property of one. */
export function inProperty(key: string): Codec {
  return {
    encode: (value) => fromEntries([[key, value]]),
    decode: (sent) => {
      const isWhole = isSchemaObject(sent) && Object.hasOwn(sent, key) && Object.keys(sent).length === 1;
      return isWhole ? { value: sent[key] } : undefined;
    },
  };
}
