import { createAddress } from '@tain/evm/create-address';
import type { Address, Log, Word } from '@tain/evm/execution';
import { longZeroNumber, toHex } from '@tain/evm/hex';
import { listGas } from '@tain/evm/intrinsic-gas';
import { keccak256 } from '@tain/evm/keccak';
import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { longZeroHex, ZERO_ADDRESS } from '@tain/ledger/evm-address';
import { MAX_GAS_PER_BLOCK, MAX_GAS_PER_TRANSACTION } from '@tain/ledger/gas';
import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import type { BlocksRequest } from '../../calls/simulation.ts';
import { beginTransaction, overriddenWorld } from '../call/authorizations.ts';
import { revertText } from '../call/call-status.ts';
import type { CallLimits, CallWorld } from '../call/call-world.ts';
import { accountAt, type CallEnd, executeCall, MADE_UP_KEY } from '../call/execute-call.ts';
import { FIRST_MADE_UP, overrideReader } from '../call/override-reader.ts';
import { emptyAccount, type LedgerAccount } from '../state/ledger-objects.ts';
import { LedgerOverlay } from '../state/ledger-overlay.ts';
import type { LedgerReader } from '../state/ledger-state.ts';
import { overlayReader } from '../state/overlay-reader.ts';
import { unitsMoved } from '../system/writes/logs.ts';
import { ChunkBuffer, type ChunkWriter } from '../trace/chunk-buffer.ts';
import { type PlannedBlock, planBlocks, SimulationError } from './block-plan.ts';
import { failureText } from './call-tree.ts';

/** Address of the logs that geth creates for transfers (`internal/ethapi/logtracer.go`, ERC-7528). */
const ADDRESS = 'e'.repeat(40);

/** Returns the log of a transfer of tinybars, with the amount in weibars. */
function transferLog(from: Address, to: Address, value: bigint): Log {
  return unitsMoved(ADDRESS, [from, to], value * WEIBARS_PER_TINYBAR);
}

/** Maximum gas of all calls of a request together, as in geth. */
const MAX_GAS = 50_000_000n;
/** Maximum number of characters of the response. */
const MAX_ANSWER = 8 * 1024 * 1024;
/** Number of override ids reserved for one block; no request can contain more. */
const MADE_UP_PER_BLOCK = 2n ** 20n;

type PlannedCall = PlannedBlock['calls'][number];

/** State and results of the previous blocks. */
interface Progress {
  readonly world: CallWorld;
  readonly request: BlocksRequest;
  readonly limits: CallLimits;
  /** Hashes of simulated blocks by number. */
  readonly hashes: Map<bigint, Word>;
  reader: LedgerReader;
  parentHash: Word;
  gasLeft: bigint;
  characters: number;
}

/**
 * Executes blocks of calls one after another on the state of a stored block, and writes them as JSON: `{blocks}`, or
 * `{error}` for an error that execution-apis defines. Fees are checked on request, and never charged. Throws
 * `CallRefusal` and `CallTimeout`.
 */
export async function simulateBlocks(
  request: BlocksRequest,
  world: CallWorld,
  limits: CallLimits,
  write: ChunkWriter,
): Promise<void> {
  const chunks = new ChunkBuffer(write);
  for (const text of await answerOf(request, world, limits)) await chunks.add(text);
  await chunks.flush();
}

/**
 * Returns the JSON of the response in parts: each call is serialized once, because a response may have millions of
 * characters.
 */
async function answerOf(
  request: BlocksRequest,
  world: CallWorld,
  limits: CallLimits,
): Promise<readonly string[]> {
  const { block } = world;
  const progress: Progress = {
    world,
    request,
    limits,
    hashes: new Map(),
    reader: world.reader,
    parentHash: block.hash.slice(0, 64),
    gasLeft: MAX_GAS,
    characters: 0,
  };
  try {
    const time = block.consensusStart / NANOS_PER_SECOND;
    const blocks: string[] = [];
    for (const [index, planned] of planBlocks(request.blocks, { number: block.number, time }).entries()) {
      if (index > 0) blocks.push(',');
      blocks.push(await simulateBlock(planned, index, progress));
    }
    return ['{"blocks":[', ...blocks, ']}'];
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return [JSON.stringify({ error: { code: error.code, message: error.message } })];
  }
}

