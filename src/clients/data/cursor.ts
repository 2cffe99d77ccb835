import { filled, formatKeys } from "../check.ts";
import { node } from "../decode.ts";
import { lineFence } from "../fence.ts";
import { fenced } from "../loading.ts";
import { droppedSilently } from "../profile.ts";
import type { Profile } from "../profile.ts";
import { yaml2 } from "../yaml/yaml2.ts";

/** Cursor: closed; it says that it follows the format and not what it does with a file that does not. */
export const cursor: Profile = {
  name: "cursor",
  title: "Cursor",
  read: "documented",
  date: "2026-08-20",
  sources: ["https://cursor.com/docs/context/skills"],
  fileNames: ["SKILL.md"],
  decoding: { ...node, mark: "removed" },
  loader: fenced(lineFence(), yaml2),
  checks: [filled("name"), filled("description")],
  keeps: [...formatKeys.filter((key) => key !== "allowed-tools"), "disable-model-invocation"],
  otherwise: droppedSilently,
};
