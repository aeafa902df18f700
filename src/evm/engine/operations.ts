import type { Common } from '@ethereumjs/common';
import { EVMError, getOpcodesForHF } from '@ethereumjs/evm';
import type { Address, BlockEnvironment } from './execution.ts';
import { haltError } from './halt-reason.ts';
import { addressOfWord, toHex, toLibraryAddress } from './hex.ts';
import { keccakWord } from './keccak.ts';
import { hidesCode, isSystemAccount } from './ledger-rules.ts';
import type { RunState } from './library-inside.ts';
import { MEMORY_OPERATIONS } from './memory-operations.ts';
import { executionOf, type Operation } from './operation.ts';
import type { Profile } from './profiles.ts';
import { STORAGE_OPERATIONS } from './storage-operations.ts';

const { errorMessages: messages } = EVMError;

const BLOCK_HASH_WINDOW = 256n;
const MAX_BLOCK_NUMBER = (1n << 64n) - 1n;

type Gas = NonNullable<Operation['gas']>;

/** The operations of a profile by opcode: the library's of Cancun, with ours in place of some. */
export function operationsOf(profile: Profile, common: Common): Operation[] {
  const { opcodeMap } = getOpcodesForHF(common);
  const operations = opcodeMap.map(({ opcodeInfo, opHandler, gasHandler }): Operation => {
    const gas = opcodeInfo.dynamicGas ? (gasHandler as Gas) : undefined;
    if (opcodeInfo.isInvalid) return INVALID;
    return {
      name: opcodeInfo.fullName,
      fee: opcodeInfo.feeBigInt,
      gas,
      run: opHandler as Operation['run'],
    };
  });
  const replace = (opcode: number, change: Partial<Operation>) => {
    operations[opcode] = { ...(operations[opcode] ?? INVALID), ...change };
  };
  for (const [opcode, change] of [...MEMORY_OPERATIONS, ...STORAGE_OPERATIONS]) replace(opcode, change);
  replace(0x3f, { run: extCodeHash });
  replace(0x40, { run: profile.isLedger ? ledgerBlockHash : blockHash });
  for (const opcode of profile.missingOpcodes) operations[opcode] = INVALID;
  if (!profile.isLedger) return operations;

  if (!profile.hasPrevRandao) replace(0x44, { name: 'DIFFICULTY', run: (frame) => frame.stack.push(0n) });
  replace(0x31, { run: (frame) => balance(frame, profile) });
  for (const opcode of [0x3b, 0x3c, 0x3f]) {
    const run = operations[opcode]?.run;
    if (run !== undefined) replace(opcode, { run: (frame) => ledgerCode(frame, common, profile, run) });
  }
  if (profile.haltsOnMissing) {
    for (const opcode of [0xf1, 0xf2, 0xf4, 0xfa]) {
      const gas = operations[opcode]?.gas;
      if (gas !== undefined) {
        replace(opcode, { gas: (frame, fee) => callOfPresent(frame, fee, common, profile, gas) });
      }
    }
  }
  const destroy = operations[0xff]?.run;
  if (destroy !== undefined) {
    replace(0xff, { run: (frame) => selfDestruct(frame, common, profile, destroy) });
  }
  return operations;
}

const INVALID: Operation = {
  name: 'INVALID',
  fee: 0n,
  gas: undefined,
  run: () => {
    throw new EVMError(messages.INVALID_OPCODE);
  },
};

function blockOf(frame: RunState): BlockEnvironment {
  return executionOf(frame).options.block;
}

function ledgerOf(frame: RunState) {
  const ledger = executionOf(frame).options.state.ledger;
  if (ledger === undefined) throw new Error('a profile of the ledger needs a state of the ledger');
  return ledger;
}

async function blockHash(frame: RunState): Promise<void> {
  const number = frame.stack.pop();
  const block = blockOf(frame);
  const isNear = number < block.number && block.number - number <= BLOCK_HASH_WINDOW;
  frame.stack.push(isNear ? BigInt(`0x${await block.blockHash(number)}`) : 0n);
}

/** Any block up to this one. */
async function ledgerBlockHash(frame: RunState): Promise<void> {
  const number = frame.stack.pop();
  const block = blockOf(frame);
  const isKnown = number <= block.number && number <= MAX_BLOCK_NUMBER;
  frame.stack.push(isKnown ? BigInt(`0x${await block.blockHash(number)}`) : 0n);
}

