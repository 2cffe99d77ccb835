import type { Bump } from "./change.ts";

/** A version of three numbers, with a pre-release or without. */
interface Version {
  readonly numbers: readonly [number, number, number];
  readonly isPreview: boolean;
}

/** Whether the versions of the manifests say as much as changed. `unversioned`: neither manifest has one. */
export type Permission =
  | { readonly allowed: true; readonly unversioned: boolean }
  | { readonly allowed: false; readonly because: string; readonly least: string | undefined };

/**
 * Semantic versioning: a major change needs a new major number, or before 1.0.0 a new minor one; a minor change a new
 * minor number, or before 1.0.0 a new patch one; any other change a new patch number. A skill without versions promises
 * nothing that a minor change could break, but a major change must be told somewhere.
 */
export function permissionOf(bump: Bump, before: string | undefined, after: string | undefined): Permission {
  if (bump === "none") return { allowed: true, unversioned: false };
  if (before === undefined) {
    if (after !== undefined || bump !== "major") return { allowed: true, unversioned: after === undefined };
    return { allowed: false, because: "no version says so", least: undefined };
  }
  const old = parsed(before);
  if (old === undefined)
    return { allowed: false, because: `\`${before}\` has not the form 1.2.3`, least: undefined };
  const least = next(old, bump);
  const text = least.join(".");
  if (after === undefined) return { allowed: false, because: "the new manifest has no version", least: text };
  const now = parsed(after);
  if (now === undefined)
    return { allowed: false, because: `\`${after}\` has not the form 1.2.3`, least: text };
  if (old.isPreview && compare(now.numbers, old.numbers) >= 0 && before !== after)
    return { allowed: true, unversioned: false };
  if (compare(now.numbers, least) >= 0) return { allowed: true, unversioned: false };
  const because =
    before === after ? `the version is still \`${after}\`` : `\`${after}\` follows \`${before}\``;
  return { allowed: false, because, least: text };
}

function parsed(text: string): Version | undefined {
  const match = /^v?(\d+)\.(\d+)(?:\.(\d+))?(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/.exec(text.trim());
  if (match === null) return undefined;
  const [, major, minor, patch = "0", preview] = match;
  return { numbers: [Number(major), Number(minor), Number(patch)], isPreview: preview !== undefined };
}

function next({ numbers: [major, minor, patch] }: Version, bump: Exclude<Bump, "none">): Version["numbers"] {
  const shifted = major === 0 ? ({ major: "minor", minor: "patch", patch: "patch" } as const)[bump] : bump;
  switch (shifted) {
    case "major":
      return [major + 1, 0, 0];
    case "minor":
      return [major, minor + 1, 0];
    case "patch":
      return [major, minor, patch + 1];
  }
}

function compare(a: Version["numbers"], b: Version["numbers"]): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
