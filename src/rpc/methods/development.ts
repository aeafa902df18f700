import { randomBytes } from 'node:crypto';
import { MAX_GAS_PER_BLOCK } from '@tain/ledger/gas';
import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import { LATEST } from '../method/block-parameter.ts';
import type { RpcContext } from '../method/context.ts';
import { ANY, BOOLEAN as BOOLEAN_SCHEMA, QUANTITY } from '../method/json-schema.ts';
import { method, type RpcMethod, refusedMethod } from '../method/method.ts';
import { optional, required } from '../method/parameter.ts';
import { ADDRESS, ANY_OBJECT, BOOLEAN, NUMBER } from '../method/parameter-types.ts';
import { ERRORS, RpcError } from '../method/rpc-error.ts';
import { selectNetworkGasPrice } from '../reads/gas-price.ts';
import { selectBlock } from '../reads/stored-block.ts';
import { SENDING_ERRORS } from '../sending/errors.ts';
import { readyContext } from '../sending/outcome.ts';
import { hash32, quantity } from '../values/hex.ts';
import { dumpState, loadState } from './dumped-state.ts';
import { alone, both, networkOf, returnTo, SET_STATE_METHODS } from './set-state.ts';
import { SOURCE_METHODS } from './sources.ts';

/**
 * Methods for tests of contracts, as in Hardhat's network and Anvil. They are available for the local network and on
 * the loopback interface only, and not to web pages of other sites.
 */

/** Maximum number of blocks of one request: each takes a tenth of a second or more. */
const MAX_BLOCKS = 256n;
/** Closes a block and waits until it is visible. */
async function mine(context: RpcContext): Promise<void> {
  await readyContext(context);
  const time = await networkOf(context).mine();
  if (time === null) throw SENDING_ERRORS.node('UNKNOWN', 'the network made no block');
  await context.reached(time);
}

/**
 * Sets the network's time to an instant (nanoseconds), which must be in the future. On a quiet network it must only follow
 * the last block, and is exactly the time of the next block.
 */
async function advanceTo(context: RpcContext, time: bigint): Promise<void> {
  const network = networkOf(context);
  const now = network.now();
  if (time > now) {
    await network.advance(time - now);
    network.holdClock(time);
  } else if (time <= (await newestBlock(context)).end || !network.holdClock(time)) {
    throw new RpcError(
      -32_000,
      `Timestamp ${time / NANOS_PER_SECOND} is not after the network's time ${now / NANOS_PER_SECOND}, which only goes forward`,
    );
  }
}

const evmMine = method({
  name: 'evm_mine',
  summary: 'Closes a block, at the given time if there is one.',
  parameters: [optional('timestamp', NUMBER, undefined, 'Seconds since 1970; must be in the future.')],
  result: ANY,
  answer: async ([timestamp], context) => {
    if (timestamp !== undefined) await advanceTo(context, timestamp * NANOS_PER_SECOND);
    await mine(context);
    return '0x0';
  },
});

const mineBlocks = (name: string): RpcMethod =>
  method({
    name,
    summary: `Closes several blocks, at most ${MAX_BLOCKS}, at an interval in seconds.`,
    parameters: [
      optional('blocks', NUMBER, 1n, 'Number of blocks.'),
      optional('interval', NUMBER, 0n, 'Seconds between two blocks.'),
    ],
    result: ANY,
    answer: async ([blocks, interval], context) => {
      if (blocks > MAX_BLOCKS) throw ERRORS.invalidParameter(0, `Expected at most ${MAX_BLOCKS} blocks`);
      for (let made = 0n; made < blocks && !context.signal.aborted; made++) {
        if (made > 0n && interval > 0n) await networkOf(context).advance(interval * NANOS_PER_SECOND);
        await mine(context);
      }
      return null;
    },
  });

const setAutomine = (name: string): RpcMethod =>
  method({
    name,
    summary:
      'Sets whether each transaction closes a block. If not, transactions wait for `evm_mine`. Automining returns after 100 seconds without a request that closes a block.',
    parameters: [required('enabled', BOOLEAN, 'Whether each transaction closes a block.')],
    result: ANY,
    answer: ([isOn], context) => {
      networkOf(context).setAutomine(isOn, context);
      return true;
    },
  });

const getAutomine = (name: string): RpcMethod =>
  method({
    name,
    summary: 'Returns whether each transaction closes a block.',
    result: BOOLEAN_SCHEMA,
    answer: (_values, context) => networkOf(context).automine,
  });

