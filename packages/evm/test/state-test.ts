import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { RLP } from '@ethereumjs/rlp';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Engine, Log, Watchers } from '../src/execution.ts';
import { bytes, EthereumWorld } from './ethereum-world.ts';

/** A test in the official format: a transaction on a state, and its results for several parameters. */
interface StateTest {
  readonly env: Readonly<Record<string, string>>;
  readonly pre: Readonly<
    Record<string, { balance: string; nonce: string; code: string; storage: Record<string, string> }>
  >;
  readonly transaction: {
    readonly data: readonly string[];
    readonly gasLimit: readonly string[];
    readonly value: readonly string[];
    readonly gasPrice?: string;
    readonly maxFeePerGas?: string;
    readonly maxPriorityFeePerGas?: string;
    readonly maxFeePerBlobGas?: string;
    readonly blobVersionedHashes?: readonly string[];
    readonly accessLists?: readonly (readonly { address: string; storageKeys: readonly string[] }[] | null)[];
    readonly nonce: string;
    readonly sender: string;
    readonly to: string;
  };
  readonly post: Readonly<Record<string, readonly StatePost[]>>;
}

interface StatePost {
  readonly hash: string;
  readonly logs: string;
  readonly indexes: { readonly data: number; readonly gas: number; readonly value: number };
  readonly expectException?: string;
}

/** One expectation of a file. */
export interface StateCase {
  /** Name of the case: `file test data.gas.value`. */
  readonly name: string;
  readonly test: StateTest;
  readonly post: StatePost;
}

/** Returns all JSON files below a folder, in order. */
export function stateTestFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => path.join(folder, file));
}

/** Returns the cases of a file for the engine's fork, and the tests without an expectation for it. */
export function readStateTests(file: string): { readonly cases: StateCase[]; readonly others: string[] } {
  const tests: Record<string, StateTest> = JSON.parse(readFileSync(file, 'utf8'));
  const others = Object.entries(tests).flatMap(([name, { post }]) => (post.Cancun ? [] : [name]));
  return { cases: casesOf(file, tests), others };
}

/** Returns the cases of a file for the engine's fork. */
export function stateCases(file: string): StateCase[] {
  return readStateTests(file).cases;
}

function casesOf(file: string, tests: Record<string, StateTest>): StateCase[] {
  return Object.entries(tests).flatMap(([name, test]) =>
    (test.post.Cancun ?? []).map((post) => {
      const { data, gas, value } = post.indexes;
      return { name: `${path.basename(file)} ${name} ${data}.${gas}.${value}`, test, post };
    }),
  );
}

/** Watches each operation, so that the engine uses the loop of traces. */
export const TRACED: Watchers = { step: () => undefined };

/** Runs a case. Returns the difference, or undefined. */
export async function runStateCase(
  engine: Engine,
  { test, post }: StateCase,
  watchers: Watchers = {},
): Promise<string | undefined> {
  const world = new EthereumWorld(
    Object.fromEntries(
      Object.entries(test.pre).map(([address, { balance, nonce, code, storage }]) => [
        strip(address),
        {
          balance: BigInt(balance),
          nonce: BigInt(nonce),
          code: bytes(strip(code)),
          storage: Object.fromEntries(
            Object.entries(storage).map(([slot, value]) => [word(slot), word(value)]),
          ),
        },
      ]),
    ),
  );
  const { logs, refusal } = await transact(engine, world, test, post, watchers);
  if ((refusal === undefined) !== (post.expectException === undefined)) {
    return `refused: ${refusal ?? 'no'}, expected: ${post.expectException ?? 'no'}`;
  }
  const logsHash = `0x${hex(keccak_256(RLP.encode(logs.map(({ address, topics, data }) => [bytes(address), topics.map(bytes), data]))))}`;
  if (logsHash !== post.logs) return `logs ${logsHash}, expected ${post.logs}`;
  const root = `0x${await world.root()}`;
  return root === post.hash ? undefined : `state root ${root}, expected ${post.hash}`;
}

const BLOB_GAS = 131_072n;
const MAX_BLOBS = 6;
const MAX_INIT_CODE = 49_152;
const REFUND_QUOTIENT = 5n;
const ACCESS_ADDRESS_GAS = 2400n;
const ACCESS_SLOT_GAS = 1900n;
const MAX_WORD = (1n << 256n) - 1n;
const MAX_NONCE = (1n << 64n) - 1n;

/**
 * Executes Ethereum's transaction layer: checks, buys gas, runs, refunds, pays (yellow paper 6, EIP-1559, 2930, 3607,
 * 4844).
 */