async function simulateBlock(block: PlannedBlock, index: number, progress: Progress): Promise<string> {
  const { number, time, blockOverrides, overrides } = block;
  const { world, hashes, parentHash } = progress;
  const { gasLimit = MAX_GAS_PER_BLOCK, baseFee = progress.request.validatedPrice ?? 0n } = blockOverrides;
  const price = progress.request.validatedPrice === undefined ? undefined : baseFee;
  const isEmpty = overrides.length === 0 && block.calls.length === 0;
  const calls: string[] = [];
  let gasUsed = 0n;
  if (!isEmpty) {
    const firstMadeUp = FIRST_MADE_UP + BigInt(index) * MADE_UP_PER_BLOCK;
    const reader = overrideReader(progress.reader, overrides, world.network, true, firstMadeUp);
    const seen = overriddenWorld({ ...world, reader }, { ...blockOverrides, number, time });
    const inBlock: CallWorld = {
      ...seen,
      environment: {
        ...seen.environment,
        blockHash: async (requested) =>
          hashes.get(requested) ??
          (requested > world.block.number ? undefined : await world.blockHash(requested)) ??
          '0'.repeat(64),
      },
    };
    const isFirst = progress.reader === world.reader;
    const state = new LedgerOverlay(reader, isFirst ? {} : { idGap: 0n });
    for (const call of block.calls) {
      const done = await simulateCall(call, { gas: gasLimit - gasUsed, price }, inBlock, state, progress);
      gasUsed += done.gasUsed;
      progress.gasLeft -= done.gasUsed;
      const json = JSON.stringify(done.result);
      progress.characters += json.length;
      if (progress.characters > MAX_ANSWER) throw new SimulationError(-38_026, 'the answer is too long');
      calls.push(json);
    }
    progress.reader = overlayReader(state);
  }
  const header = {
    number: `${number}`,
    time: `${time}`,
    parentHash,
    gasLimit: `${gasLimit}`,
    gasUsed: `${gasUsed}`,
    coinbase: blockOverrides.coinbase ?? ZERO_ADDRESS,
    prevRandao: blockOverrides.prevRandao ?? '0'.repeat(64),
    baseFee: `${baseFee}`,
  };
  // The block is not stored, so its hash only distinguishes it from others.
  const callsJson = `[${calls.join(',')}]`;
  const hash = toHex(keccak256(Buffer.from(`[${JSON.stringify(header)},${callsJson}]`)));
  hashes.set(number, hash);
  progress.parentHash = hash;
  return `${JSON.stringify({ ...header, hash }).slice(0, -1)},"calls":${callsJson}}`;
}

async function simulateCall(
  call: PlannedCall,
  block: { readonly gas: bigint; readonly price: bigint | undefined },
  world: CallWorld,
  state: LedgerOverlay,
  { request: { logsTransfers }, limits, gasLeft }: Progress,
): Promise<{ readonly result: object; readonly gasUsed: bigint }> {
  if (call.gas !== undefined && call.gas > block.gas) {
    throw new SimulationError(
      -38_015,
      `block gas limit reached: remaining: ${block.gas}, required: ${call.gas}`,
    );
  }
  const gas = min(call.gas ?? MAX_GAS_PER_TRANSACTION, block.gas, gasLeft);
  const sender = call.from === undefined ? undefined : await senderOf(call.from, state, world);
  const nonce = sender?.nonce ?? 0n;
  const address = sender === undefined ? undefined : (sender.evmAddress ?? longZeroHex(sender.id));
  if (sender !== undefined) checkSender(call, sender, gas, block.price);
  const data = Buffer.from(call.data, 'hex');
  const { authorizations } = call;
  const extraGas = listGas({ authorizations: authorizations.length });
  // The gas is checked first, because it limits the number of signatures to recover.
  if (gas >= extraGas) await beginTransaction(state, { from: address, authorizations }, world);
  const end = await executeCall(
    {
      from: address,
      to: call.to,
      data,
      value: call.value,
      gas,
      isExact: true,
      extraGas,
      ...(call.to === undefined && address !== undefined && { createAt: createAddress(address, nonce) }),
      ...(logsTransfers && { transferLog }),
    },
    world,
    limits,
    {},
    state,
  );
  if (end.outcome === undefined) throw refusalOf(end, call, gas, world);
  return { result: await callResult(end, { address, nonce, gas }, state, world), gasUsed: end.gasUsed };
}

