// `npm run test:relay -- [TEXT …]`: runs the JSON-RPC relay's own suites, unmodified, against `tain start`: all of them, or those
// whose name contains one of the words. Prints a table, and each failure without a reason in `expected.ts`; such failures cause
// exit code 1, as does an unused reason. TAIN_RELAY_SOURCE names a checkout of the relay with its development dependencies (`npm
// ci`). TAIN_EXECUTION_APIS names one of execution-apis (033ca6e), whose cases without a chain then run, too. conformityTests
// needs execution-apis (7907424) in the relay's node_modules, and what `npm run build` makes of it as `openrpc_exec_apis.json` in
// the relay's folder. Ports 7546 and 8546 must be free, because one suite has them in its source.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { lineOf } from '../../../../bench/table.ts';
import { type LocalNetwork, startLocalNetwork } from '../../../clients/local-network.ts';
import { askRelay, relaySettings } from '../../../clients/relay-process.ts';
import { type Expected, judge, REPORTER, type Report, runMocha } from '../../suites/mocha-suite.ts';
import { runExecutionApis } from './execution-apis.ts';
import { EXPECTED, SUITES, type Suite } from './expected.ts';

const FRESH_NONCES = fileURLToPath(new URL('fresh-nonces.cjs', import.meta.url));
const BLOCK_INTERVAL_MS = 2_000;

const { TAIN_RELAY_SOURCE: source, TAIN_EXECUTION_APIS: apis } = process.env;
if (source === undefined) console.log('skipped: TAIN_RELAY_SOURCE names no checkout of the relay');
else process.exitCode = await runSuites(source, process.argv.slice(2));

async function runSuites(checkout: string, words: readonly string[]): Promise<number> {
  const isChosen = (name: string): boolean => words.length === 0 || words.some((word) => name.includes(word));
  const folder = await mkdtemp(path.join(tmpdir(), 'tain-relay-suites-'));
  const network = await startLocalNetwork({
    TAIN_RPC_PORT: '7546',
    TAIN_RPC_WS_PORT: '8546',
    TAIN_RPC_ERROR_STATUS: '400',
    // Generated transactions are disabled, because they would be in the blocks that the suites read.
    TAIN_DEMO_QUIET: 'on',
  });
  try {
    // Blocks are closed at intervals, because some tests wait for a block that they do not cause.
    await askRelay(network.rpc ?? '', 'evm_setIntervalMining', BLOCK_INTERVAL_MS);
    const line = lineOf(30, 12);
    console.log(line(['suite', 'tests', 'passed', 'expected', 'left out', 'failed']));
    const used = new Set<Expected>();
    let failures = 0;
    if (apis !== undefined && isChosen('execution-apis')) {
      const { cases, passed, expected, failures: names } = await runExecutionApis(apis, network.rpc ?? '');
      console.log(line(['execution-apis', ...[cases, passed, expected, 0, names.length].map(String)]));
      for (const name of names) console.log(`  ${name}`);
      failures += names.length;
    }
    for (const suite of SUITES.filter(({ name }) => isChosen(name))) {
      const report = await runSuite(checkout, folder, suite, network);
      const { expected, failed, lines, used: reasons } = judge(report, EXPECTED);
      for (const reason of reasons) used.add(reason);
      const counted = (kind: Expected['kind']): number =>
        expected.filter(({ reason }) => reason.kind === kind).length;
      const counts = [
        report.selected.length,
        report.passed.length,
        counted('fails'),
        counted('left out'),
        failed,
      ];
      console.log(line([suite.name, ...counts.map(String)]));
      for (const each of lines) console.log(each);
      failures += lines.length;
    }
    const needless =
      words.length > 0 ? [] : EXPECTED.filter((each) => !used.has(each) && !each.dependsOnTiming);
    for (const { title } of needless) console.log(`every test of ${title} passes`);
    return failures > 0 || needless.length > 0 ? 1 : 0;
  } finally {
    await network.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a suite in the checkout. */
function runSuite(
  checkout: string,
  folder: string,
  { spec, grep }: Suite,
  { mirror, node }: LocalNetwork,
): Promise<Report> {
  const output = path.join(folder, 'report.json');
  const program = path.join('node_modules', 'mocha', 'bin', 'mocha.js');
  const preloaded = ['ts-node/register', FRESH_NONCES].flatMap((module) => ['--require', module]);
  const options = ['--no-config', ...preloaded, '--exit', '--grep', grep];
  const report = ['--reporter', REPORTER, '--reporter-option', `output=${output}`];
  return runMocha({
    checkout,
    args: [program, ...options, ...report, spec],
    env: {
      TS_NODE_TRANSPILE_ONLY: 'true',
      ...relaySettings({ mirror, node }),
      // The host is an address, because the suite starts its own relay for `localhost`.
      E2E_RELAY_HOST: 'http://127.0.0.1:7546',
      E2E_SERVER_PORT: '7546',
      WS_RELAY_URL: 'ws://127.0.0.1:8546',
      DEBUG_API_ENABLED: 'true',
      TX_TYPE_4_ENABLED: 'true',
      LOG_LEVEL: 'fatal',
    },
    output,
  });
}