async function transact(
  engine: Engine,
  world: EthereumWorld,
  { env, transaction }: StateTest,
  { indexes }: StatePost,
  watchers: Watchers,
): Promise<{ logs: readonly Log[]; refusal?: string }> {
  const refuse = (refusal: string) => ({ logs: [], refusal });
  const from = strip(transaction.sender);
  const to = strip(transaction.to) || undefined;
  const data = bytes(strip(transaction.data[indexes.data] ?? ''));
  const gasLimit = BigInt(transaction.gasLimit[indexes.gas] ?? 0);
  const value = numberOf(transaction.value[indexes.value] ?? '0x0');
  const baseFee = BigInt(env.currentBaseFee ?? 0);
  const feeCap = BigInt(transaction.maxFeePerGas ?? transaction.gasPrice ?? 0);
  const tip = BigInt(transaction.maxPriorityFeePerGas ?? feeCap);
  const accessList = (transaction.accessLists?.[indexes.data] ?? []).map(({ address, storageKeys }) => ({
    address: strip(address),
    slots: storageKeys.map(word),
  }));
  const blobHashes = transaction.blobVersionedHashes?.map(strip);
  const blobBaseFee = blobFee(BigInt(env.currentExcessBlobGas ?? 0));
  const blobGas = BigInt(blobHashes?.length ?? 0) * BLOB_GAS;
  const blobFeeCap = BigInt(transaction.maxFeePerBlobGas ?? 0);

  if (value > MAX_WORD) return refuse('value of more than 256 bits');
  if (feeCap < baseFee) return refuse('fee below base fee');
  if (tip > feeCap) return refuse('tip above fee');
  if (gasLimit > BigInt(env.currentGasLimit ?? 0)) return refuse('gas above block');
  if (blobHashes !== undefined) {
    if (blobHashes.length === 0 || blobHashes.length > MAX_BLOBS) return refuse('number of blobs');
    if (blobHashes.some((hash) => !hash.startsWith('01'))) return refuse('version of blob');
    if (blobFeeCap < blobBaseFee) return refuse('blob fee');
    if (to === undefined) return refuse('blob creation');
  }
  if (to === undefined && data.length > MAX_INIT_CODE) return refuse('init code');
  const slots = accessList.reduce((sum, each) => sum + each.slots.length, 0);
  const intrinsic =
    engine.intrinsicGas({ to, data }) +
    BigInt(accessList.length) * ACCESS_ADDRESS_GAS +
    BigInt(slots) * ACCESS_SLOT_GAS;
  if (gasLimit < intrinsic) return refuse('intrinsic gas');
  const sender = (await world.account(from)) ?? { nonce: 0n, balance: 0n, hasCode: false };
  if (sender.hasCode) return refuse('sender has code');
  if (sender.nonce !== BigInt(transaction.nonce) || sender.nonce >= MAX_NONCE) return refuse('nonce');
  if (sender.balance < gasLimit * feeCap + value + blobGas * blobFeeCap) return refuse('funds');

  const paid = tip < feeCap - baseFee ? tip : feeCap - baseFee;
  const gasPrice = baseFee + paid;
  await world.setAccount(from, {
    ...sender,
    nonce: sender.nonce + 1n,
    balance: sender.balance - gasLimit * gasPrice - blobGas * blobBaseFee,
  });
  const coinbase = strip(env.currentCoinbase ?? '');
  const result = await engine.run(
    {
      from,
      to,
      data,
      value,
      gas: gasLimit - intrinsic,
      gasPrice,
      accessList,
      ...(blobHashes === undefined ? {} : { blobHashes }),
    },
    {
      state: world,
      watchers,
      block: {
        number: BigInt(env.currentNumber ?? 0),
        timestamp: BigInt(env.currentTimestamp ?? 0),
        coinbase,
        gasLimit: BigInt(env.currentGasLimit ?? 0),
        baseFee,
        blobBaseFee,
        prevRandao: word(env.currentRandom ?? '0x0'),
        chainId: 1n,
        // The clients of the tests hash the decimal number.
        blockHash: async (number) => hex(keccak_256(Buffer.from(number.toString()))),
      },
    },
  );
  const used = intrinsic + result.gasUsed;
  const refund = result.gasRefund < used / REFUND_QUOTIENT ? result.gasRefund : used / REFUND_QUOTIENT;
  const charged = used - refund;
  await pay(world, from, (gasLimit - charged) * gasPrice);
  await pay(world, coinbase, charged * paid);
  for (const address of result.destroyed) await world.deleteAccount(address);
  for (const address of [...result.touched, from, coinbase]) {
    if (await world.isEmpty(address)) await world.deleteAccount(address);
  }
  return { logs: result.logs };
}

async function pay(world: EthereumWorld, address: string, amount: bigint): Promise<void> {
  const account = (await world.account(address)) ?? { nonce: 0n, balance: 0n, hasCode: false };
  await world.setAccount(address, { ...account, balance: account.balance + amount });
}

/** Computes `fake_exponential` of EIP-4844. */
function blobFee(excess: bigint): bigint {
  const fraction = 3_338_477n;
  let sum = 0n;
  let term = fraction;
  for (let i = 1n; term > 0n; i += 1n) {
    sum += term;
    term = (term * excess) / (fraction * i);
  }
  return sum / fraction;
}

/** Parses a number in the tests' notation. The prefix `0x:bigint ` marks a number that is out of range. */
function numberOf(text: string): bigint {
  return BigInt(text.replace(/^0x:bigint /, ''));
}

function strip(prefixed: string): string {
  return prefixed.replace(/^0x/, '').toLowerCase();
}

function word(prefixed: string): string {
  return strip(prefixed).padStart(64, '0');
}

function hex(from: Uint8Array): string {
  return Buffer.from(from).toString('hex');
}
