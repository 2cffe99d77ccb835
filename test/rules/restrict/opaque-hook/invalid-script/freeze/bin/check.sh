#!/usr/bin/env bash
cmd=$(jq -r '.tool_input.command')
if ! grep -q "$cmd" allowed.txt; then exit 2; fi
