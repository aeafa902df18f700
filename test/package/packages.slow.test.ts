import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installPackages } from '../../tools/install-packages.js';
import { NPM_TIMEOUT_MS } from '../npm-timeout.ts';
import { removeFolder } from '../remove-folder.ts';
import { npmEnvironment } from './npm-environment.ts';

// Packs the packages that are for others, and installs each tarball in an empty folder of its own. A program that uses
// the package, with its types, runs there in each runtime, as an ES module and by `require`.

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

// Deno and Bun, 200 MB. Without a registry or an earlier installation, their tests are skipped.
const runtimes = await installPackages({
  source: fileURLToPath(new URL('runtimes/', import.meta.url)),
  cache: 'tain-test-runtimes',
  what: 'other runtimes than Node.js (Deno, Bun)',
});
const binary = (name: string) => path.join(runtimes ?? '', 'node_modules', name);
const arm = process.arch === 'arm64';
const RUNTIMES = [
  { name: 'Node.js', command: process.execPath, args: [] },
  {
    name: 'Deno',
    command: binary(
      `@deno/${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}/deno`,
    ),
    args: ['run', '--no-lock', '--allow-read', '--allow-env'],
  },
  {
    name: 'Bun',
    command: binary(`@oven/bun-${process.platform}-${arm ? 'aarch64' : process.arch}/bin/bun`),
    args: [],
  },
].filter(({ name, command }) => {
  const isThere = existsSync(command);
  if (!isThere)
    process.stderr.write(`packages are not tried in ${name}: no registry has it for this machine\n`);
  return isThere;
});

const CLIENT = `import { AnswerError, createClient, type Transaction } from '@tain/client';
import { createClient as createVerifiedClient } from '@tain/client/verified';
const answer = { blocks: [{ number: 9007199254740993n }], links: { next: null } };
const options = {
  url: 'http://127.0.0.1:5551',
  fetch: async (url: unknown) =>
    String(url).includes('/blocks/')
      ? new Response('{"_status":{"messages":[{"message":"Not found"}]}}', { status: 404 })
      : new Response(JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? \`\${value}n\` : value)).replace(/"(\\d+)n"/, '$1')),
};
export async function names(): Promise<string[]> {
  const found: string[] = [];
  for await (const t of createClient(options).transactions.list({ timestamp: { gte: '1', lt: 2n }, order: 'desc' })) {
    const typed: Transaction = t;
    found.push(typed.transaction_id);
  }
  return found;
}
async function main() {
  const numbers: (number | bigint)[] = [];
  for await (const block of createClient({ ...options, bigIntegers: true }).blocks.list()) numbers.push(block.number);
  const verified = createVerifiedClient({ ...options, trust: { ledgerId: '0x00' } });
  const error: unknown = await verified.blocks.get(1).catch((error: unknown) => error);
  const without: unknown = await verified.proofs.block(1).catch((error: unknown) => error);
  console.log(numbers.join(), error instanceof AnswerError && error.status, without instanceof AnswerError);
}
void main();
export function refused() {
  const client = createClient(options);
  // @ts-expect-error no such order
  client.transactions.list({ order: 'up' });
  // @ts-expect-error no such operator for hashes of blocks
  client.contracts.allResults({ 'block.hash': { gt: 'ab' } });
  // @ts-expect-error no such parameter
  client.blocks.list({ nothing: 1 });
  // @ts-expect-error no such field
  client.blocks.get(1).then((block) => block.nothing);
  // @ts-expect-error a value is missing
  client.tokens.nft('0.0.5');
}
`;

const VERIFY = `import { claimedTrust, type ProofStep, ProofRefused, verifyBlock } from '@tain/verify';
async function main() {
  const error: unknown = await verifyBlock({}, { ledgerId: '0x00' }).catch((error: unknown) => error);
  const step: ProofStep | undefined = error instanceof ProofRefused ? error.step : undefined;
  console.log(step, typeof claimedTrust);
}
void main();
`;

