import { lamsOf } from "../../src/ir/children.ts";
import type { Program } from "../../src/ir/program.ts";
import { compareText } from "../../src/report/diagnostic.ts";
import type { Dialect } from "./dialect.ts";
import { packageName } from "./names.ts";

/**
 * Capability → permissions of HarmonyOS. Files of the application's own sandbox, preferences and a local knowledge base
 * need none; which one `device` needs depends on the device. There is none for starting a process.
 * Source: OpenHarmony, “Application permission list”, API 22.
 */
export const permissions: Readonly<Record<string, readonly string[]>> = {
  net: ["ohos.permission.INTERNET"],
};

/** `cjpm.toml`. The address of CangjieMagic is the one that its installation guide gives for HarmonyOS. */
export function projectFile(program: Program, description: string, { cjc, magic }: Dialect): string {
  return [
    "[package]",
    `cjc-version = ${tomlString(cjc)}`,
    `name = ${tomlString(packageName(program))}`,
    `version = ${tomlString(versionOf(program))}`,
    `description = ${tomlString(description)}`,
    'output-type = "static"',
    "",
    "[dependencies]",
    magic,
    "",
  ].join("\n");
}

/** Of the one skill of a program, where it is three numbers. */
export function versionOf({ skills }: Program): string {
  const [skill, ...more] = skills;
  return more.length === 0 && isPackageVersion(skill?.version) ? skill.version : "0.1.0";
}

/** `cjpm` takes three numbers and nothing else. */
export function isPackageVersion(version: string | undefined): version is string {
  return version !== undefined && /^\d{1,9}\.\d{1,9}\.\d{1,9}$/.test(version);
}

/** A basic string of TOML 1.0. */
function tomlString(text: string): string {
  const escaped = text.toWellFormed().replace(/["\\\p{Cc}]/gu, (char) => {
    if (char === '"' || char === "\\") return `\\${char}`;
    return `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
  });
  return `"${escaped}"`;
}

/** The entries for `requestPermissions` of `module.json5`, and what each is for. */
export function permissionFile(program: Program): string {
  const { io } = program.effect;
  const reasons = new Map<string, string[]>();
  const need = (permission: string, reason: string): void => {
    reasons.set(permission, [...(reasons.get(permission) ?? []), reason]);
  };
  if (lamsOf(program.term).length > 0) need("ohos.permission.INTERNET", "asking the model");
  for (const [capability, names] of Object.entries(permissions)) {
    const used = io.kind === "cofinite" ? !io.names.includes(capability) : io.names.includes(capability);
    if (used) for (const name of names) need(name, capability);
  }
  const entries = [...reasons.entries()].toSorted(([a], [b]) => compareText(a, b));
  return [
    "// For the `module` of module.json5.",
    ...openQuestions(io.kind === "cofinite" ? undefined : io.names),
    "{",
    '  "requestPermissions": [',
    ...entries.map(([name, why]) => `    { "name": "${name}" }, // for ${why.join(", ")}`),
    "  ]",
    "}",
    "",
  ].join("\n");
}

/** Undefined: the program has a tool that may do anything. */
function openQuestions(capabilities: readonly string[] | undefined): readonly string[] {
  if (capabilities === undefined) {
    return ["// The program has a tool that no catalogue knows: it may need more than this list."];
  }
  return [
    ...(capabilities.includes("device")
      ? ["// The capability device: add the permission of the device that the tools use."]
      : []),
    ...(capabilities.includes("exec")
      ? ["// The capability exec: HarmonyOS has no permission for starting a process."]
      : []),
  ];
}
