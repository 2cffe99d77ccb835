import { filled, formatKeys } from "../check.ts";
import { node } from "../decode.ts";
import { vscodeFence } from "../fence.ts";
import { vscodeDescriptionLimit } from "../listings.ts";
import { fenced } from "../loading.ts";
import { droppedSilently } from "../profile.ts";
import type { Profile } from "../profile.ts";
import type { Fields } from "../yaml/reading.ts";
import { vscodeYaml } from "../yaml/vscode.ts";

/** VS Code with Copilot: its own subset of YAML; tags are taken out and long text is cut. */
export const vscode: Profile = {
  name: "vscode",
  title: "VS Code with GitHub Copilot",
  read: "source",
  date: "2026-08-20",
  sources: [
    "microsoft/vscode src/vs/workbench/contrib/chat/common/promptSyntax/promptFileParser.ts",
    "microsoft/vscode src/vs/base/common/yaml.ts",
  ],
  fileNames: ["SKILL.md"],
  decoding: { ...node, mark: "removed" },
  loader: fenced(vscodeFence, vscodeYaml, "none"),
  shape,
  checks: [filled("name"), filled("description")],
  keeps: [
    ...formatKeys.filter((key) => key !== "allowed-tools"),
    "argument-hint",
    "disable-model-invocation",
    "user-invocable",
  ],
  otherwise: droppedSilently,
};

function shape(fields: Fields): ReturnType<NonNullable<Profile["shape"]>> {
  const name = cutTo(fields.get("name"), 64);
  const description = cutTo(fields.get("description"), vscodeDescriptionLimit);
  const cut = [...(name.cut ? ["name"] : []), ...(description.cut ? ["description"] : [])];
  return { name: name.value, description: description.value, cut };
}

/** Without XML tags, and no longer than `limit` UTF-16 units. */
function cutTo(value: unknown, limit: number): { readonly value: unknown; readonly cut: boolean } {
  if (typeof value !== "string") return { value, cut: false };
  const shown = value.replace(/<[^>]+>/g, "").slice(0, limit);
  return { value: shown, cut: shown !== value };
}