const setIntervalMining = (name: string): RpcMethod =>
  method({
    name,
    summary: 'Closes a block at an interval in milliseconds, at least 100; 0 stops it.',
    parameters: [required('milliseconds', NUMBER, 'Milliseconds between two blocks.')],
    result: ANY,
    answer: ([milliseconds], context) => {
      if (milliseconds > MAX_INTERVAL_MS) {
        throw ERRORS.invalidParameter(0, `Expected at most ${MAX_INTERVAL_MS} milliseconds`);
      }
      const min = milliseconds === 0n || milliseconds > MIN_INTERVAL_MS ? milliseconds : MIN_INTERVAL_MS;
      networkOf(context).setIntervalMining(Number(min), context);
      return true;
    },
  });

const MIN_INTERVAL_MS = 100n;
/** Maximum delay of a timer. */
const MAX_INTERVAL_MS = 2_147_483_647n;

const increaseTime = (name: string): RpcMethod =>
  method({
    name,
    summary:
      "Sets the network's time ahead by seconds. Returns the seconds by which it is ahead of the clock.",
    parameters: [required('seconds', NUMBER, 'Seconds.')],
    result: ANY,
    answer: async ([seconds], context) => {
      const network = networkOf(context);
      if (seconds > 0n) await network.advance(seconds * NANOS_PER_SECOND);
      return Math.round((Number(network.now() / 1_000_000n) - Date.now()) / 1_000);
    },
  });

const setNextTimestamp = (name: string): RpcMethod =>
  method({
    name,
    summary: "Sets the network's time, and so that of the next block, to a future instant.",
    parameters: [required('timestamp', NUMBER, 'Seconds since 1970.')],
    result: ANY,
    answer: async ([timestamp], context) => {
      await advanceTo(context, timestamp * NANOS_PER_SECOND);
      return null;
    },
  });

/** Maximum number of seconds between two blocks, of which each day ends with its staking period: a day. */
const MAX_BLOCK_INTERVAL_SECONDS = 86_400n;

async function setBlockInterval(seconds: bigint, context: RpcContext): Promise<void> {
  if (!(await networkOf(context).setBlockInterval(seconds * NANOS_PER_SECOND, context)))
    throw new RpcError(-32_000, 'Only the blocks of a quiet network (--quiet) have an interval');
}

const setTimestampInterval = method({
  name: 'anvil_setBlockTimestampInterval',
  summary:
    'Gives each block, from the second one on, the time of the block before it plus an interval, whatever time has passed. Networks with `--quiet` only.',
  parameters: [
    required('seconds', NUMBER, `Seconds between two blocks, from 1 to ${MAX_BLOCK_INTERVAL_SECONDS}.`),
  ],
  result: ANY,
  answer: async ([seconds], context) => {
    if (seconds < 1n || seconds > MAX_BLOCK_INTERVAL_SECONDS)
      throw ERRORS.invalidParameter(0, `Expected from 1 to ${MAX_BLOCK_INTERVAL_SECONDS} seconds`);
    await setBlockInterval(seconds, context);
    return null;
  },
});

const removeTimestampInterval = method({
  name: 'anvil_removeBlockTimestampInterval',
  summary: 'Lets the time of blocks pass again. Networks with `--quiet` only.',
  result: BOOLEAN_SCHEMA,
  answer: async (_values, context) => {
    await setBlockInterval(0n, context);
    return true;
  },
});

const impersonate = (name: string, isOn: boolean): RpcMethod =>
  method({
    name,
    summary: isOn
      ? 'Lets an account call contracts by `eth_sendTransaction` without its key.'
      : 'Ends the impersonation of an account.',
    parameters: [required('address', ADDRESS, 'Address of the account.')],
    result: ANY,
    answer: ([address], context) => {
      networkOf(context).impersonate(address, isOn);
      return true;
    },
  });

/** Id of this process's network, by which Hardhat recognizes a restart. */
const INSTANCE_ID = `0x${randomBytes(32).toString('hex')}`;

/** Reads the newest block. */
async function newestBlock(context: RpcContext) {
  const block = await selectBlock(context, LATEST);
  if (block === undefined) throw ERRORS.noLatestBlock();
  return block;
}

const hardhatMetadata = method({
  name: 'hardhat_metadata',
  summary: "Returns the network's version, chain id and newest block, as Hardhat's plugins request them.",
  result: ANY,
  answer: async (_values, context) => {
    const { number, hash } = await newestBlock(context);
    return {
      clientVersion: context.settings.clientVersion,
      chainId: context.settings.chainId,
      instanceId: INSTANCE_ID,
      latestBlockNumber: Number(number),
      latestBlockHash: hash32(hash),
    };
  },
});

const anvilNodeInfo = method({
  name: 'anvil_nodeInfo',
  summary: "Returns the newest block, the price of gas and the chain id, in Anvil's form.",
  result: ANY,
  answer: async (_values, context) => {
    const block = await newestBlock(context);
    const price = quantity(await selectNetworkGasPrice(context, block.end));
    return {
      currentBlockNumber: quantity(block.number),
      currentBlockTimestamp: Number(block.start / NANOS_PER_SECOND),
      currentBlockHash: hash32(block.hash),
      hardFork: 'prague',
      transactionOrder: 'fifo',
      environment: {
        baseFee: price,
        chainId: context.settings.chainId,
        gasLimit: quantity(MAX_GAS_PER_BLOCK),
        gasPrice: price,
      },
      forkConfig: { forkUrl: null, forkBlockNumber: null, forkRetryBackoff: null },
    };
  },
});

