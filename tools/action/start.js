// First step of the GitHub Action (action.yml): starts a local network in a process of its own, and writes its addresses as
// outputs. A checkout that is not built is built first.
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { printLog } from './print-log.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const main = path.join(root, 'dist/main.js');
const { env } = process;
const input = (name) => env[`INPUT_${name.toUpperCase()}`] ?? '';
const dataDir = path.join(env.RUNNER_TEMP ?? root, 'tain');
const log = `${dataDir}.log`;

/** Appends `name=value` to a file of the runner. */
function write(file, name, value) {
  appendFileSync(file, `${name}=${value}\n`);
}

/** Ends the step with the log and a reason. */
function fail(reason) {
  printLog(log, Number(input('log-lines')));
  console.log(`::error::${reason}`);
  process.exit(1);
}

/** Returns the settings of the input. Ends the step at a line without a name. */
function settings() {
  const lines = input('settings')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.map((line) => {
    const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? fail(`settings: no NAME=value: ${line}`);
    return [name, value];
  });
}

if (!existsSync(main)) {
  console.log('::group::npm ci');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' });
  console.log('::endgroup::');
  if (status !== 0) fail('The packages of Tain could not be installed.');
}

const own = {
  TAIN_DATA_DIR: dataDir,
  TAIN_DEMO_QUIET: input('quiet') === 'false' ? 'off' : 'on',
  ...Object.fromEntries(settings()),
};
const options = { env: { ...env, ...own } };
const out = openSync(log, 'w');
const heap = ['--max-semi-space-size=32', '--max-old-space-size=1024'];
const network = spawn(process.execPath, [...heap, main, 'start'], {
  ...options,
  detached: true,
  stdio: ['ignore', out, out],
});
write(env.GITHUB_STATE, 'pid', network.pid);
write(env.GITHUB_STATE, 'log', log);
network.once('exit', () => fail('The network ended.'));
network.unref();

const waiting = spawn(process.execPath, [main, 'wait', '--timeout', input('timeout')], {
  ...options,
  stdio: 'inherit',
});
waiting.once('exit', (code) => {
  if (code !== 0) fail('The network did not become ready.');
  const file = path.join(own.TAIN_DATA_DIR, 'local-network.json');
  const { rest, jsonRpc, webSocket, grpc, node, chainId, operator } = JSON.parse(readFileSync(file, 'utf8'));
  const outputs = {
    'rpc-url': jsonRpc,
    'websocket-url': webSocket,
    'rest-url': rest,
    grpc,
    node: node?.address,
    'chain-id': chainId,
    'operator-id': operator.account,
    'operator-key': operator.privateKeyDer,
    file,
    log,
  };
  for (const [name, value] of Object.entries(outputs)) write(env.GITHUB_OUTPUT, name, value ?? '');
  process.exit();
});
