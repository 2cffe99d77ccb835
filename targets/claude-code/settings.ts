import type { PermissionRules } from "./rules.ts";

/** Seconds. A call that is judged longer is refused; a call of ordinary size takes a tenth of one. */
const hookTimeout = 30;

/**
 * A settings file with the rules and the hook. A hook that ends otherwise than with status 2 lets the call through, so
 * whatever keeps Node from running becomes 2; `onFailure` (2.1.295 and later) says the same for a hook that takes too long.
 */
export function settingsText({ deny, ask }: PermissionRules, scriptName: string): string {
  const settings = {
    permissions: { deny, ask },
    hooks: {
      PreToolUse: [
        {
          matcher: "*",
          hooks: [
            {
              type: "command",
              command: `node "$CLAUDE_PROJECT_DIR/.claude/hooks/${scriptName}" || exit 2`,
              shell: "bash",
              timeout: hookTimeout,
              onFailure: "block",
            },
          ],
        },
      ],
    },
  };
  return `${JSON.stringify(settings, undefined, 2)}\n`;
}
