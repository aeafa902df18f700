import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../free-ports.ts';
import { NPM_TIMEOUT_MS } from '../npm-timeout.ts';
import { removeFolder } from '../remove-folder.ts';
import { findDebianProgram } from './debian-program.ts';
import { type Instruction, ROOT, readCopy, readDockerfile, type Stage } from './dockerfile.ts';

// Runs the steps of the Dockerfile one after another in clean folders, without Docker: each stage has a folder as its
// file system, and this machine's Node.js replaces the image's. Then runs the image's entry point, as its user if the
// test runs as root, and its health check.

const run = promisify(execFile);
/** Id of the image's user `node`. */
const USER_ID = 1000;
const isRoot = process.getuid?.() === 0;
/** Beginning of the step that installs the packages for building. */
const INSTALLS_ALL = 'npm ci --ignore-scripts';
/** Step that installs process 1. */
const INSTALLS_INIT = /^apt-get update && apt-get install -y --no-install-recommends tini && /;

/** Process 1 of the container, and whether this machine lets it be process 1 of a namespace. */
const init = await findDebianProgram('tini', 'tini', 'process 1 of the image');
const hasNamespaces =
  isRoot &&
  (await run('unshare', ['--pid', '--fork', '--mount-proc', 'true']).then(
    () => true,
    () => false,
  ));

let base: string;
let image: Image;
let started: ChildProcess | undefined;
let log = '';

/** State of a build stage. */
interface Image {
  readonly root: string;
  workdir: string;
  user: string;
  readonly env: Record<string, string>;
  readonly others: Instruction[];
}

beforeAll(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'tain-image-'));
  await chmod(base, 0o755);
  image = await build();
}, NPM_TIMEOUT_MS);
afterAll(async () => {
  if (started?.exitCode === null) started.kill('SIGKILL');
  await removeFolder(base);
});

/** Builds all stages in order and returns the last one. */
async function build(): Promise<Image> {
  const built = new Map<string, Image>();
  let last: Image | undefined;
  for (const [n, stage] of readDockerfile().stages.entries()) {
    last = await buildStage(stage, path.join(base, `stage-${n}`), built);
    if (stage.name !== null) built.set(stage.name, last);
  }
  if (last === undefined) throw new Error('the Dockerfile has no stage');
  return last;
}

async function buildStage(stage: Stage, root: string, built: ReadonlyMap<string, Image>): Promise<Image> {
  await mkdir(path.join(root, 'home/node'), { recursive: true });
  if (isRoot) await chown(path.join(root, 'home/node'), USER_ID, USER_ID);
  const made: Image = { root, workdir: root, user: 'root', env: {}, others: [] };
  for (const { word, rest } of stage.instructions) {
    if (word === 'WORKDIR') {
      made.workdir = path.join(root, rest);
      await mkdir(made.workdir, { recursive: true });
    } else if (word === 'ENV' || word === 'ARG') {
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g))
        made.env[name] = inside(made, value);
    } else if (word === 'USER') made.user = rest;
    else if (word === 'COPY') await copy(made, rest, built);
    else if (word === 'RUN' && rest.startsWith(INSTALLS_ALL)) await copyPackages(made);
    else if (word === 'RUN' && INSTALLS_INIT.test(rest)) continue;
    else if (word === 'RUN') await inShell(made, rest);
    else made.others.push({ word, rest });
  }
  return made;
}

/**
 * Copies the packages of this checkout, which the same lock file determines. The later stage installs its packages from the
 * same copied files.
 */
async function copyPackages({ workdir }: Image): Promise<void> {
  const [packages, copy] = [fileURLToPath(new URL('node_modules', ROOT)), path.join(workdir, 'node_modules')];
  // Links to the same files where they are on the same disk.
  await run('cp', ['-alT', packages, copy]).catch(() => run('cp', ['-aT', packages, copy]));
}

/** Maps paths of the image to the stage's folder. */
function inside({ root }: Image, text: string): string {
  return text.replaceAll(/(^|\s)(\/(?:app|home)\b)/g, `$1${root}$2`);
}

async function copy(to: Image, rest: string, built: ReadonlyMap<string, Image>): Promise<void> {
  const { from, sources, target } = readCopy(rest);
  const stage = from === null ? undefined : built.get(from);
  for (const source of sources) {
    // Only files that `.dockerignore` admits are copied.
    const path_ = stage === undefined ? fileURLToPath(new URL(source, ROOT)) : path.join(stage.root, source);
    const into = target.endsWith('/')
      ? path.join(to.workdir, target, path.basename(source))
      : path.join(to.workdir, target);
    await cp(path_, into, { recursive: true, verbatimSymlinks: true });
  }
}

function environmentOf({ env, root }: Image): Record<string, string> {
  const { PATH = '', npm_config_cache: cache, npm_config_registry: registry } = process.env;
  const npm = {
    npm_config_cache: cache ?? path.join(os.homedir(), '.npm'),
    npm_config_prefer_offline: 'true',
  };
  return {
    PATH,
    HOME: path.join(root, 'home/node'),
    ...npm,
    ...(registry && { npm_config_registry: registry }),
    ...env,
  };
}

async function inShell(stage: Image, command: string): Promise<void> {
  const user = isRoot && stage.user !== 'root' ? { uid: USER_ID, gid: USER_ID } : {};
  await run('sh', ['-c', inside(stage, command)], {
    cwd: stage.workdir,
    env: environmentOf(stage),
    maxBuffer: 64 * 1024 * 1024,
    ...user,
  });
}

