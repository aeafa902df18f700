import { copyFile, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { askRelay } from '../../clients/relay-process.ts';
import type { Source } from './fetch-suite.ts';
import { HARDHAT } from './hardhat/expected.ts';
import { HIERO_CONTRACTS } from './hiero-contracts/expected.ts';
import { type Expected, REPORTER } from './mocha-suite.ts';
import { EXPECTED as OPENZEPPELIN } from './openzeppelin/expected.ts';
import { SAFE } from './safe/expected.ts';
import { UNISWAP } from './uniswap/expected.ts';
import { UPGRADES } from './upgrades/expected.ts';
import { VIEM } from './viem/expected.ts';
import { startAnvilProxy } from './viem/proxy.ts';
import { WAGMI, WAGMI_KEYS } from './wagmi/expected.ts';
import { WEB3 } from './web3/expected.ts';
import { startGethProxy } from './web3/proxy.ts';

/** A suite of a third party that runs file by file. */
export interface ThirdPartySuite {
  readonly name: string;
  /** Variable of the environment that names the checkout. */
  readonly variable: string;
  /** Commit that is fetched when the variable names no checkout. */
  readonly source: Source;
  readonly files: (checkout: string) => Promise<string[]>;
  readonly expected: readonly Expected[];
  /** Private keys of its accounts in hex, whose addresses the suite knows; default: those of Hardhat's and Anvil's first accounts. */
  readonly keys?: (checkout: string) => Promise<readonly string[]>;
  /** Settings of the network, such as ports that a suite has in its source. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether no two blocks have the same time, as in Hardhat's network. The clock then stands still between blocks. */
  readonly hasOwnTimes?: true;
  /** Prepares the checkout or a server. Resolves to a function that undoes it. */
  readonly prepare?: (checkout: string, url: string) => Promise<() => Promise<void>>;
  /** Returns how Node.js runs a file, and in which folder; default: the checkout. */
  readonly program: (
    checkout: string,
    file: string,
  ) => {
    readonly folder?: string;
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  };
}

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

async function filesIn(checkout: string, folder: string, pattern: RegExp): Promise<string[]> {
  const files = await readdir(path.join(checkout, folder), { recursive: true });
  return files.filter((file) => pattern.test(file)).map((file) => path.join(folder, file));
}

/** Arguments of Hardhat 2. */
function hardhat2(config: string, file: string): string[] {
  const program = 'node_modules/hardhat/internal/cli/bootstrap.js';
  return [program, '--config', here(config), '--network', 'tain', 'test', '--no-compile', file];
}

/** The Hiero network's published keys, as `local.env` of hiero-contracts has them. */
const OPERATOR_KEY =
  '302e020100300506032b65700422042091132178e72057a1d7528025956fe39b0b847f200ab59b2fdd367017f3087137';
const CONFIG = 'tain.hardhat.config.js';

const openzeppelin: ThirdPartySuite = {
  name: 'openzeppelin',
  variable: 'TAIN_OPENZEPPELIN_SOURCE',
  source: {
    repository: 'OpenZeppelin/openzeppelin-contracts',
    commit: 'cab19933c33c2ad1d4c7a84864a3601dddfd16f3',
  },
  files: (checkout) => filesIn(checkout, 'test', /\.test\.js$/),
  expected: OPENZEPPELIN,
  hasOwnTimes: true,
  program: (_checkout, file) => ({
    args: hardhat2('openzeppelin/hardhat.config.cjs', file),
    env: { HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' },
  }),
};

const uniswap: ThirdPartySuite = {
  name: 'uniswap',
  variable: 'TAIN_UNISWAP_SOURCE',
  source: {
    repository: 'Uniswap/v3-core',
    commit: 'd8b1c635c275d2a9450bd6a78f3fa2484fef73eb',
  },
  files: (checkout) => filesIn(checkout, 'test', /\.spec\.ts$/),
  expected: UNISWAP,
  hasOwnTimes: true,
  // With CI missing snapshots are not written.
  program: (_checkout, file) => ({
    args: hardhat2('hardhat2.config.cjs', file),
    env: { CI: 'true' },
  }),
};

const safe: ThirdPartySuite = {
  name: 'safe',
  variable: 'TAIN_SAFE_SOURCE',
  source: {
    repository: 'safe-global/safe-smart-account',
    commit: 'c35264b99a389254a25f589c8271394ba5db7f38',
    install: [
      ['npm', 'ci', '--ignore-scripts'],
      // Hardhat compiles with this package; it would download a compiler otherwise.
      ['npm', 'install', '--ignore-scripts', '--no-save', 'tain-solc@npm:solc@0.7.6'],
      [
        ...['env', 'TAIN_SOLC=node_modules/tain-solc/soljson.js', 'node'],
        ...[
          'node_modules/hardhat/internal/cli/bootstrap.js',
          '--config',
          here('hardhat2.config.cjs'),
          'compile',
        ],
      ],
    ],
  },
  files: (checkout) => filesIn(checkout, 'test', /\.spec\.ts$/),
  expected: SAFE,
  // Its singleton factory has a signed deployment for the testnet.
  settings: { TAIN_CHAIN_ID: '296' },
  hasOwnTimes: true,
  program: (_checkout, file) => ({
    args: hardhat2('hardhat2.config.cjs', file),
    env: { TAIN_GAS_LIMITS: 'larger' },
  }),
};

const hieroContracts: ThirdPartySuite = {
  name: 'hiero-contracts',
  variable: 'TAIN_HIERO_CONTRACTS_SOURCE',
  source: {
    repository: 'hiero-ledger/hiero-contracts',
    commit: 'e22c6f4d9c1c765c7b98bcb7f8ce0491babb1035',
  },
  async files(checkout) {
    const files = await filesIn(checkout, 'test', /\.js$/);
    const texts = await Promise.all(files.map((file) => readFile(path.join(checkout, file), 'utf8')));
    return files.filter((_, i) => texts[i]?.includes('describe('));
  },
  expected: HIERO_CONTRACTS,
  settings: {
    TAIN_RPC_PORT: '7546',
    TAIN_DEMO_NODE_PORT: '50211',
    TAIN_GRPC_PORT: '5600',
    TAIN_PORT: '5551',
  },
  async prepare(checkout) {
    const file = path.join(checkout, CONFIG);
    await copyFile(here('hiero-contracts/hardhat.config.js'), file);
    return () => rm(file);
  },
  program: (_checkout, file) => ({
    args: [
      ...['node_modules/hardhat/dist/src/cli.js', '--config', CONFIG, '--network', 'local'],
      ...['test', 'mocha', '--no-compile', file],
    ],
    env: {
      XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? '',
      TAIN_REPORTER: REPORTER,
      OPERATOR_ID_A: '0.0.2',
      OPERATOR_KEY_A: OPERATOR_KEY,
      RETRY_DELAY: '3000',
      MAX_RETRY: '5',
      PRIVATE_KEYS: [
        '0x2e1d968b041d84dd120a5860cee60cd83f9374ef527ca86996317ada3d0d03e7',
        '0x45a5a7108a18dd5013cf2d5857a28144beadc9c70b3bdbd914e38df4e804b8d8',
        '0x6e9d61a325be3f6675cf8b7676c70e4a004d2308e3e182370a41f5653d52c6bd',
        '0x0b58b1bd44469ac9f813b5aeaf6213ddaea26720f0b2f133d08b6f234130a64f',
        '0x95eac372e0f0df3b43740fa780e62458b2d2cc32d6a440877f1cc2a9ad0c35cc',
        '0x6c6e6727b40c8d4b616ab0d26af357af09337299f09c66704146e14236972106',
      ].join(),
    },
  }),
};

/** Packages of Hardhat 3, and their files of tests that use a network by its JSON-RPC. */
const HARDHAT_TESTS: Readonly<Record<string, RegExp>> = {
  'hardhat-network-helpers': /^(network-helpers|time)\/[^/]+\.ts$/,
  'hardhat-ethers': /^[^/]+\.ts$/,
  'hardhat-ethers-chai-matchers': /^(matchers\/.*|index|multi-network-connections)\.ts$/,
  'hardhat-viem': /^([^/]+|hook-handlers\/network)\.ts$/,
  'hardhat-viem-assertions': /^internal\/.*\.ts$/,
  'hardhat-ignition': /^(deploy(\/(nonce-checks|rerun))?|integration|module-api|strategies)\/[^/]+\.ts$/,
  'hardhat-ignition-ethers': /^(?!fixture-projects|test-helpers).*\.ts$/,
  'hardhat-ignition-viem': /^(?!fixture-projects|test-helpers).*\.ts$/,
};
/** Package of Hardhat 3 whose tests run in mocha. */
const HARDHAT_MOCHA = 'hardhat-ignition';

const hardhat: ThirdPartySuite = {
  name: 'hardhat',
  variable: 'TAIN_HARDHAT_SOURCE',
  source: {
    repository: 'NomicFoundation/hardhat',
    commit: 'aff14bae2a24a788e29e09885a5803f588072c14',
  },
  async files(checkout) {
    const lists = Object.entries(HARDHAT_TESTS).map(([name, pattern]) =>
      filesIn(checkout, `packages/${name}/test`, pattern),
    );
    return (await Promise.all(lists)).flat();
  },
  expected: HARDHAT,
  settings: { TAIN_CHAIN_ID: '31337' },
  program(checkout, file) {
    const [, name = '', ...rest] = file.split(path.sep);
    const local = here('hardhat/on-local-network.mjs');
    const isMocha = name === HARDHAT_MOCHA;
    const runner = isMocha
      ? ['node_modules/mocha/bin/mocha.js', '--timeout', '120000', '--reporter', REPORTER]
      : [
          ...['--import', 'tsx/esm', '--import', local],
          ...['--test', `--test-reporter=${here('hardhat/reporter.mjs')}`],
        ];
    return {
      folder: path.join(checkout, 'packages', name),
      args: [...runner, path.join(...rest)],
      env: {
        XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? '',
        // Mocha starts a process of its own.
        ...(isMocha && { NODE_OPTIONS: `--import=${local}` }),
      },
    };
  },
};

const viem: ThirdPartySuite = {
  name: 'viem',
  variable: 'TAIN_VIEM_SOURCE',
  source: {
    repository: 'wevm/viem',
    commit: '0912a29d5c7abbea5238d6f7c3d750f07d479ace',
  },
  files: (checkout) => filesIn(checkout, 'src/actions/test', /\.test\.ts$/),
  expected: VIEM,
  prepare: (_checkout, url) => startAnvilProxy(url),
  program: (_checkout, file) => ({
    args: [
      ...['node_modules/vitest/vitest.mjs', 'run', '-c', 'test/vitest.config.ts', '--project', 'core'],
      ...['--retry', '0', '--maxWorkers', '1', '--reporter', here('viem/reporter.mjs'), file],
    ],
    // Its setup would start Anvils that fork mainnet.
    env: { SKIP_GLOBAL_SETUP: 'true' },
  }),
};

const wagmi: ThirdPartySuite = {
  name: 'wagmi',
  variable: 'TAIN_WAGMI_SOURCE',
  source: {
    repository: 'wevm/wagmi',
    commit: '4c461abcbf1b7a0f7adbef3d80e801c2723aa274',
  },
  async files(checkout) {
    const files = await filesIn(checkout, 'packages/core/src', /\.test\.ts$/);
    return files.filter((file) => !file.includes('tempo'));
  },
  expected: WAGMI,
  keys: async () => WAGMI_KEYS,
  settings: { TAIN_CHAIN_ID: '1' },
  prepare: (_checkout, url) => startAnvilProxy(url, { 8545: 1, 8546: 456, 8547: 10 }),
  program: (_checkout, file) => ({
    args: [
      ...['node_modules/vitest/vitest.mjs', 'run', '-c', here('wagmi/vitest.config.mjs')],
      ...['--maxWorkers', '1', '--reporter', here('viem/reporter.mjs'), file],
    ],
    env: {},
  }),
};

/** Packages of web3.js 4 whose tests use a node by HTTP, without the files that need services of others or another network's package. */
const WEB3_FILES =
  /^(?!.*\/(external-providers\/(?!extremely)|web3RPCProviders))web3(-eth|-eth-(accounts|contract|ens)|-net|-providers-http)?\/test\/integration\/.*\.test\.ts$/;

const web3: ThirdPartySuite = {
  name: 'web3',
  variable: 'TAIN_WEB3_SOURCE',
  source: {
    repository: 'web3/web3.js',
    commit: 'd3baae69e73491ffb332fd2de95d99c18ff0e335',
  },
  async files(checkout) {
    const files = await filesIn(checkout, 'packages', /\.test\.ts$/);
    return files.filter((file) => WEB3_FILES.test(path.relative('packages', file)));
  },
  expected: WEB3,
  async keys(checkout) {
    const text = await readFile(path.join(checkout, 'scripts/accounts.json'), 'utf8');
    return (JSON.parse(text) as { privateKey: string }[]).map(({ privateKey }) => privateKey.slice(2));
  },
  settings: { TAIN_CHAIN_ID: '1337' },
  prepare: (_checkout, url) => startGethProxy(url),
  program(checkout, file) {
    const [, name = '', ...rest] = file.split(path.sep);
    return {
      folder: path.join(checkout, 'packages', name),
      args: [
        ...['../../node_modules/jest/bin/jest.js', `--config=${here('web3/jest.config.cjs')}`, '--runInBand'],
        ...[
          '--forceExit',
          `--reporters=${here('web3/reporter.cjs')}`,
          '--runTestsByPath',
          path.join(...rest),
        ],
      ],
      env: { WEB3_SYSTEM_TEST_BACKEND: 'geth', WEB3_SYSTEM_TEST_PROVIDER: 'http://127.0.0.1:8545' },
    };
  },
};

/** Package of OpenZeppelin's upgrades for Hardhat. */
const UPGRADES_PACKAGE = 'packages/plugin-hardhat';

const upgrades: ThirdPartySuite = {
  name: 'upgrades',
  variable: 'TAIN_UPGRADES_SOURCE',
  source: {
    repository: 'OpenZeppelin/openzeppelin-upgrades',
    commit: '4c0715120432766e14db2f549e000adfcd2d3421',
  },
  // One file compiles all contracts and removes what the other ones need.
  files: (checkout) => filesIn(checkout, `${UPGRADES_PACKAGE}/test`, /^(?!force-recompile)[^/]+\.js$/),
  expected: UPGRADES,
  settings: { TAIN_CHAIN_ID: '31337' },
  async prepare(checkout) {
    const file = path.join(checkout, UPGRADES_PACKAGE, CONFIG);
    await copyFile(here('upgrades/hardhat.config.js'), file);
    return () => rm(file);
  },
  program: (checkout, file) => ({
    folder: path.join(checkout, UPGRADES_PACKAGE),
    args: [here('upgrades/ava.mjs'), path.relative(UPGRADES_PACKAGE, file)],
    env: { HARDHAT_CONFIG: CONFIG, XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? '' },
  }),
};

/** Tests of ethers that need a node. They expect it at port 8545. */
const ethers: ThirdPartySuite = {
  name: 'ethers',
  variable: 'TAIN_ETHERS_SOURCE',
  source: {
    repository: 'ethers-io/ethers.js',
    commit: '98c49d091eb84a9146dfba8476f18e4c3e3d1d31',
  },
  files: (checkout) => filesIn(checkout, 'lib.esm/_tests', /^test-contract.*\.js$/),
  expected: [
    {
      title: /^Test Contract tests events$/,
      message: /^Timeout of 60000ms exceeded/,
      kind: 'fails',
      reason:
        'ignores events that it gets before the hash of their transaction, of which the block is visible by then',
      dependsOnTiming: true,
    },
  ],
  settings: { TAIN_RPC_PORT: '8545', TAIN_CHAIN_ID: '31337' },
  // They search from ten blocks before the newest one.
  async prepare(_checkout, url) {
    await askRelay(url, 'hardhat_mine', '0xa');
    return async () => {};
  },
  program: (_checkout, file) => ({
    args: ['node_modules/mocha/bin/mocha.js', '--reporter', REPORTER, file],
    env: {},
  }),
};

export const SUITES = [
  openzeppelin,
  uniswap,
  safe,
  hieroContracts,
  hardhat,
  viem,
  wagmi,
  web3,
  upgrades,
  ethers,
];