const codeHashes = new WeakMap<Uint8Array, bigint>();
const NO_CODE = keccakWord(new Uint8Array());

async function extCodeHash(frame: RunState): Promise<void> {
  const { state } = executionOf(frame).options;
  const address = addressOfWord(frame.stack.pop());
  const code = await state.code(address);
  if (code.length === 0) {
    const account = await state.account(address);
    const isEmpty = account === undefined || (account.nonce === 0n && account.balance === 0n);
    frame.stack.push(isEmpty ? 0n : NO_CODE);
    return;
  }
  let hash = codeHashes.get(code);
  if (hash === undefined) {
    hash = keccakWord(code);
    codeHashes.set(code, hash);
  }
  frame.stack.push(hash);
}

async function balance(frame: RunState, profile: Profile): Promise<void> {
  const address = addressOfWord(frame.stack.pop());
  await requirePresent(frame, address, profile);
  const isHidden = profile.hidesSystemAccounts && isSystemAccount(address);
  frame.stack.push(isHidden ? 0n : await ledgerOf(frame).visibleBalance(address));
}

/** EXTCODESIZE, EXTCODECOPY, EXTCODEHASH: the address is on the top of the stack. */
async function ledgerCode(
  frame: RunState,
  common: Common,
  profile: Profile,
  run: Operation['run'],
): Promise<void> {
  const address = addressOfWord(frame.stack.peek(1)[0] ?? 0n);
  if (profile.hidesSystemAccounts && hidesCode(address)) {
    if (frame.opCode === 0x3c) {
      // No code: zeros.
      const [, to = 0n, , length = 0n] = frame.stack.popN(4);
      if (length > 0n) frame.memory.write(Number(to), Number(length), new Uint8Array(Number(length)));
    } else {
      frame.stack.pop();
      frame.stack.push(0n);
    }
    return;
  }
  await requirePresent(frame, address, profile);
  await run(frame, common);
}

async function callOfPresent(
  frame: RunState,
  fee: bigint,
  common: Common,
  profile: Profile,
  gas: Gas,
): Promise<bigint> {
  const cost = await gas(frame, fee, common);
  const [, to = 0n, value = 0n] = frame.stack.peek(3);
  const address = addressOfWord(to);
  const isCall = frame.opCode === 0xf1;
  const creates = isCall && value > 0n && profile.createsHollowAccounts;
  // What a transfer creates is not missing; a long-zero address it refuses with a reason of its own.
  if (!creates) await requirePresent(frame, address, profile);
  return cost;
}

/** Before v0.46 whatever looks at a missing address halts. */
async function requirePresent(frame: RunState, address: Address, profile: Profile): Promise<void> {
  if (!profile.haltsOnMissing) return;
  if (profile.hidesSystemAccounts && isSystemAccount(address)) return;
  const execution = executionOf(frame);
  const isBuiltIn =
    execution.options.systemContracts?.has(address) === true ||
    execution.getPrecompile(toLibraryAddress(address)) !== undefined;
  if (isBuiltIn || (await ledgerOf(frame).kind(address)) !== 'missing') return;
  throw haltError('INVALID_SOLIDITY_ADDRESS');
}

async function selfDestruct(
  frame: RunState,
  common: Common,
  profile: Profile,
  run: Operation['run'],
): Promise<void> {
  const ledger = ledgerOf(frame);
  const beneficiary = addressOfWord(frame.stack.peek(1)[0] ?? 0n);
  const { env } = frame;
  const self = toHex(env.address.bytes);
  const kind = await ledger.kind(beneficiary);
  if (isSystemAccount(beneficiary) || (kind !== 'account' && kind !== 'contract')) {
    throw haltError('INVALID_SOLIDITY_ADDRESS');
  }
  const deletes = !profile.destroysOnlyCreated || env.createdAddresses?.has(env.address.toString()) === true;
  // Its balance would be lost, which the ledger does not allow.
  if (deletes && beneficiary === self) throw haltError('SELF_DESTRUCT_TO_SELF');
  if (await ledger.ownsTokens(self)) throw haltError('OWNS_TOKENS');
  await run(frame, common);
}
