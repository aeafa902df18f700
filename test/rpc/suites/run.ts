// `npm run test:suites -- NAME [TEXT …]`: runs a suite of a third party, unmodified, against `tain start --quiet`: all files, or those
// whose path contains one of the words. Prints a table, each failure without a reason (such failures cause exit code 1), and, if all
// files ran, each reason without a failure. A variable of the environment (`suites.ts`) names the checkout, with its dependencies; without
// it the commit is fetched from GitHub, and installed where `suites.ts` says how. bench/results/third-party-suites.md says how the others are
// installed and compiled. The network returns to a snapshot after each file.
// hardhat, hiero-contracts, viem and upgrades need Node.js 24.
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lineOf } from '../../../bench/table.ts';
import { startLocalNetwork } from '../../clients/local-network.ts';
import { askRelay } from '../../clients/relay-process.ts';
import { fetchSuite } from './fetch-suite.ts';
import { type Expected, judge, type Report, runMocha } from './mocha-suite.ts';
import { SUITES, type ThirdPartySuite } from './suites.ts';

/** Number of accounts besides the ten published ones, as in Hardhat's network, and their balance in hbars. */
const ACCOUNTS = 20;
const BALANCE = 10_000;
/** Keys of Hardhat's and Anvil's first accounts, which some suites know. Nothing depends on the other ones. */
const HARDHAT_KEYS = [
  'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
  '47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
  '8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
  '92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e',
  '4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356',
  'dbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97',
  '2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6',
];

const [name, ...words] = process.argv.slice(2);
const suite = SUITES.find((one) => one.name === name);
if (suite === undefined) {
  console.log(
    `Usage: npm run test:suites -- NAME [TEXT …], with ${SUITES.map((one) => one.name).join(', ')}`,
  );
  process.exitCode = 2;
} else {
  const checkout = process.env[suite.variable] ?? (await fetched(suite));
  if (checkout !== undefined) process.exitCode = await runFiles(suite, checkout);
}

/** Returns the folder of a suite that is fetched, or undefined after a line that says why it cannot run. */
async function fetched({ name, variable, source }: ThirdPartySuite): Promise<string | undefined> {
  const skipped = (reason: string): void =>
    console.log(`skipped: ${variable} names no checkout of ${name}, and ${reason}`);
  try {
    const { folder, isInstalled } = await fetchSuite(source);
    if (isInstalled) return folder;
    skipped(`its dependencies are not installed in ${folder} (bench/results/third-party-suites.md)`);
  } catch (error) {
    skipped(`${source.repository} could not be fetched and installed: ${error}`);
  }
  return undefined;
}

async function runFiles(
  { files, settings, program, prepare, expected, keys, hasOwnTimes }: ThirdPartySuite,
  checkout: string,
): Promise<number> {
  const chosen = (await files(checkout))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .sort();
  const folder = await mkdtemp(path.join(tmpdir(), 'tain-suites-'));
  const accounts = path.join(folder, 'accounts.json');
  await writeFile(accounts, JSON.stringify(furtherAccounts(await keys?.(checkout))));
  const network = await startLocalNetwork({
    TAIN_DEMO_QUIET: 'on',
    TAIN_DEMO_ACCOUNTS: accounts,
    TAIN_RPC_PORT: '0',
    ...settings,
  });
  const url = network.rpc ?? '';
  const output = path.join(folder, 'report.json');
  const line = lineOf(64, 10);
  const sums = [0, 0, 0, 0];
  let failures = 0;
  const used = new Set<Expected>();
  const undo = await prepare?.(checkout, url);
  try {
    if (hasOwnTimes) await askRelay(url, 'anvil_setBlockTimestampInterval', 1);
    console.log(line(['file', 'tests', 'passed', 'expected', 'failed', 'seconds']));
    for (const file of chosen) {
      const begin = performance.now();
      const { result: snapshot } = await askRelay(url, 'evm_snapshot');
      const { folder: cwd = checkout, args, env } = program(checkout, file);
      const report = await runMocha({
        checkout: cwd,
        args,
        env: { TAIN_RPC_URL: url, TAIN_REPORT: output, ...env },
        output,
      }).catch(notLoaded);
      const judged = judge(report, expected);
      const counts = [report.selected.length, report.passed.length, judged.expected.length, judged.failed];
      for (const [i, each] of counts.entries()) sums[i] = (sums[i] ?? 0) + each;
      const seconds = Math.round((performance.now() - begin) / 1_000);
      console.log(line([file, ...[...counts, seconds].map(String)]));
      for (const each of judged.lines) console.log(each);
      failures += judged.lines.length;
      for (const each of judged.used) used.add(each);
      // A file whose network ends with it need not stop mining at an interval.
      await askRelay(url, 'evm_setIntervalMining', 0);
      const { result: isReturned } = await askRelay(url, 'evm_revert', snapshot);
      // Suites that reset the network use up the snapshot.
      if (isReturned !== true) await askRelay(url, 'hardhat_reset');
    }
    console.log(line(['all', ...sums.map(String)]));
    if (words.length === 0) {
      const unused = expected.filter((one) => !used.has(one) && !one.dependsOnTiming);
      for (const { title, message, reason } of unused)
        console.log(`  no failure has the reason: ${reason} (${title ?? message})`);
    }
    return failures > 0 ? 1 : 0;
  } finally {
    await undo?.();
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

/** Returns accounts in the form of `TAIN_DEMO_ACCOUNTS`. */
function furtherAccounts(keys: readonly string[] = HARDHAT_KEYS): object[] {
  return Array.from({ length: ACCOUNTS }, (_, i) => ({
    privateKey: keys[i] ?? createHash('sha256').update(`account ${i}`).digest('hex'),
    balance: BALANCE,
  }));
}
