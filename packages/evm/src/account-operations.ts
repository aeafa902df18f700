import type { Address, BlockEnvironment, LedgerView } from './execution.ts';
import type { Frame } from './frame.ts';
import { haltOf, STATIC_CHANGE } from './halt.ts';
import { addressOfWord } from './hex.ts';
import { keccakWord } from './keccak.ts';
import { wordsFor } from './memory.ts';
import { wordsOf } from './memory-operations.ts';
import type { Execution, Operation } from './operation.ts';
import type { Profile } from './profiles.ts';
import { hidesCode, isSystemAccount } from './system-addresses.ts';

const WARM = 100;
const COLD = 2_600;
const COPY_GAS = 3;
const NEW_ACCOUNT = 25_000;
const NOTHING = new Uint8Array(0);
const BLOCK_HASH_WINDOW = 256n;

/** Operations that read accounts, code and the block. */
export function accountOperations(profile: Profile): readonly (readonly [number, Operation])[] {
  return [
    [0x31, balance],
    [0x3a, (machine, frame) => push(frame, 2, machine.gasPrice)],
    [0x3b, codeSize],
    [0x3c, codeCopy],
    [0x3f, codeHash],
    [0x40, (machine, frame) => blockHash(machine, frame, profile)],
    [0x41, ofBlock(({ coinbase }) => BigInt(`0x${coinbase}`))],
    [0x42, ofBlock(({ timestamp }) => timestamp)],
    [0x43, ofBlock(({ number }) => number)],
    [0x44, ofBlock(({ prevRandao }) => (profile.hasPrevRandao ? BigInt(`0x${prevRandao}`) : 0n))],
    [0x45, ofBlock(({ gasLimit }) => gasLimit)],
    [0x46, ofBlock(({ chainId }) => chainId)],
    [0x47, selfBalance],
    [0x48, ofBlock(({ baseFee }) => baseFee)],
    [0x49, blobHash],
    [0x4a, ofBlock(({ blobBaseFee }) => blobBaseFee ?? 1n)],
    [0x5f, (_, frame) => push(frame, 2, 0n)],
    [0xff, selfDestruct],
  ];
}

function push(frame: Frame, fee: number, value: bigint): undefined {
  frame.charge(fee);
  frame.replace(0, value);
}

function ofBlock(read: (block: BlockEnvironment) => bigint): Operation {
  return ({ options }, frame) => push(frame, 2, read(options.block));
}

/** Returns the cost of an access to an address (EIP-2929), which is warm afterwards. */
export function accessGas({ journal, options }: Execution, address: Address): number {
  if (journal.isWarm(address)) return WARM;
  journal.warm(address);
  options.watchers?.access?.(address);
  return COLD;
}

/** Returns the ledger's rules about accounts. */
export function ledgerOf({ options }: Execution): LedgerView {
  const { ledger } = options.state;
  if (ledger === undefined) throw new Error('a profile of the ledger needs a state of the ledger');
  return ledger;
}

/** Throws for a missing address: before v0.46 every read of one halts. */
export function requirePresent(machine: Execution, address: Address): void {
  const { profile, options } = machine;
  if (!profile.haltsOnMissing || (profile.hidesSystemAccounts && isSystemAccount(address))) return;
  if (options.systemContracts?.has(address) === true || machine.precompileAt(address) !== undefined) return;
  const kind = machine.resolve(() => ledgerOf(machine).kind(address));
  if (kind === 'missing') throw haltOf('INVALID_SOLIDITY_ADDRESS');
}

function balance(machine: Execution, frame: Frame): undefined {
  frame.need(1);
  const address = addressOfWord(frame.peek(0));
  const { profile, options } = machine;
  let value = 0n;
  if (!profile.isLedger) value = machine.resolve(() => options.state.account(address))?.balance ?? 0n;
  else {
    requirePresent(machine, address);
    const isHidden = profile.hidesSystemAccounts && isSystemAccount(address);
    if (!isHidden) value = machine.resolve(() => ledgerOf(machine).visibleBalance(address));
  }
  frame.charge(accessGas(machine, address));
  frame.replace(1, value);
}

function selfBalance(machine: Execution, frame: Frame): undefined {
  const account = machine.resolve(() => machine.options.state.account(frame.call.to));
  push(frame, 5, account?.balance ?? 0n);
}

/** Returns the code for EXTCODE*: empty if the ledger hides it. */
function visibleCode(machine: Execution, address: Address): Uint8Array {
  const { profile, options } = machine;
  if (profile.isLedger) {
    if (profile.hidesSystemAccounts && hidesCode(address)) return NOTHING;
    requirePresent(machine, address);
  }
  return machine.resolve(() => options.state.code(address));
}

function codeSize(machine: Execution, frame: Frame): undefined {
  frame.need(1);
  const address = addressOfWord(frame.peek(0));
  const { length } = visibleCode(machine, address);
  frame.charge(accessGas(machine, address));
  frame.replace(1, BigInt(length));
}

