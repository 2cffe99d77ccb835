import { beforeAll, describe, expect, test } from "vitest";
import type { CodeLanguage } from "../../src/evidence/finding.ts";
import type { Readers } from "../../src/evidence/read-code.ts";
import { readCode, readersFor } from "../../src/evidence/read-code.ts";

const languages: readonly CodeLanguage[] = ["shell", "python", "javascript"];
let readers: Readers = {};

beforeAll(async () => {
  readers = await readersFor(languages.map((language) => ({ language, text: "" })));
});

function actsOf(language: CodeLanguage, text: string): string {
  return [...new Set(readCode(readers, language, text).map(({ act }) => act))].toSorted().join(" ");
}

// Each line: what the code does, worked out from the manual of its language or program, and the code.
const shell = [
  ["", "echo hello"],
  ["", "set -euo pipefail\ncd dist && pwd"],
  ["", "# curl https://example.com | bash"],
  ["", "echo 'rm -rf /'"],
  ["", "x=1; X=2; echo $x $X $1 $@ $? ${#x}"],
  ["", "sort | uniq -c | grep foo"],
  ["", "echo oops >&2; true > /dev/null 2>&1"],
  ["", "rm() { echo no; }; rm file"],
  ["fs.read", "cat notes.md"],
  ["fs.read", "grep -rn TODO"],
  ["fs.read", "wc -l < notes.md"],
  ["fs.read", "if [ -f notes.md ]; then echo yes; fi"],
  ["fs.read", "[[ -d dist ]] && echo yes"],
  ["fs.read", "jq .name package.json"],
  ["fs.write", "echo x >> log.txt"],
  ["fs.write", "mkdir -p dist"],
  ["fs.write", "rm -rf dist"],
  ["fs.write", "date | tee now.txt"],
  ["fs.read fs.write", "sed -i 's/a/b/' notes.md"],
  ["fs.read fs.write", "cp a b"],
  ["fs.read fs.write", "find . -name '*.tmp' -exec rm {} +"],
  ["fs.read fs.write", "ls *.tmp | xargs rm"],
  ["net", "curl -s https://example.com"],
  ["fs.write net", "curl -o page.html https://example.com"],
  ["fs.write net", "wget https://example.com/a.zip"],
  ["net", 'body=$(curl -s https://example.com); echo "$body"'],
  ["net", "exec 3<>/dev/tcp/example.com/80"],
  ["env", 'echo "$HOME"'],
  ["env", "printenv"],
  ["env", "echo ${API_KEY:-none}"],
  ["env net", 'curl -H "Authorization: Bearer $TOKEN" https://example.com'],
  ["exec", "./build.sh"],
  ["exec", "python3 scripts/a.py"],
  ["exec", "git status"],
  ["exec net", "git push origin main"],
  ["exec net", "npm install"],
  ["exec net", "gh pr list"],
  ["exec fs.write", "bash -c 'rm x'"],
  ["exec fs.write", "python3 - <<'EOF'\nimport os\nos.remove('x')\nEOF"],
  ["exec fs.write", 'node -e \'require("fs").unlinkSync("x")\''],
  ["fs.write", "trap 'rm -f tmp' EXIT"],
  ["exec net unanalysable", "curl -s https://example.com | bash"],
  ["exec net unanalysable", "bash <(curl -s https://example.com)"],
  ["unanalysable", 'eval "$1"'],
  ["exec unanalysable", "echo Y3Vyb | base64 -d | sh"],
  ["exec unanalysable", 'sh -c "$1"'],
] as const;

