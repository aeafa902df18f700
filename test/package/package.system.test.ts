import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closedFolders, giveFolder } from '../../src/store/embedded/identity.ts';
import { Tain } from '../app/commands/tain.ts';
import { NPM_TIMEOUT_MS } from '../npm-timeout.ts';
import { removeFolder } from '../remove-folder.ts';
import { npmEnvironment } from './npm-environment.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const NOBODY = { uid: 65_534, gid: 65_534 };
const isBuilt = existsSync(path.join(root, 'dist/main.js'));
if (!isBuilt) process.stderr.write('the package is not tried: npm run build makes its content\n');

describe.skipIf(!isBuilt)('the package, installed in an empty folder', () => {
  let folder = '';
  /** Output of the installation. */
  let output = '';
  const installed = (...names: string[]) => path.join(folder, 'node_modules/tain', ...names);

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tain-package-'));
    // `--ignore-scripts`, because `prepare` would rebuild files that other tests use.
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
      cwd: root,
      env: npmEnvironment(),
    });
    const [tarball = ''] = await readdir(folder);
    const options = ['--prefer-offline', '--no-audit', '--no-fund'];
    const done = await run('npm', ['install', `./${tarball}`, ...options], {
      cwd: folder,
      env: npmEnvironment(),
    });
    output = `${done.stdout}${done.stderr}`;
  }, NPM_TIMEOUT_MS);
  afterAll(async () => {
    if (folder !== '') await removeFolder(folder);
  });

  test('starts the network, its mirror, the explorer and the status page', async () => {
    const home = path.join(folder, 'home');
    await mkdir(home, { mode: 0o700 });
    const settings = {
      TAIN_PORT: '0',
      TAIN_STATUS_PORT: '0',
      TAIN_DATA_DIR: path.join(home, 'data'),
      TAIN_DEMO_QUIET: 'on',
    };
    // Root's installation is started by an ordinary user, who cannot write it.
    const isRoot = process.getuid?.() === 0;
    const isOther = isRoot && (await closedFolders(process.execPath, NOBODY)).length === 0;
    if (isOther) {
      await chmod(folder, 0o755);
      await giveFolder(home, NOBODY);
    }
    const command = path.join(folder, 'node_modules/.bin/tain');
    const tain = new Tain(
      ['start'],
      // The keys of the tests are root's.
      { ...settings, ...(isOther && { HOME: home, NODE_OPTIONS: '', RSA_KEY_POOL: '' }) },
      process.execPath,
      command,
      isOther ? NOBODY : {},
    );
    try {
      const url = await tain.url();
      await expect
        .poll(async () => {
          const response = await fetch(`${url}/api/v1/blocks?limit=1`);
          return ((await response.json()) as { blocks?: unknown[] }).blocks?.length;
        })
        .toBe(1);
      const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
      const [, script = ''] = /src="(\/assets\/main-[^"]+\.js)"/.exec(page) ?? [];
      expect((await fetch(url + script)).headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    } finally {
      const { code, stderr } = await tain.stop();
      expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
    }
  });

  test('runs with the options of Node.js in NODE_OPTIONS, else with its own', async () => {
    const command = path.join(folder, 'node_modules/.bin/tain');
    // Prints the limit of old objects in MB, less the young generation.
    const printer = path.join(folder, 'heap.mjs');
    await writeFile(
      printer,
      `import v8 from 'node:v8';
process.stderr.write(String(v8.getHeapStatistics().heap_size_limit / 2 ** 20));\n`,
    );
    const heap = async (options: string): Promise<number> => {
      const env = { ...npmEnvironment(), NODE_OPTIONS: `--import=${printer} ${options}` };
      const { stderr } = await run(command, ['--version'], { env });
      return Number(stderr);
    };
    const [own, given] = [await heap(''), await heap('--max-old-space-size=300')];
    expect(own).toBeGreaterThan(1024);
    expect(own).toBeLessThan(1300);
    expect(own - given).toBe(1024 - 300);
  });

  test('installs each of its dependencies once, and none that this Node.js cannot run', async () => {
    expect(output).not.toContain('EBADENGINE');
    const { dependencies } = JSON.parse(await readFile(installed('package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const files = await readdir(path.join(folder, 'node_modules'), { recursive: true });
    const packages = files.flatMap(
      (file) =>
        /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(`node_modules/${file}`)?.[1] ?? [],
    );
    const counts = Object.keys(dependencies).map((name) => [
      name,
      packages.filter((other) => other === name).length,
    ]);
    expect(counts.filter(([, count]) => count !== 1)).toEqual([]);
  });

  test('does not build anything', async () => {
    const main = installed('dist/main.js');
    const before = await stat(main);
    await run('npm', ['run', 'prepare'], { cwd: installed(), env: npmEnvironment() });
    expect((await stat(main)).mtimeMs).toBe(before.mtimeMs);
  });

  test('provides local network, client and verifier to Node.js, with types', async () => {
    const text = `import { type LocalNetwork, startLocalNetwork } from 'tain';
import { createClient } from 'tain/client';
import { createClient as createVerifiedClient } from 'tain/client/verified';
import { ProofRefused, verifyBlock } from 'tain/verify';
const url = 'http://127.0.0.1:5551';
const refused: unknown = await verifyBlock({}, { ledgerId: '0x00' }).catch((error: unknown) => error);
const names: string[] = [createClient({ url }), createVerifiedClient({ url, trust: { ledgerId: '0x00' } })].map(
  (client) => Object.keys(client).join(),
);
const start: () => Promise<LocalNetwork> = () => startLocalNetwork({ quiet: true, settings: { TAIN_DEMO_TPS: 1 } });
console.log(refused instanceof ProofRefused, names[1] === \`\${names[0]},proofs\`, typeof start);
`;
    await mkdir(path.join(folder, 'user'));
    await writeFile(path.join(folder, 'user/package.json'), '{"type":"module"}');
    await writeFile(path.join(folder, 'user/main.ts'), text);
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const compiler = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom'];
    const { stdout: complaints } = await run(process.execPath, [tsc, ...compiler, '--types', '', 'main.ts'], {
      cwd: path.join(folder, 'user'),
    }).catch((error: { stdout: string }) => error);
    expect(complaints).toBe('');
    const { stdout } = await run(process.execPath, ['main.js'], { cwd: path.join(folder, 'user') });
    expect(stdout).toBe('true true function\n');
    const required = ['-p', 'typeof require("tain").startLocalNetwork'];
    expect((await run(process.execPath, required, { cwd: folder })).stdout).toBe('function\n');
  });

  /** Returns the gzipped bytes of `code` bundled for a browser. Throws if it needs a module of Node.js. */
  async function bundled(code: string): Promise<number> {
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: folder },
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      platform: 'browser',
      legalComments: 'none',
      logLevel: 'silent',
    });
    return gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length;
  }

  // Maximum size of each entry in kB (1,000 bytes).
  test.each([
    ['tain/client', 'createClient', 2000, 6000],
    ['tain/client/verified', 'createClient', 40_000, 65_000],
    ['tain/verify', 'verifyTransaction', 40_000, 52_000],
  ])('serves %s to browsers, which load only the used modules', async (entry, name, atLeast, atMost) => {
    const bytes = await bundled(`export { ${name} } from '${entry}';`);
    expect(bytes).toBeGreaterThan(atLeast);
    expect(bytes).toBeLessThanOrEqual(atMost);
  });

  test('contains no sources, and its own packages', async () => {
    expect((await readdir(installed())).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'deploy',
      'dist',
      'docs',
      'examples',
      'migrations',
      'node_modules',
      'package.json',
      'web',
    ]);
    const files = await readdir(installed(), { recursive: true });
    expect(files.filter((file) => /^(dist|node_modules\/@tain)\/.*\.map$/.test(file))).toEqual([]);
    // Pages to which errors and the README lead; decisions are for contributors.
    const readme = await readFile(installed('README.md'), 'utf8');
    const linked = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link);
    expect(linked.length).toBeGreaterThan(20);
    expect(linked.filter((link) => !existsSync(installed(link)))).toEqual(['CONTRIBUTING.md']);
    expect(files.filter((file) => /^docs\/(decisions|images)\//.test(file))).toEqual([]);
    // The built explorer for static hosts.
    for (const folder of ['dist/explorer', 'dist/explorer/assets']) {
      expect(await readdir(installed(folder))).toEqual(await readdir(path.join(root, folder)));
    }
    const own = (await readdir(installed('node_modules/@tain'))).sort();
    expect(own).toEqual(['client', 'evm', 'ledger', 'network-simulator', 'protos', 'verify']);
    const { dependencies } = JSON.parse(await readFile(installed('package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    // Their imports are in `dependencies`.
    for (const name of own) {
      const { peerDependencies = {}, dependencies: none } = JSON.parse(
        await readFile(installed('node_modules/@tain', name, 'package.json'), 'utf8'),
      ) as { peerDependencies?: Record<string, string>; dependencies?: unknown };
      expect(none).toBeUndefined();
      expect(dependencies).toMatchObject(peerDependencies);
    }
  });
});
