// `npm run test:openzeppelin -- [TEXT …]`: runs the tests of OpenZeppelin Contracts with Hardhat, unmodified, against `tain start
// --quiet`: all files, or those whose path contains one of the words. Prints a table, and each failure without a reason in
// `expected.ts`; such failures cause exit code 1. TAIN_OPENZEPPELIN_SOURCE names a checkout (v5.7.0) with its dependencies, whose
// contracts Hardhat has compiled. The network returns to a snapshot after each file.
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { lineOf } from '../../../../bench/table.ts';
import { startLocalNetwork } from '../../../clients/local-network.ts';
import { askRelay } from '../../../clients/relay-process.ts';
import { judge, type Report, runMocha } from '../mocha-suite.ts';
import { EXPECTED } from './expected.ts';

const CONFIG = fileURLToPath(new URL('hardhat.config.cjs', import.meta.url));
const HARDHAT = 'node_modules/hardhat/internal/cli/bootstrap.js';
/** Number of accounts besides the ten published ones, as tests expect those of Hardhat's network, and their balance in hbars. */
const ACCOUNTS = 10;
/** Hardhat's first account. Some tests derive it from Hardhat's mnemonic. */
const HARDHAT_KEY = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const BALANCE = 10_000;

const { TAIN_OPENZEPPELIN_SOURCE: source } = process.env;
if (source === undefined)
  console.log('skipped: TAIN_OPENZEPPELIN_SOURCE names no checkout of OpenZeppelin Contracts');
else process.exitCode = await runFiles(source, process.argv.slice(2));

async function runFiles(checkout: string, words: readonly string[]): Promise<number> {
  const files = (await readdir(path.join(checkout, 'test'), { recursive: true }))
    .filter((file) => file.endsWith('.test.js'))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .sort();
  const folder = await mkdtemp(path.join(tmpdir(), 'tain-openzeppelin-'));
  const accounts = path.join(folder, 'accounts.json');
  await writeFile(accounts, JSON.stringify(furtherAccounts()));
  const network = await startLocalNetwork({
    TAIN_DEMO_QUIET: 'on',
    TAIN_DEMO_ACCOUNTS: accounts,
    TAIN_RPC_PORT: '0',
  });
  const url = network.rpc ?? '';
  const output = path.join(folder, 'report.json');
  const line = lineOf(64, 10);
  const sums = [0, 0, 0, 0];
  let failures = 0;
  try {
    // As in Hardhat's network, no two blocks have the same time.
    await askRelay(url, 'anvil_setBlockTimestampInterval', 1);
    console.log(line(['file', 'tests', 'passed', 'expected', 'failed', 'seconds']));
    for (const file of files) {
      const begin = performance.now();
      const { result: snapshot } = await askRelay(url, 'evm_snapshot');
      const report = await runFile(checkout, path.join('test', file), url, output).catch(notLoaded);
      const { expected, failed, lines } = judge(report, EXPECTED);
      const counts = [report.selected.length, report.passed.length, expected.length, failed];
      for (const [i, each] of counts.entries()) sums[i] = (sums[i] ?? 0) + each;
      const seconds = Math.round((performance.now() - begin) / 1_000);
      console.log(line([file, ...[...counts, seconds].map(String)]));
      for (const each of lines) console.log(each);
      failures += lines.length;
      const { result: isReturned } = await askRelay(url, 'evm_revert', snapshot);
      if (isReturned !== true) throw new Error(`the network did not return to the snapshot before ${file}`);
    }
    console.log(line(['all', ...sums.map(String)]));
    return failures > 0 ? 1 : 0;
  } finally {
    await network.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the report of a file whose tests could not be declared: one failure, with the error. */
function notLoaded(error: unknown): Report {
  const title = 'the file';
  const message = String(error);
  return { selected: [title], passed: [], failures: [{ title, message }], isComplete: true };
}

/** Runs the tests of a file in the checkout. */
function runFile(checkout: string, file: string, url: string, output: string): Promise<Report> {
  return runMocha({
    checkout,
    args: [HARDHAT, '--config', CONFIG, '--network', 'tain', 'test', '--no-compile', file],
    env: { TAIN_RPC_URL: url, TAIN_REPORT: output, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' },
    output,
  });
}

/** Returns accounts in the form of `TAIN_DEMO_ACCOUNTS`. */
function furtherAccounts(): object[] {
  return Array.from({ length: ACCOUNTS }, (_, i) => ({
    privateKey: i === 0 ? HARDHAT_KEY : createHash('sha256').update(`account ${i}`).digest('hex'),
    balance: BALANCE,
  }));
}
