import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installPackages } from '../../tools/install-packages.js';
import { type JsonRpc, startJsonRpc } from './json-rpc.ts';
import { type LocalNetwork, startLocalNetwork } from './local-network.ts';
import { type EnvelopeSender, envelopeSender } from './send-ethereum.ts';

// The examples of docs/quickstart.md as they stand there, but for the ports, against a fresh `tain start`. What speaks JSON-RPC
// goes through what a relay asks; through the relay itself where TAIN_RELAY_URL names one that leads to that network
// (TAIN_RELAY_MIRROR, TAIN_RELAY_NODE).

const run = promisify(execFile);
const sdk = await installPackages({
  source: fileURLToPath(new URL('packages/', import.meta.url)),
  cache: 'tain-test-clients',
  what: 'SDKs and other clients of mirrors',
});
const deployers = await installPackages({
  source: fileURLToPath(new URL('deployers/', import.meta.url)),
  cache: 'tain-test-deployers',
  what: 'ethers, viem, Hardhat and cast',
});
const { TAIN_RELAY_URL: relay, TAIN_RELAY_MIRROR: mirror = '', TAIN_RELAY_NODE: node = '' } = process.env;

let network: Pick<LocalNetwork, 'mirror' | 'node' | 'stop'>;
let sender: EnvelopeSender | undefined;
let rpc: Pick<JsonRpc, 'url' | 'close'>;
let folder: string;
let examples: ReadonlyMap<string, string>;

describe.skipIf(sdk === undefined || deployers === undefined)('quickstarts', () => {
  beforeAll(async () => {
    examples = examplesOf(await readFile('docs/quickstart.md', 'utf8'));
    folder = await mkdtemp(path.join(tmpdir(), 'tain-quickstart-'));
    if (relay !== undefined) {
      network = { mirror, node, stop: async () => {} };
      rpc = { url: relay, close: async () => {} };
      return;
    }
    network = await startLocalNetwork();
    sender = envelopeSender(network.node);
    rpc = await startJsonRpc(network.mirror, sender.send);
  }, 600_000);
  afterAll(async () => {
    await rpc?.close();
    sender?.close();
    await network?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  /** Runs an example in a folder that has its packages. What it printed. */
  async function runExample(
    name: string,
    packages: string | undefined,
    ...command: string[]
  ): Promise<string> {
    const place = await mkdtemp(path.join(folder, 'example-'));
    await symlink(path.join(packages ?? '', 'node_modules'), path.join(place, 'node_modules'));
    for (const [file, text] of examples) {
      const there = text
        .replaceAll('http://127.0.0.1:7546', rpc.url)
        .replaceAll('http://127.0.0.1:5551', network.mirror)
        .replaceAll('127.0.0.1:50211', network.node);
      await writeFile(path.join(place, file), there);
    }
    const [program = process.execPath, ...args] = command.length > 0 ? command : [process.execPath, name];
    const env = { ...process.env, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true', CI: 'true' };
    const { stdout } = await run(program, args, { cwd: place, env, timeout: 240_000 });
    return stdout.trim().split('\n').at(-1) ?? '';
  }
  const tool = (name: string): string => path.join(deployers ?? '', 'node_modules', '.bin', name);

  test('Hiero SDK', async () => {
    expect(await runExample('sdk.mjs', sdk)).toBe('The mirror knows the account and its 6 hbars');
  });

  test('ethers', async () => {
    expect(await runExample('ethers.mjs', deployers)).toBe('Counted 1, now 1');
  });

  test('viem', async () => {
    expect(await runExample('viem.mjs', deployers)).toBe('Multicall3 counts 1 and 1');
  });

  test('Hardhat', async () => {
    const args = [
      '--config',
      'hardhat.config.cjs',
      '--network',
      'local',
      'run',
      '--no-compile',
      'deploy.cjs',
    ];
    expect(await runExample('deploy.cjs', deployers, tool('hardhat'), ...args)).toBe(
      'Hardhat: status 1, count 1',
    );
  });

  test('Foundry', async () => {
    const [send = '', balance = ''] = (examples.get('cast.sh') ?? '').trim().split('\n');
    const words = (line: string): string[] =>
      line.replaceAll('http://127.0.0.1:7546', rpc.url).split(' ').slice(2);
    const before = Number(await runExample('cast.sh', deployers, tool('cast'), ...words(balance)));
    await runExample('cast.sh', deployers, tool('cast'), ...words(send));
    expect(Number(await runExample('cast.sh', deployers, tool('cast'), ...words(balance)))).toBe(before + 1);
  });
});

/** Blocks of code by the file that the text before them names; that of `cast` has no file of its own. */
function examplesOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', code = ''] of text.matchAll(/^`([\w.]+)`[^\n]*:\n\n```js\n(.*?)```/gms))
    found.set(name, code);
  found.set('cast.sh', /```sh\n(npx cast .*?)```/s.exec(text)?.[1] ?? '');
  return found;
}
