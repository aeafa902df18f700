import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, launchBrowser } from '../browser.ts';
import { startTestApi, type TestApi } from '../rest/api-fixture.ts';
import { transaction } from '../rest/rows.ts';
import { storeBlock } from '../rest/store-block.ts';

// Runs the examples of docs/clients.md verbatim against a real server.

const root = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = readFileSync(path.join(root, 'docs/clients.md'), 'utf8');

/** Returns the example in a language. */
function example(language: string): string {
  const found = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(PAGE)?.[1];
  if (found === undefined) throw new Error(`docs/clients.md has no example in ${language}`);
  return found;
}

function isInstalled(command: string): boolean {
  const { status } = spawnSync(command, ['--version'], { stdio: 'ignore' });
  if (status !== 0) process.stderr.write(`an example of docs/clients.md is not tried: no ${command} found\n`);
  return status === 0;
}

/** The built client, which the example imports by its package name. */
const CLIENT = path.join(root, 'dist/client.js');

let api: TestApi;
let folder: string;
let last = 0;
beforeAll(async () => {
  api = await startTestApi({ clock: Date.now });
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-streams-'));
  await mkdir(path.join(folder, 'node_modules'));
  await symlink(root, path.join(folder, 'node_modules/tain'));
  await store();
  await store();
});
afterAll(async () => {
  await api?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

async function store(): Promise<void> {
  last++;
  await storeBlock(api.database, last);
}

/** Runs a program that follows blocks: the existing ones and two new ones. Returns the numbers that it printed. */
async function follow(
  command: string,
  file: string,
  text: string,
  numberOf: (line: string) => string | undefined,
) {
  const script = path.join(folder, file);
  await writeFile(script, text);
  const child = spawn(command, [script], {
    cwd: folder,
    env: { ...process.env, MIRROR: api.url },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const numbers: string[] = [];
  const wanted = last + 2;
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const number = numberOf(line);
      if (number === undefined) continue;
      numbers.push(number);
      // Stores the next block only after the program has printed the previous one.
      if (Number(number) === last && last < wanted) await store();
      if (Number(number) === wanted) break;
    }
  } finally {
    // Kills the program with all its child processes.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }
  return numbers;
}

const all = () => Array.from({ length: last }, (_, index) => String(index + 1));
const first = (line: string) => /^\d+/.exec(line)?.[0];

describe('the examples of docs/clients.md', () => {
  test.skipIf(!HAS_BROWSER)('a browser', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const lines: string[] = [];
      let wake: () => void = () => undefined;
      page.on('console', (message) => {
        lines.push(message.text());
        wake();
      });
      const waitForLine = async (line: string): Promise<void> => {
        while (!lines.includes(line)) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      };
      // A page of the same origin.
      await page.route(`${api.url}/page`, (route) =>
        route.fulfill({ contentType: 'text/html', body: example('html') }),
      );
      await page.goto(`${api.url}/page`);
      await waitForLine(`as of block ${last}`);
      last++;
      const at = (payer: number, offset: bigint) =>
        transaction(BigInt(last) * 1_000_000_000n - offset, payer);
      await storeBlock(api.database, last, { transaction: [at(1002, 2n), at(1001, 1n)] });
      const time = `${last - 1}.999999999`;
      const id = (
        (await api.json(`/api/v1/transactions?timestamp=${time}`)).transactions as {
          transaction_id: string;
        }[]
      )[0];
      await waitForLine(`${id?.transaction_id} ${time}`);
      expect(lines).toEqual([`as of block ${last - 1}`, `${id?.transaction_id} ${time}`]);
    } finally {
      await browser.close();
    }
  });

  test.skipIf(!existsSync(CLIENT))('Node.js', async () => {
    expect(await follow(process.execPath, 'follow.mjs', example('js node'), first)).toEqual(all());
  });

  test.skipIf(!isInstalled('python3'))('Python', async () => {
    expect(await follow('python3', 'follow.py', example('python'), first)).toEqual(all());
  });

  test.skipIf(!isInstalled('curl'))('curl', async () => {
    const numbers = await follow(
      'sh',
      'follow.sh',
      example('sh'),
      (line) => /"number":(\d+)/.exec(line)?.[1],
    );
    expect(numbers).toEqual(all());
  });
});