function codeCopy(machine: Execution, frame: Frame): undefined {
  frame.need(4);
  const address = addressOfWord(frame.peek(0));
  const to = frame.peek(1);
  const size = frame.peek(3);
  const code = visibleCode(machine, address);
  const words = wordsFor(to, size);
  frame.chargeWithMemory(accessGas(machine, address) + COPY_GAS * wordsOf(size), words);
  if (size > 0n) frame.memory.copy(Number(to), code, frame.peek(2), Number(size));
  frame.height -= 4;
}

const codeHashes = new WeakMap<Uint8Array, bigint>();
const NO_CODE = keccakWord(NOTHING);

function hashOf(code: Uint8Array): bigint {
  let hash = codeHashes.get(code);
  if (hash === undefined) {
    hash = keccakWord(code);
    codeHashes.set(code, hash);
  }
  return hash;
}

function codeHash(machine: Execution, frame: Frame): undefined {
  frame.need(1);
  const address = addressOfWord(frame.peek(0));
  const { profile, options } = machine;
  let hash = 0n;
  if (!(profile.hidesSystemAccounts && hidesCode(address))) {
    const code = visibleCode(machine, address);
    if (code.length > 0) hash = hashOf(code);
    else {
      const account = machine.resolve(() => options.state.account(address));
      const isEmpty = account === undefined || (account.nonce === 0n && account.balance === 0n);
      hash = isEmpty ? 0n : NO_CODE;
    }
  }
  frame.charge(accessGas(machine, address));
  frame.replace(1, hash);
}

/** Returns hashes of the last 256 blocks, and on the ledger also of this block (as the public mirror since 0.161). */
function blockHash(machine: Execution, frame: Frame, profile: Profile): undefined {
  frame.need(1);
  const { block } = machine.options;
  const number = frame.peek(0);
  const newest = profile.isLedger ? block.number : block.number - 1n;
  const isKnown = number <= newest && block.number - number <= BLOCK_HASH_WINDOW;
  const hash = isKnown ? BigInt(`0x${machine.resolve(() => block.blockHash(number))}`) : 0n;
  frame.charge(20);
  frame.replace(1, hash);
}

function blobHash({ blobHashes }: Execution, frame: Frame): undefined {
  frame.charge(3);
  frame.need(1);
  const index = frame.peek(0);
  const hash = index < blobHashes.length ? blobHashes[Number(index)] : undefined;
  frame.replace(1, hash === undefined ? 0n : BigInt(`0x${hash}`));
}

function selfDestruct(machine: Execution, frame: Frame): 'stop' {
  const { profile, journal } = machine;
  const { state } = machine.options;
  const self = frame.call.to;
  // The address of hooks has no account to destroy (HIP-1195; `CustomSelfDestructOperation`).
  if (self === machine.hook?.address) throw haltOf('INVALID_OPERATION');
  if (frame.call.isStatic) throw STATIC_CHANGE;
  frame.need(1);
  const beneficiary = addressOfWord(frame.peek(0));
  const own = machine.resolve(() => state.account(self));
  const heir = machine.resolve(() => state.account(beneficiary));
  const amount = own?.balance ?? 0n;
  const isEmpty = heir === undefined || (heir.nonce === 0n && heir.balance === 0n && !heir.hasCode);
  const isCreated = journal.created.has(self);
  let refusal: Parameters<typeof haltOf>[0] | undefined;
  if (profile.isLedger) {
    const ledger = ledgerOf(machine);
    const kind = machine.resolve(() => ledger.kind(beneficiary));
    if (isSystemAccount(beneficiary) || (kind !== 'account' && kind !== 'contract')) {
      refusal = 'INVALID_SOLIDITY_ADDRESS';
    } else if (beneficiary === self && (!profile.destroysOnlyCreated || isCreated)) {
      // The balance would be lost, which the ledger does not allow.
      refusal = 'SELF_DESTRUCT_TO_SELF';
    } else if (machine.resolve(() => ledger.ownsTokens(self))) refusal = 'OWNS_TOKENS';
  }
  machine.pay(frame, () => {
    const cold = accessGas(machine, beneficiary) === COLD ? COLD : 0;
    frame.charge(5_000 + cold + (amount > 0n && isEmpty ? NEW_ACCOUNT : 0));
    if (refusal !== undefined) throw haltOf(refusal);
  });
  const isOther = beneficiary !== self;
  if (isOther && (amount > 0n || heir !== undefined)) {
    const { nonce = 0n, balance: before = 0n, hasCode = false } = heir ?? {};
    machine.resolve(() => state.setAccount(beneficiary, { nonce, balance: before + amount, hasCode }));
  }
  if (own !== undefined && (isCreated || isOther)) {
    machine.resolve(() => state.setAccount(self, { ...own, balance: 0n }));
  }
  if (amount > 0n) machine.logTransfer(self, beneficiary, amount);
  journal.destroy(self);
  if (isOther) journal.touch(beneficiary);
  frame.height -= 1;
  return 'stop';
}
