import type { Address, CallFrame, Watchers, Word } from '@tain/evm/execution';
import { listGas } from '@tain/evm/intrinsic-gas';
import { hidesCode } from '@tain/evm/system-addresses';
import { MAX_GAS_PER_TRANSACTION } from '@tain/ledger/gas';
import type { SimulatedCall, TracedCallRequest } from '../../calls/simulation.ts';
import { beginTransaction, overriddenWorld } from '../call/authorizations.ts';
import { FailedCall } from '../call/call-answer.ts';
import type { CallLimits, CallWorld } from '../call/call-world.ts';
import { accountAt, type Call, type CallEnd, executeCall } from '../call/execute-call.ts';
import { overrideReader } from '../call/override-reader.ts';
import { LedgerOverlay } from '../state/ledger-overlay.ts';
import { ChunkBuffer, type ChunkWriter } from '../trace/chunk-buffer.ts';
import { type EthereumSender, writePrestate } from '../trace/prestate.ts';
import { RecordedReasons } from '../trace/recorded-reasons.ts';
import { writeOpcodes } from '../trace/write-opcodes.ts';
import { CallTree, failureText } from './call-tree.ts';

/** Executes a call and writes the requested trace as JSON. Throws `CallRefusal` and `CallTimeout`. */
export async function traceCall(
  request: TracedCallRequest,
  world: CallWorld,
  limits: CallLimits,
  write: ChunkWriter,
): Promise<void> {
  const { view, overrides, blockOverrides } = request;
  const reader = overrideReader(world.reader, overrides, world.network, true);
  const seen = overriddenWorld({ ...world, reader }, blockOverrides);
  const call = callOf(request.call);
  const state = new LedgerOverlay(reader);
  const { authorizations } = request.call;
  if (authorizations.length > 0) await beginTransaction(state, { ...call, authorizations }, seen);
  const execute = async (watchers: Watchers): Promise<CallEnd> => {
    const end = await executeCall(call, seen, limits, watchers, state);
    // A call that reached no code has no trace.
    if (end.outcome === undefined) throw new FailedCall(end);
    return end;
  };
  const chunks = new ChunkBuffer(write);
  if (view.kind === 'calls') {
    const tree = new CallTree(view.onlyTop);
    const end = await execute(tree.watchers);
    await chunks.add(JSON.stringify(tree.top(call.gas, end)));
  } else if (view.kind === 'access-list') {
    const list = new AccessList();
    const end = await execute(list.watchers);
    await chunks.add(JSON.stringify(list.answer(end)));
  } else if (view.kind === 'prestate') {
    const sender = await senderOf(call, new LedgerOverlay(reader), seen);
    await execute({});
    await writePrestate(view, { sender, before: reader, after: state }, chunks);
  } else {
    const end = await execute({});
    const replay = { call, recipient: call.to, entity: undefined };
    await writeOpcodes(
      view,
      { replay, world: seen, end, reasons: new RecordedReasons(new Map()) },
      limits,
      chunks,
    );
  }
  await chunks.flush();
}

function callOf({ from, to, data, value, gas, authorizations }: SimulatedCall): Call {
  return {
    from,
    to,
    data: Buffer.from(data, 'hex'),
    value,
    gas: gas ?? MAX_GAS_PER_TRANSACTION,
    extraGas: listGas({ authorizations: authorizations.length }),
  };
}

/** Returns the sender, whose nonce a transaction would increment; undefined without a sender. */
async function senderOf(
  { from }: Call,
  state: LedgerOverlay,
  world: CallWorld,
): Promise<EthereumSender | undefined> {
  if (from === undefined) return undefined;
  const account = await accountAt(from, state, world);
  return account && { address: account.evmAddress ?? from, nonce: account.nonce };
}

/**
 * Collects the addresses and slots that an execution uses, including calls that were reverted. Omits what access lists
 * of geth omit (`eth/tracers/logger/access_list_tracer.go`): the sender, the receiver, and contracts without code,
 * unless one of their slots is used.
 */
class AccessList {
  readonly #slots = new Map<Address, Set<Word>>();
  readonly #excluded = new Set<Address>();

  readonly watchers: Watchers = {
    access: (address) => {
      this.#slotsOf(address);
    },
    storage: (address, slot) => {
      this.#slotsOf(address).add(slot);
    },
    frame: ({ depth, from, to, isPrecompiled, isSystem }: CallFrame) => {
      if (depth === 0) this.#excluded.add(from);
      if (to !== undefined && (depth === 0 || isPrecompiled || isSystem)) this.#excluded.add(to);
    },
  };

  /** Returns the result of `eth_createAccessList`, by ascending address and slot. */
  answer(end: CallEnd): object {
    const entries = [...this.#slots]
      .filter(([address, slots]) => slots.size > 0 || !(this.#excluded.has(address) || hidesCode(address)))
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const error = failureText(end.outcome);
    return {
      accessList: entries.map(([address, slots]) => ({
        address: `0x${address}`,
        storageKeys: [...slots].sort().map((slot) => `0x${slot}`),
      })),
      ...(error !== undefined && { error }),
      gasUsed: `0x${end.gasUsed.toString(16)}`,
    };
  }

  #slotsOf(address: Address): Set<Word> {
    let slots = this.#slots.get(address);
    if (slots === undefined) {
      slots = new Set();
      this.#slots.set(address, slots);
    }
    return slots;
  }
}
