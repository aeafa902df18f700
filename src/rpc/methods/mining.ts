import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import { LATEST } from '../method/block-parameter.ts';
import type { RpcContext } from '../method/context.ts';
import { ANY, BOOLEAN_SCHEMA } from '../method/json-schema.ts';
import { method, type RpcMethod } from '../method/method.ts';
import { optional, required } from '../method/parameter.ts';
import { BOOLEAN, NUMBER } from '../method/parameter-types.ts';
import { ERRORS, RpcError } from '../method/rpc-error.ts';
import { selectRpcBlock } from '../reads/stored-block.ts';
import { SENDING_ERRORS } from '../sending/errors.ts';
import { readyContext } from '../sending/outcome.ts';
import { networkOf } from './set-state.ts';

/** Methods that close blocks and set the time of the local network. */

/** Reads the newest block. */
export async function newestBlock(context: RpcContext) {
  const block = await selectRpcBlock(context, LATEST);
  if (block === undefined) throw ERRORS.noLatestBlock();
  return block;
}

/** Maximum number of blocks of one request. Each takes some hundredths of a second. */
const MAX_BLOCKS = 10_000n;

/**
 * Closes blocks, whose times are an interval (nanoseconds) apart if it is not zero, and waits until the last one is visible.
 * Ends early when the client disconnects.
 */
async function mine(context: RpcContext, blocks: bigint, interval: bigint): Promise<void> {
  await readyContext(context);
  const network = networkOf(context);
  let last: bigint | undefined;
  for (let made = 0n; made < blocks && !context.signal.aborted; made++) {
    if (last !== undefined && interval > 0n) await setTime(context, wholeSeconds(last) + interval);
    const time = await network.mine();
    if (time === null) throw SENDING_ERRORS.node('UNKNOWN', 'the network made no block');
    last = time;
  }
  if (last !== undefined) await context.reached(last);
}

/**
 * Sets the network's clock ahead to an instant (nanoseconds) after the last block. On a quiet network the next block has exactly
 * this time, even if it has passed, unless another client has made a later block meanwhile.
 */
async function setTime(context: RpcContext, time: bigint): Promise<void> {
  const network = networkOf(context);
  const ahead = time - network.now();
  if (ahead > 0n) await network.advance(ahead, context.signal);
  await network.holdClock(time);
}

const wholeSeconds = (nanos: bigint): bigint => nanos - (nanos % NANOS_PER_SECOND);

/**
 * Sets the network's time to an instant (nanoseconds), which must be in the future. On a quiet network it must only follow
 * the last block, and is exactly the time of the next block.
 */
async function advanceTo(context: RpcContext, time: bigint): Promise<void> {
  const network = networkOf(context);
  const now = network.now();
  if (time > now) return setTime(context, time);
  const { start, end } = await newestBlock(context);
  const [seconds, previous] = [time / NANOS_PER_SECOND, start / NANOS_PER_SECOND];
  if (time <= end) {
    // Hardhat's words, which tests expect.
    const relation = seconds < previous ? 'lower than' : 'equal to';
    throw new RpcError(
      -32_000,
      `Timestamp ${seconds} is ${relation} the previous block's timestamp ${previous}`,
    );
  }
  if (!(await network.holdClock(time))) {
    throw new RpcError(
      -32_000,
      `Timestamp ${seconds} is not after the network's time ${now / NANOS_PER_SECOND}, which only goes forward`,
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
    await mine(context, 1n, 0n);
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
      await mine(context, blocks, interval * NANOS_PER_SECOND);
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

/** Unit of an interval of mining: that of the tool whose prefix a method has. */
interface IntervalUnit {
  readonly name: 'milliseconds' | 'seconds';
  readonly ms: bigint;
}

const setIntervalMining = (name: string, unit: IntervalUnit): RpcMethod =>
  method({
    name,
    summary: `Closes a block at an interval in ${unit.name}; 0 stops it. At least ${MIN_INTERVAL_MS} ms pass between two blocks.`,
    parameters: [required(unit.name, NUMBER, `Interval in ${unit.name}.`)],
    result: ANY,
    answer: ([interval], context) => {
      const max = MAX_INTERVAL_MS / unit.ms;
      if (interval > max) throw ERRORS.invalidParameter(0, `Expected at most ${max} ${unit.name}`);
      const ms = interval * unit.ms;
      const delay = ms === 0n || ms > MIN_INTERVAL_MS ? ms : MIN_INTERVAL_MS;
      networkOf(context).setIntervalMining(Number(delay), context);
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
      if (seconds > 0n) await network.advance(seconds * NANOS_PER_SECOND, context.signal);
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
    'Gives each block the time of the block before it plus an interval, whatever time has passed. Networks with `--quiet` only.',
  parameters: [
    required('seconds', NUMBER, `Seconds between two blocks, from 1 to ${MAX_BLOCK_INTERVAL_SECONDS}.`),
  ],
  result: ANY,
  answer: async ([seconds], context) => {
    if (seconds < 1n || seconds > MAX_BLOCK_INTERVAL_SECONDS)
      throw ERRORS.invalidParameter(0, `Expected from 1 to ${MAX_BLOCK_INTERVAL_SECONDS} seconds`);
    await setBlockInterval(seconds, context);
    const { start } = await newestBlock(context);
    await setTime(context, wholeSeconds(start) + seconds * NANOS_PER_SECOND);
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

/** Methods of blocks and times. */
export const MINING_METHODS: readonly RpcMethod[] = [
  evmMine,
  ...['hardhat_mine', 'anvil_mine'].map(mineBlocks),
  ...['evm_setAutomine', 'anvil_setAutomine'].map(setAutomine),
  ...['hardhat_getAutomine', 'anvil_getAutomine'].map(getAutomine),
  setIntervalMining('evm_setIntervalMining', { name: 'milliseconds', ms: 1n }),
  setIntervalMining('anvil_setIntervalMining', { name: 'seconds', ms: 1_000n }),
  ...['evm_increaseTime', 'anvil_increaseTime'].map(increaseTime),
  ...['evm_setNextBlockTimestamp', 'anvil_setNextBlockTimestamp', 'evm_setTime'].map(setNextTimestamp),
  setTimestampInterval,
  removeTimestampInterval,
];
