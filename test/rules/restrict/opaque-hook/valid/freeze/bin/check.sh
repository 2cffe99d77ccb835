#!/usr/bin/env bash
set -euo pipefail
input=$(cat)
cmd=$(echo "$input" | jq -r '.tool_input.command // empty')
# Whole disks.
if echo "$cmd" | grep -qiE 'mkfs|dd[[:space:]].*of=/dev/'; then
  echo "This would erase a disk." >&2
  exit 2
fi
exit 0
