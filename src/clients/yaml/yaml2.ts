import { parseDocument } from "yaml";
import { readGuarded, refuse } from "./reading.ts";
import type { Reading } from "./reading.ts";

/** yaml 2 (YAML 1.2, core schema), as Mux, pi and OpenClaw call it. */
export function yaml2(text: string): Reading {
  return readGuarded(() => {
    const document = parseDocument(text, { prettyErrors: false, logLevel: "silent" });
    const [first] = document.errors;
    if (first !== undefined) refuse(first.message);
    const value: unknown = document.toJS({ mapAsMap: true });
    return value;
  });
}