// Hashes nothing before its WebAssembly is compiled, runs 2 + 3, adds the base point of BN254 to itself, and hashes again.
const EVM = `import { createEngine } from '@tain/evm/engine';
import type { EngineState } from '@tain/evm/execution';
import { keccakHex } from '@tain/evm/keccak';
const codes: Readonly<Record<string, string>> = { ['1'.padStart(40, 'c')]: '600360020160005260206000f3' };
const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const done = () => undefined;
const state: EngineState = {
  account: (address) => ({ nonce: 0n, balance: 0n, hasCode: address in codes }),
  code: (address) => bytes(codes[address] ?? ''),
  storage: () => '0'.repeat(64),
  originalStorage: () => '0'.repeat(64),
  setAccount: done, deleteAccount: done, setCode: done, setStorage: done, clearStorage: done,
  checkpoint: done, commit: done, revert: done,
};
const block = {
  number: 1n, timestamp: 1n, coinbase: '0'.repeat(40), gasLimit: 30_000_000n, baseFee: 0n,
  prevRandao: '0'.repeat(64), chainId: 1n, blockHash: () => '0'.repeat(64),
};
async function call(to: string, data: string) {
  const message = { from: 'a'.repeat(40), to, data: bytes(data), value: 0n, gas: 100_000n, gasPrice: 0n };
  const { outcome, output } = await createEngine('ethereum').run(message, { state, block });
  return \`\${outcome.kind} \${Array.from(output, (byte) => byte.toString(16).padStart(2, '0')).join('')}\`;
}
console.log(keccakHex(new Uint8Array()));
async function main() {
  const point = '1'.padStart(64, '0') + '2'.padStart(64, '0');
  console.log(await call('1'.padStart(40, 'c'), ''));
  console.log(await call('6'.padStart(40, '0'), point + point));
  console.log(keccakHex(new Uint8Array()));
}
void main();
`;

const BUN = `import { startLocalNetwork } from ${JSON.stringify(path.join(root, 'dist/local-network.js'))};
const network = await startLocalNetwork({ quiet: true });
await network.snapshot();
await network.reset();
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' });
const headers = { 'content-type': 'application/json' };
const { result } = await (await fetch(network.rpcUrl, { method: 'POST', headers, body })).json();
await network.stop();
console.log(Number(result) === network.chainId);
`;
const NETWORK_TIMEOUT_MS = 180_000;

const PACKAGES = [
  {
    name: 'client',
    program: CLIENT,
    output: '9007199254740993 404 true\n',
    dependencies: ['@noble/curves', '@noble/hashes'],
  },
  {
    name: 'verify',
    program: VERIFY,
    output: 'format function\n',
    dependencies: ['@noble/curves', '@noble/hashes'],
  },
  {
    name: 'evm',
    program: EVM,
    output: `0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470
success ${'5'.padStart(64, '0')}
success 030644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd315ed738c0e0a7c92e7845f96b2ae9c0a68a6a449e3538fc7ff3ebf7a5a18a2c4
0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470
`,
    dependencies: ['@noble/curves', '@noble/hashes', 'hash-wasm', 'mcl-wasm', 'tiny-secp256k1'],
  },
];

let base = '';
const folderOf = (name: string) => path.join(base, name);
const installed = (name: string, ...names: string[]) =>
  path.join(folderOf(name), 'node_modules/@tain', name, ...names);

beforeAll(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'tain-packages-'));
  const env = npmEnvironment();
  await Promise.all(
    PACKAGES.map(async ({ name, program }) => {
      const folder = folderOf(name);
      await mkdir(folder);
      const pack = ['run', 'tarball', '-w', `packages/${name}`, '--', '--pack-destination', folder];
      await run('npm', pack, { cwd: root, env });
      const [tarball = ''] = await readdir(folder);
      const options = ['--prefer-offline', '--no-audit', '--no-fund'];
      await run('npm', ['install', `./${tarball}`, ...options], { cwd: folder, env });
      await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
      await writeFile(path.join(folder, 'user.ts'), program);
      await writeFile(path.join(folder, 'user.cts'), program);
    }),
  );
}, NPM_TIMEOUT_MS);
afterAll(async () => {
  if (base !== '') await removeFolder(base);
});

