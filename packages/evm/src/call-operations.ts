import { accessGas, ledgerOf, requirePresent } from './account-operations.ts';
import type { Address } from './execution.ts';
import type { Call } from './frame.ts';
import { haltOf, STATIC_CHANGE } from './halt.ts';
import { addressOfWord } from './hex.ts';
import { wordsFor } from './memory.ts';
import { bytesAt, wordsOf } from './memory-operations.ts';
import type { Execution, Operation } from './operation.ts';

const VALUE_GAS = 9_000;
const NEW_ACCOUNT = 25_000;
const STIPEND = 2_300;
const CREATE_GAS = 32_000;
const INIT_WORD_GAS = 2;
const HASH_WORD_GAS = 6;
const MAX_INIT_CODE = 49_152n;
const DEPTH_LIMIT = 1_024;
const MAX_NONCE = (1n << 64n) - 1n;

export const CALL_OPERATIONS: readonly (readonly [opcode: number, operation: Operation])[] = [
  [0xf0, create('CREATE')],
  [0xf1, callAs('CALL')],
  [0xf2, callAs('CALLCODE')],
  [0xf4, callAs('DELEGATECALL')],
  [0xf5, create('CREATE2')],
  [0xfa, callAs('STATICCALL')],
];

/** Returns all gas but a 64th (EIP-150). */
function max(gas: number): number {
  return gas - Math.floor(gas / 64);
}

function callAs(type: 'CALL' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL'): Operation {
  const hasValue = type === 'CALL' || type === 'CALLCODE';
  const items = hasValue ? 7 : 6;
  return (machine, frame) => {
    const { call } = frame;
    if (machine.hook !== undefined && type !== 'CALL') allowInHook(machine, type, call.to);
    frame.need(items);
    const address = addressOfWord(frame.peek(1));
    const value = hasValue ? frame.peek(2) : 0n;
    const at = hasValue ? 3 : 2;
    const input = frame.peek(at);
    const inputSize = frame.peek(at + 1);
    const out = frame.peek(at + 2);
    const outSize = frame.peek(at + 3);
    if (type === 'CALL' && call.isStatic && value !== 0n) throw STATIC_CHANGE;
    const { state } = machine.options;
    const creates = type === 'CALL' && value > 0n && isNew(machine, address);
    // A transfer may create the account. A long-zero address is refused with its own reason.
    const mayCreate = type === 'CALL' && value > 0n && machine.profile.createsHollowAccounts;
    if (!mayCreate) requirePresent(machine, address);
    const own = value > 0n ? machine.resolve(() => state.account(call.to)) : undefined;

    const words = Math.max(wordsFor(input, inputSize), wordsFor(out, outSize));
    const transfer = value > 0n ? VALUE_GAS : 0;
    frame.chargeWithMemory(accessGas(machine, address) + transfer + (creates ? NEW_ACCOUNT : 0), words);
    const requested = frame.peek(0);
    const allowed = max(frame.gas);
    const given = requested > BigInt(allowed) ? allowed : Number(requested);
    frame.gas -= given;
    frame.returnData = NOTHING;
    const stipend = value > 0n ? STIPEND : 0;
    if (call.depth >= DEPTH_LIMIT || (value > 0n && (own?.balance ?? 0n) < value)) {
      frame.gas += given + stipend;
      frame.replace(items, 0n);
      return undefined;
    }
    const isOwn = type === 'CALLCODE' || type === 'DELEGATECALL';
    // All members are listed, because V8 takes tens of microseconds for a spread of this size.
    machine.next({
      index: machine.nextIndex(),
      depth: call.depth + 1,
      type,
      from: call.to,
      caller: type === 'DELEGATECALL' ? call.caller : senderOf(machine, call.to),
      to: isOwn ? call.to : address,
      codeAddress: address,
      value: type === 'DELEGATECALL' ? call.value : value,
      data: bytesAt(frame, input, inputSize),
      gas: given + stipend,
      isStatic: call.isStatic || type === 'STATICCALL',
      isCreate: false,
      isDelegate: type === 'DELEGATECALL',
      salt: undefined,
      out: outSize === 0n ? 0 : Number(out),
      outSize: Number(outSize),
      mark: undefined,
      isSystem: false,
      isPrecompiled: false,
      ranCode: false,
    });
    frame.takes = items;
    return 'call';
  };
}