const setLoggingEnabled = (name: string): RpcMethod =>
  method({
    name,
    summary: 'Accepted without effect: this server does not log requests.',
    parameters: [required('enabled', BOOLEAN, 'Whether requests are logged.')],
    result: ANY,
    answer: () => true,
  });

const snapshot = (name: string): RpcMethod =>
  method({
    name,
    summary: 'Takes a snapshot of the network after the last block, and returns its id.',
    result: QUANTITY,
    answer: async (_values, context) => {
      await readyContext(context);
      return alone(context, async () => {
        const id = await networkOf(context).snapshot();
        context.pending.keepAt(id, context.client);
        return quantity(id);
      });
    },
  });

const revert = (name: string): RpcMethod =>
  method({
    name,
    summary:
      'Returns the network and its clock to a snapshot. Transactions that waited for a block then wait again. Uses up this snapshot and all later ones. Returns false for an unknown id.',
    parameters: [required('id', NUMBER, 'Id of the snapshot.')],
    result: BOOLEAN_SCHEMA,
    answer: ([id], context) => alone(context, () => returnTo(context, id)),
  });

const reset = (name: string): RpcMethod =>
  method({
    name,
    summary:
      'Returns a network with `--quiet` to its state after the start, with automining and without impersonated accounts and intervals. Uses up all snapshots.',
    parameters: [optional('options', ANY_OBJECT, undefined, 'Without `forking`.')],
    result: ANY,
    answer: async ([options], context) => {
      if (Object.values(options ?? {}).some((value) => value !== undefined && value !== null))
        throw ERRORS.invalidParameter(0, 'This network does not fork another one');
      await readyContext(context);
      return alone(context, async () => {
        await context.returned(async () => {
          await networkOf(context).reset();
          return true;
        });
        context.pending.takeFrom(0n);
        return true;
      });
    },
  });

const NO_MEANING = 'because it has no meaning on this ledger';

/** Refused methods with their reasons. */
const REFUSED: readonly (readonly [reason: string, names: readonly string[]])[] = [
  [
    NO_MEANING,
    [
      'evm_setBlockGasLimit',
      ...both('setCoinbase', 'setPrevRandao', 'setNextBlockBaseFeePerGas', 'dropTransaction'),
    ],
  ],
];

/**
 * Wraps a method: if there is no local network, it is unknown, whatever its parameters, and it is refused to those who
 * may not control the network.
 */
function onLocalNetwork(one: RpcMethod): RpcMethod {
  return {
    ...one,
    summary: `${one.summary} Local network only.`,
    answer(given, context) {
      if (context.services.development === undefined) throw ERRORS.methodNotFound(one.name);
      if (!context.mayControl) throw ERRORS.foreignOrigin(one.name);
      return one.answer(given, context);
    },
  };
}

const METHODS: readonly RpcMethod[] = [
  evmMine,
  ...['hardhat_mine', 'anvil_mine'].map(mineBlocks),
  ...['evm_setAutomine', 'anvil_setAutomine'].map(setAutomine),
  ...['hardhat_getAutomine', 'anvil_getAutomine'].map(getAutomine),
  ...['evm_setIntervalMining', 'anvil_setIntervalMining'].map(setIntervalMining),
  ...['evm_increaseTime', 'anvil_increaseTime'].map(increaseTime),
  ...['evm_setNextBlockTimestamp', 'anvil_setNextBlockTimestamp', 'evm_setTime'].map(setNextTimestamp),
  setTimestampInterval,
  removeTimestampInterval,
  ...SET_STATE_METHODS,
  dumpState,
  loadState,
  ...both('impersonateAccount').map((name) => impersonate(name, true)),
  ...both('stopImpersonatingAccount').map((name) => impersonate(name, false)),
  ...['evm_snapshot', 'anvil_snapshot'].map(snapshot),
  ...['evm_revert', 'anvil_revert'].map(revert),
  ...both('reset').map(reset),
  ...both('setLoggingEnabled').map(setLoggingEnabled),
  hardhatMetadata,
  anvilNodeInfo,
  ...SOURCE_METHODS,
  ...REFUSED.flatMap(([reason, names]) =>
    names.map((name) =>
      refusedMethod(name, `Refused ${reason}.`, () => new RpcError(-32_601, `${name} is refused, ${reason}`)),
    ),
  ),
];

export const DEVELOPMENT_METHODS = METHODS.map(onLocalNetwork);