// The first compilation emits user.js and user.cjs, which further tests run.
test.each([
  ['ES modules and CommonJS', ['--module', 'nodenext'], ['user.ts', 'user.cts']],
  ['older ES modules', ['--module', 'node16', '--noEmit'], ['user.ts']],
  ['bundlers', ['--module', 'esnext', '--moduleResolution', 'bundler', '--noEmit'], ['user.ts']],
])('have types for %s', async (_, options, files) => {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const strict = ['--strict', '--target', 'es2022', '--lib', 'es2022,dom,dom.asynciterable', '--types', ''];
  const programs = PACKAGES.flatMap(({ name }) => files.map((file) => `${name}/${file}`));
  const { stdout } = await run(process.execPath, [tsc, ...strict, ...options, ...programs], {
    cwd: base,
  }).catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});

describe.each(PACKAGES)('@tain/$name', ({ name, output, dependencies }) => {
  test('contains its modules with their types, and depends on what they import alone', async () => {
    expect((await readdir(installed(name))).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const manifest = JSON.parse(await readFile(installed(name, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(Object.keys(manifest.dependencies as object)).toEqual(dependencies);
    expect(manifest).toMatchObject({ name: `@tain/${name}`, license: 'Apache-2.0', sideEffects: false });
    expect(manifest).not.toHaveProperty('private');
    expect(manifest).not.toHaveProperty('scripts');
    const files = await readdir(installed(name, 'dist'), { recursive: true, withFileTypes: true });
    for (const file of files.filter((one) => one.isFile())) {
      expect(file.name).toMatch(/\.(js|d\.ts)$/);
      const text = await readFile(path.join(file.parentPath, file.name), 'utf8');
      expect([
        file.name,
        /sourceMappingURL|(from |import\(|require\()['"](@tain|.*\.ts['"])/.exec(text),
      ]).toEqual([file.name, null]);
    }
    // Links into the repository would lead nowhere.
    expect(await readFile(installed(name, 'README.md'), 'utf8')).not.toMatch(/\]\((?!https:)/);
  });

  test.each(RUNTIMES)('runs in $name, by import and by require', async ({ command, args }) => {
    for (const file of ['user.js', 'user.cjs']) {
      const done = await run(command, [...args, file], { cwd: folderOf(name) });
      expect({ file, ...done }).toEqual({ file, stdout: output, stderr: '' });
    }
  });
});

// Maximum size of each entry in bytes, minified and compressed.
test.each([
  ['client', '@tain/client', 'createClient', 6000],
  ['client', '@tain/client/verified', 'createClient', 65_000],
  ['verify', '@tain/verify', 'verifyTransaction', 52_000],
])('%s: browsers load only the modules of %s that they use', async (name, entry, used, atMost) => {
  // Fails for a module of Node.js.
  const { outputFiles } = await build({
    stdin: { contents: `export { ${used} } from '${entry}';`, resolveDir: folderOf(name) },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    legalComments: 'none',
    logLevel: 'silent',
  });
  const { length } = gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 });
  expect(length).toBeLessThanOrEqual(atMost);
  expect(length).toBeGreaterThan(atMost / 3);
});

describe.skipIf(!RUNTIMES.some(({ name }) => name === 'Bun'))('a local network from code, in Bun', () => {
  const program = async (PATH: string) => {
    const folder = await mkdtemp(path.join(base, 'bun-'));
    const file = path.join(folder, 'main.mjs');
    await writeFile(file, BUN);
    const done = await run(
      binary(`@oven/bun-${process.platform}-${arm ? 'aarch64' : process.arch}/bin/bun`),
      [file],
      {
        env: { ...process.env, NODE_OPTIONS: '', TMPDIR: folder, PATH },
        timeout: NETWORK_TIMEOUT_MS,
      },
    ).catch((error: { stdout: string; stderr: string }) => error);
    return { ...done, left: (await readdir(folder)).filter((name) => name.startsWith('tain-network-')) };
  };

  test(
    'runs in the Node.js of PATH, and leaves nothing',
    async () => {
      const { stdout, left } = await program(`${path.dirname(process.execPath)}:${process.env.PATH}`);
      expect([stdout, left]).toEqual(['true\n', []]);
    },
    NETWORK_TIMEOUT_MS,
  );

  test('says that Node.js is missing', async () => {
    const { stderr, left } = await program('/');
    expect(stderr).toContain('A local network needs Node.js, but no folder of PATH has a program node.');
    expect(left).toEqual([]);
  });
});