/**
 * Halts operations that the execution of a hook must not contain: CALLCODE, and DELEGATECALL except in the code of a
 * token, schedule or account (HIP-1195; `CustomCallCodeOperation`, `CustomDelegateCallOperation`).
 */
function allowInHook(machine: Execution, type: Call['type'], address: Address): void {
  if (type === 'CALLCODE') throw haltOf('INVALID_OPERATION');
  if (type !== 'DELEGATECALL') return;
  const kind = machine.resolve(() => ledgerOf(machine).kind(address));
  if (kind === 'contract' || kind === 'missing') throw haltOf('INVALID_OPERATION');
}

/**
 * Returns `msg.sender` of a call or creation by the code at an address: the address, or for a hook its owner (HIP-1195;
 * `CustomCallOperation`, `CustomStaticCallOperation` and `AbstractCustomCreateOperation`).
 */
function senderOf({ hook }: Execution, address: Address): Address {
  return hook !== undefined && address === hook.address ? hook.owner : address;
}

/** Returns whether value that is sent to an address creates an account (EIP-161). */
function isNew(machine: Execution, address: Address): boolean {
  const account = machine.resolve(() => machine.options.state.account(address));
  return account === undefined || (account.nonce === 0n && account.balance === 0n && !account.hasCode);
}

function create(type: 'CREATE' | 'CREATE2'): Operation {
  const items = type === 'CREATE' ? 3 : 4;
  return (machine, frame) => {
    const { call } = frame;
    if (call.isStatic) throw STATIC_CHANGE;
    frame.need(items);
    const value = frame.peek(0);
    const offset = frame.peek(1);
    const size = frame.peek(2);
    const { state } = machine.options;
    const creator = senderOf(machine, call.to);
    const own = machine.resolve(() => state.account(creator));
    const words = wordsOf(size);
    machine.pay(frame, () => {
      const hashing = type === 'CREATE2' ? HASH_WORD_GAS * words : 0;
      frame.chargeWithMemory(CREATE_GAS + INIT_WORD_GAS * words + hashing, wordsFor(offset, size));
      if (machine.profile.limitsInitCode && size > MAX_INIT_CODE) throw haltOf('CODE_TOO_LARGE');
    });
    const { nonce = 0n, balance = 0n } = own ?? {};
    if (call.depth >= DEPTH_LIMIT || balance < value || nonce >= MAX_NONCE) {
      frame.returnData = NOTHING;
      frame.replace(items, 0n);
      return undefined;
    }
    // A failed creation also increments the nonce of the creator.
    machine.resolve(() =>
      state.setAccount(creator, { nonce: nonce + 1n, balance, hasCode: own?.hasCode ?? true }),
    );
    const given = max(frame.gas);
    frame.gas -= given;
    frame.returnData = NOTHING;
    machine.next({
      index: machine.nextIndex(),
      depth: call.depth + 1,
      type,
      from: call.to,
      caller: creator,
      to: '',
      codeAddress: '',
      value,
      data: bytesAt(frame, offset, size),
      gas: given,
      isStatic: false,
      isCreate: true,
      isDelegate: false,
      salt: type === 'CREATE2' ? frame.peek(3) : undefined,
      out: 0,
      outSize: 0,
      mark: undefined,
      isSystem: false,
      isPrecompiled: false,
      ranCode: false,
    });
    frame.takes = items;
    return 'call';
  };
}

const NOTHING = new Uint8Array(0);
