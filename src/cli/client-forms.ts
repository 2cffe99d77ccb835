import { clientsNamed } from "./clients.ts";
import type { Client } from "../clients/client.ts";
import { reach } from "../clients/facts.ts";
import { scopes } from "../clients/scopes.ts";
import { textSource } from "../report/source.ts";
import type { ClientForm, Target } from "../target/target.ts";
import { UsageError } from "./usage.ts";

/** The targets of a run in the form for each of the named clients. */
export function forClients(targets: readonly Target[], names: readonly string[]): readonly Target[] {
  const forms = clientsNamed(names).map(clientForm);
  const [other] = targets.filter(({ forClient }) => forClient === undefined);
  if (other !== undefined) throw new UsageError(`the target ${other.name} has no form for a client`);
  return targets.flatMap(({ forClient }) => forms.flatMap((form) => forClient?.(form) ?? []));
}

/** A client as a target sees it. */
export function clientForm(client: Client): ClientForm {
  const { name, title } = client;
  return {
    name,
    title,
    folder: scopes[name]?.project[0] ?? reach[name]?.roots[0] ?? "",
    load(text, folderName) {
      const file = textSource(`${folderName}/SKILL.md`, text);
      const { verdict, lost, reason } = client.load({ file, folderName });
      return { loads: verdict.startsWith("loads"), lost, reason };
    },
  };
}