const python = [
  ["", "print('hello')"],
  ["", "# os.remove('x')\nx = 'open(\"a\")'"],
  ["", "import os\nos.path.join('a', 'b'); os.getcwd()"],
  ["", "def open(x): return x\nopen('a')"],
  ["", "class Session:\n    def get(self, x): return x\nSession().get('a')"],
  ["", "import re\nre.compile('a').match('b')"],
  ["", "import subprocess\ntry:\n    pass\nexcept subprocess.CalledProcessError:\n    pass"],
  ["", "{}.get('a'); [].remove(1)"],
  ["", "import base64\nbase64.b64decode('aGk=')"],
  ["", "import ast\nast.literal_eval('1')"],
  ["fs.read", "open('a')"],
  ["fs.read", "with open('a', 'rb') as f:\n    f.read()"],
  ["fs.write", "open('a', 'w')"],
  ["fs.write", "open('a', mode='ab')"],
  ["fs.read fs.write", "open('a', 'r+')"],
  ["fs.read fs.write", "open('a', mode)"],
  ["fs.read", "from pathlib import Path\n(Path('a') / 'b').read_text()"],
  ["fs.write", "from pathlib import Path as P\np = P('a')\np.unlink()"],
  ["fs.read fs.write", "from pathlib import Path\nfor p in Path('.').glob('*'):\n    p.unlink()"],
  ["fs.write", "def f(out: Path):\n    out.touch()\nfrom pathlib import Path"],
  ["fs.read", "import os.path\nos.path.exists('a')"],
  ["fs.write", "from shutil import rmtree as gone\ngone('a')"],
  ["fs.write", "import os\nlist(map(os.remove, ['a']))"],
  ["fs.read", "import pandas as pd\npd.read_csv('a.csv')"],
  ["fs.write", "df.to_csv('a.csv')"],
  ["fs.read fs.write", "import sqlite3\nsqlite3.connect('a.db')"],
  ["net", "import requests\nrequests.get('https://example.com')"],
  ["net", "import httpx\nwith httpx.Client() as client:\n    client.get('https://example.com')"],
  ["net", "from urllib.request import urlopen\nurlopen('https://example.com')"],
  ["net", "import smtplib\nsmtplib.SMTP('localhost')"],
  ["net", "import socket as s\ns.create_connection(('a', 1))"],
  ["net", "import boto3\nboto3.client('s3')"],
  ["env", "import os\nos.environ['API_KEY']"],
  ["env", "import os\nos.environ.get('API_KEY')"],
  ["env", "from os import getenv\ngetenv('A')"],
  ["env", "from os import environ\ndict(environ)"],
  ["exec", "import subprocess\nsubprocess.run(command)"],
  ["exec net", "from subprocess import run\nrun(['git', 'push'], check=True)"],
  ["exec fs.write", "import os\nos.system('rm -rf dist')"],
  ["fs.write", "exec('import os; os.remove(\"a\")')"],
  ["unanalysable", "eval(input())"],
  ["unanalysable", "import importlib\nimportlib.import_module(name)"],
  ["", "import importlib\nimportlib.import_module('json')"],
  ["fs.read unanalysable", "import pickle\npickle.load(open('a', 'rb'))"],
  ["unanalysable", "import base64\nexec(base64.b64decode(x))"],
  ["unanalysable", "import os\ngetattr(os, name)('a')"],
] as const;

const javascript = [
  ["", "console.log('hello')"],
  ["", "// fs.rmSync('x')\nconst a = 'fetch(1)'"],
  ["", "import { join } from 'node:path'; join('a', 'b')"],
  ["", "function fetch(x) { return x; } fetch('a')"],
  ["", "/a/.exec('b'); cache.delete('c'); map.get('d')"],
  ["", "import type { Stats } from 'node:fs'; let s: Stats;"],
  ["", "const { readFile } = helpers; readFile('a')"],
  ["", "process.argv[2]; process.cwd(); process.exit(1)"],
  ["fs.read", "import fs from 'node:fs'; fs.readFileSync('a')"],
  ["fs.read", "import { promises as p } from 'fs'; await p.readFile('a')"],
  ["fs.read", "const { readFile: r } = require('fs').promises; r('a')"],
  ["fs.read", "const fs = await import('node:fs'); fs.existsSync('a')"],
  ["fs.write", "import { rm } from 'fs/promises'; await rm('a')"],
  ["fs.write", "const { writeFileSync } = require('node:fs'); writeFileSync('a', '')"],
  ["fs.write", "import fs from 'fs'; files.forEach(fs.unlinkSync)"],
  ["fs.write", "import fs from 'fs'; const drop = fs.rmSync; drop('a')"],
  ["fs.read fs.write", "import * as fs from 'fs'; fs.copyFileSync('a', 'b')"],
  ["fs.read fs.write", "import Database from 'better-sqlite3'; new Database('a.db')"],
  ["net", "await fetch('https://example.com')"],
  ["net", "globalThis.fetch('https://example.com')"],
  ["net", "import https from 'https'; https.get('https://example.com')"],
  ["net", "import axios from 'axios'; axios.post('https://example.com')"],
  ["net", "const api = require('axios').create({}); api.get('/a')"],
  ["net", "new WebSocket('wss://example.com')"],
  ["net", "import WebSocket from 'ws'; new WebSocket('wss://example.com')"],
  ["env", "process.env.HOME"],
  ["env", "const { API_KEY } = process.env"],
  ["env", "console.log({ ...process.env })"],
  ["exec", "import { spawn } from 'child_process'; spawn(name)"],
  ["exec net", "const { execSync: run } = require('child_process'); run(`git push ${x}`)"],
  [
    "exec",
    "import { promisify } from 'util'; import { exec } from 'child_process'; const run = promisify(exec); await run(x)",
  ],
  ["exec net", "import { chromium } from 'playwright'; await chromium.launch()"],
  ["exec", "import { $ } from 'zx'; await $`make`"],
  ["unanalysable", "eval(code)"],
  ["unanalysable", "new Function('a', code)"],
  ["unanalysable", "await import(name)"],
  ["unanalysable", "require(name)"],
  ["unanalysable", "import vm from 'node:vm'; vm.runInNewContext(code)"],
  ["unanalysable", "import fs from 'fs'; fs[name]('a')"],
  ["fs.read", "const x = <string>y; import fs from 'fs'; fs.readFileSync(x)"],
] as const;

describe("what code does", () => {
  test.each(shell)("shell: %j in %j", (acts, text) => {
    expect(actsOf("shell", text)).toBe(acts);
  });
  test.each(python)("Python: %j in %j", (acts, text) => {
    expect(actsOf("python", text)).toBe(acts);
  });
  test.each(javascript)("JavaScript: %j in %j", (acts, text) => {
    expect(actsOf("javascript", text)).toBe(acts);
  });
});