/** Parses the command of an instruction in its JSON form. */
function commandOf(word: string): string[] {
  const rest = image.others.find((one) => one.word === word)?.rest ?? '[]';
  const json = rest.slice(rest.indexOf('['));
  const [program = '', ...args] = JSON.parse(json) as string[];
  return [program === 'node' ? process.execPath : program === 'tini' ? (init ?? program) : program, ...args];
}

test('the image contains its runtime files, and neither compilers nor tests nor sources', async () => {
  const there = (file: string) => existsSync(path.join(image.workdir, file));
  for (const file of [
    'dist/main.js',
    'migrations',
    'web',
    'node_modules/@tain/protos/generated',
    'node_modules/@tain/evm/dist/engine.js',
    'node_modules/pg',
  ]) {
    expect([file, there(file)]).toEqual([file, true]);
  }
  for (const file of [
    'src',
    'packages/evm/src',
    'packages/evm/test',
    'test',
    'bench',
    '.git',
    'node_modules/typescript',
    'node_modules/vitest',
    'node_modules/tsx',
    'tools',
  ]) {
    expect([file, there(file)]).toEqual([file, false]);
  }
  const { stdout } = await run('du', ['-sm', image.workdir]);
  // 60 MB of it are PostgreSQL's programs. The base image has 200 MB more.
  expect(Number.parseInt(stdout, 10)).toBeLessThan(220);
});

test.skipIf(init === null)(
  'the container starts as its user, is healthy, answers, survives PostgreSQL, and stops',
  async () => {
    const [port, statusPort] = [String(await freePort()), String(await freePort())];
    const ports = { TAIN_PORT: port, TAIN_STATUS_PORT: statusPort, TAIN_FURTHER_PORTS: 'off' };
    const settings = { ...ports, TAIN_DEMO_TPS: '1' };
    const user = isRoot ? { uid: USER_ID, gid: USER_ID } : {};
    const [program = '', ...args] = [
      ...commandOf('ENTRYPOINT'),
      ...(JSON.parse(commandText('CMD')) as string[]),
    ];
    const env: Record<string, string> = { ...environmentOf(image), ...settings };
    const options = { cwd: image.workdir, env, ...user };
    expect(env).toMatchObject({ TAIN_HOST: '0.0.0.0', TAIN_DEMO_NODE_HOST: '0.0.0.0' });
    const [check = '', ...checkArgs] = commandOf('HEALTHCHECK');
    const isHealthy = () =>
      run(check, checkArgs, options).then(
        ({ stdout }) => [true, stdout.trim()],
        ({ stdout }: { stdout: string }) => [false, stdout.trim()],
      );
    expect(await isHealthy()).toEqual([
      false,
      `http://127.0.0.1:${port}/health/readiness did not respond: ECONNREFUSED`,
    ]);

    const inNamespace = ['--pid', '--fork', '--mount-proc', '--kill-child', 'setpriv', `--reuid=${USER_ID}`];
    started = hasNamespaces
      ? spawn('unshare', [...inNamespace, `--regid=${USER_ID}`, '--clear-groups', program, ...args], {
          ...{ cwd: image.workdir, env, stdio: ['ignore', 'ignore', 'pipe'] },
        })
      : spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    const outer = String(started.pid);
    started.stderr?.on('data', (chunk: Buffer) => {
      log += chunk;
    });
    const wait = { interval: 500 };
    await expect
      .poll(isHealthy, wait)
      .toEqual([true, `http://127.0.0.1:${port}/health/readiness responded with 200`]);
    const blocks = async () => {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/blocks?limit=1`);
      return ((await response.json()) as { blocks: unknown[] }).blocks.length;
    };
    await expect.poll(blocks, wait).toBe(1);
    // The image's user owns the data below the volume, and root owns the program's files.
    const data = path.join(image.root, 'home/node/data');
    expect(await readdir(data)).toEqual(expect.arrayContaining(['postgres', 'demo']));
    if (isRoot) {
      expect((await stat(path.join(data, 'postgres'))).uid).toBe(USER_ID);
      expect((await stat(path.join(image.workdir, 'dist/main.js'))).uid).toBe(0);
    }
    // Process 1 of the container.
    const first = hasNamespaces
      ? readFileSync(`/proc/${outer}/task/${outer}/children`, 'utf8').trim()
      : outer;
    if (isRoot) {
      const status = readFileSync(`/proc/${first}/status`, 'utf8');
      expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe(String(USER_ID));
    }
    if (hasNamespaces) {
      // The processes of a killed PostgreSQL become children of process 1, which must reap them.
      const inside = async (...command: string[]) =>
        (await run('nsenter', ['--target', first, '--pid', '--mount', ...command])).stdout;
      const [postgres = ''] = readFileSync(path.join(data, 'postgres/postmaster.pid'), 'utf8').split('\n');
      await inside('kill', '-KILL', postgres);
      await expect.poll(() => log, wait).toContain('The database responds again');
      const dead = async () =>
        (await inside('ps', '-e', '-o', 'stat=,comm=')).split('\n').filter((line) => line.startsWith('Z'));
      await expect.poll(dead, wait).toEqual([]);
    }
    const ended = new Promise<number | null>((resolve) => started?.once('exit', (code) => resolve(code)));
    process.kill(Number(first), 'SIGTERM');
    expect([await ended, log.includes('"level":60')]).toEqual([0, false]);
    expect((await isHealthy())[0]).toBe(false);
  },
);

function commandText(word: string): string {
  return image.others.find((one) => one.word === word)?.rest ?? '[]';
}
