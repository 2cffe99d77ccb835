import type { Analysis } from "../../src/compile.ts";
import { check } from "../../src/compile.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import { textSource } from "../../src/report/source.ts";
import type { Rule } from "../../src/rules/rule.ts";
import { securityCredentialRead } from "../../src/rules/security/credential-read.ts";
import { securityDeleteOutside } from "../../src/rules/security/delete-outside.ts";
import { securityDownloadAndRun } from "../../src/rules/security/download-and-run.ts";
import { securityExfiltration } from "../../src/rules/security/exfiltration.ts";
import { securityHiddenInstruction } from "../../src/rules/security/hidden-instruction.ts";
import { securityHiddenText } from "../../src/rules/security/hidden-text.ts";
import { securityHomoglyphName } from "../../src/rules/security/homoglyph-name.ts";
import { securityInstructionOverride } from "../../src/rules/security/instruction-override.ts";
import { securityObfuscation } from "../../src/rules/security/obfuscation.ts";
import { securityPrototypeKey } from "../../src/rules/security/prototype-key.ts";

export const securityRules: readonly Rule[] = [
  securityCredentialRead,
  securityDeleteOutside,
  securityDownloadAndRun,
  securityExfiltration,
  securityHiddenInstruction,
  securityHiddenText,
  securityHomoglyphName,
  securityInstructionOverride,
  securityObfuscation,
  securityPrototypeKey,
];

export const head =
  "---\nname: x\ndescription: Fills in PDF forms. Use when a form has to be completed.\n---\n";

/** Checks files with the rules of this area alone. */
export function analysed(files: Readonly<Record<string, string>>): Promise<Analysis> {
  return check(
    Object.entries(files).map(([path, text]) => textSource(path, text)),
    { rules: securityRules, knownTargets: [] },
  );
}

/** What the rules of this area say of a SKILL.md with this body. */
export async function found(body: string): Promise<readonly Diagnostic[]> {
  const { diagnostics } = await analysed({ "x/SKILL.md": `${head}${body}\n` });
  return diagnostics.filter(({ code }) => code.startsWith("security/"));
}
