import type { Program } from "../../src/ir/program.ts";
import { packageOf } from "./source.ts";

/** `cjpm.toml`. The address of CangjieMagic is the one that its installation guide gives for HarmonyOS. */
export function projectFile(program: Program): string {
  const version = program.skills[0]?.version ?? "";
  return `[package]
cjc-version = "1.1.0"
name = "${packageOf(program)}"
version = "${/^\d+\.\d+\.\d+$/.test(version) ? version : "0.1.0"}"
description = ${tomlString(program.skills[0]?.description ?? program.agent.description)}
output-type = "static"

[dependencies]
magic = { git = "https://gitcode.com/Cangjie-TPC/CangjieMagic.git", tag = "harmony_os_edition" }
`;
}

/** A basic string of TOML 1.0. */
function tomlString(text: string): string {
  const body = text.toWellFormed().replaceAll(/["\\\u0000-\u001f\u007f]/g, (char) => {
    return char === '"' || char === "\\"
      ? `\\${char}`
      : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return `"${body}"`;
}