const min = (...values: readonly bigint[]): bigint => values.reduce((a, b) => (b < a ? b : a));

/** Returns the account of a sender. An address without an account gets one without hbar. */
async function senderOf(from: Address, state: LedgerOverlay, world: CallWorld): Promise<LedgerAccount> {
  const found = await accountAt(from, state, world);
  if (found !== undefined) return found;
  if (longZeroNumber(from) !== undefined) throw new SimulationError(-32_000, 'Sender account not found.');
  await state.verifyAbsent(from);
  const id = await state.nextId();
  const made: LedgerAccount = { ...emptyAccount(id), evmAddress: from, key: MADE_UP_KEY };
  state.aliases.set(from, id);
  state.accounts.set(id, made);
  return made;
}

/** Refuses a call that geth refuses before it runs. Throws `SimulationError`. */
function checkSender(
  { from, nonce, value, feeCap }: PlannedCall,
  sender: LedgerAccount,
  gas: bigint,
  price: bigint | undefined,
): void {
  const supplied = `(supplied gas ${gas})`;
  const isValidated = price !== undefined;
  if (isValidated && nonce !== undefined && nonce !== sender.nonce) {
    const [code, word] = nonce < sender.nonce ? ([-38_010, 'low'] as const) : ([-38_011, 'high'] as const);
    const texts = `tx: ${nonce} state: ${sender.nonce}`;
    throw new SimulationError(code, `err: nonce too ${word}: address 0x${from}, ${texts} ${supplied}`);
  }
  if (isValidated && feeCap < price) {
    const texts = `maxFeePerGas: ${feeCap}, baseFee: ${price}`;
    throw new SimulationError(
      -38_012,
      `err: max fee per gas less than block base fee: address 0x${from}, ${texts} ${supplied}`,
    );
  }
  const required = value * WEIBARS_PER_TINYBAR + (isValidated ? gas * feeCap : 0n);
  const has = sender.balance * WEIBARS_PER_TINYBAR;
  if (has >= required) return;
  throw new SimulationError(
    -38_014,
    `err: insufficient funds for gas * price + value: address 0x${from} have ${has} want ${required} ${supplied}`,
  );
}

/** Returns the error of a call that reached no code. */
function refusalOf(
  { status, detail }: CallEnd,
  { to, data, authorizations }: PlannedCall,
  gas: bigint,
  { ledgerEngine: { engine } }: CallWorld,
): SimulationError {
  if (status !== 'INSUFFICIENT_GAS') return new SimulationError(-32_000, detail || status);
  const message = { to, data: Buffer.from(data, 'hex') };
  const intrinsic = engine.intrinsicGas(message) + listGas({ authorizations: authorizations.length });
  const floor = engine.floorGas(message);
  const required = intrinsic > floor ? intrinsic : floor;
  return new SimulationError(
    -38_013,
    `err: intrinsic gas too low: have ${gas}, want ${required} (supplied gas ${gas})`,
  );
}

async function callResult(
  end: CallEnd,
  {
    address,
    nonce,
    gas,
  }: { readonly address: Address | undefined; readonly nonce: bigint; readonly gas: bigint },
  state: LedgerOverlay,
  world: CallWorld,
): Promise<object> {
  const { outcome, output = new Uint8Array(0) } = end;
  const failure = failureText(outcome);
  const reason = end.isRevert ? revertText(output) : '';
  return {
    from: address ?? ZERO_ADDRESS,
    nonce: `${nonce}`,
    gas: `${gas}`,
    gasUsed: `${end.gasUsed}`,
    maxGasUsed: `${end.maxGasUsed}`,
    output: toHex(output),
    ...(failure !== undefined && { failure: reason === '' ? failure : `${failure}: ${reason}` }),
    isRevert: end.isRevert,
    logs: await Promise.all(end.logs.map((log) => logResult(log, state, world))),
  };
}

/** Returns a log with the EVM address of its contract, which clients know, instead of the long-zero one. */
async function logResult(
  { address, topics, data }: Log,
  state: LedgerOverlay,
  world: CallWorld,
): Promise<object> {
  const account = await accountAt(address, state, world);
  return { address: account?.evmAddress ?? address, topics, data: toHex(data) };
}
