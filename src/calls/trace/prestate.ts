import { isDeepStrictEqual } from 'node:util';
import type { Address, Word } from '@tain/evm/execution';
import type { MaybePromise } from '@tain/evm/maybe-promise';
import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { longZeroHex } from '@tain/ledger/evm-address';
import { prefixedHex } from '@tain/ledger/integer-bytes';
import type { PrestateOptions } from '../../calls/simulation.ts';
import { delegationCode } from '../state/engine-state.ts';
import { emptyAccount, type LedgerAccount } from '../state/ledger-objects.ts';
import type { LedgerOverlay } from '../state/ledger-overlay.ts';
import type { LedgerReader } from '../state/ledger-state.ts';
import type { ChunkBuffer } from './chunk-buffer.ts';

/** Sender of an Ethereum transaction. The execution does not increment its nonce, because code cannot read it. */
export interface EthereumSender {
  readonly address: Address;
  /** Nonce of the transaction, which is the sender's before it. */
  readonly nonce: bigint;
}

/** An execution with the ledger before and after it. */
export interface ExecutedOn {
  readonly sender: EthereumSender | undefined;
  /** The ledger before the transaction and its preceding children. */
  readonly before: LedgerReader;
  readonly after: LedgerOverlay;
}

/** An account in the response. All fields but `storage` are hex with 0x. */
interface AccountJson {
  readonly address: string;
  /** Balance in weibars. */
  readonly balance: string;
  readonly nonce: number;
  /** Code of a contract, or delegation designator of an account (EIP-7702), if requested. */
  readonly code?: string;
  /** Values by slot, ascending; empty unless requested. */
  readonly storage: Readonly<Record<string, string>>;
}

/** An account before the execution. One that did not exist has only its address. */
type AccountBefore = AccountJson | Pick<AccountJson, 'address'>;

/** A slot that the execution read or wrote. */
interface UsedSlot {
  readonly slot: Word;
  readonly before: Word;
  readonly after: Word;
}

const ZERO: Word = '0'.repeat(64);

/**
 * Writes the accounts that the execution read or wrote, by ascending address: their state before and, for a
 * difference, after it, without unchanged ones. Fees are not charged, and so not included in balances. Throws
 * `UnknownPast` before anything is written.
 */
export async function writePrestate(
  options: PrestateOptions,
  execution: ExecutedOn,
  chunks: ChunkBuffer,
): Promise<void> {
  const slots = options.storage ? await usedSlots(execution) : new Map<bigint, UsedSlot[]>();
  const pre: AccountBefore[] = [];
  const post: AccountJson[] = [];
  for (const id of execution.after.seenAccounts()) {
    const used = slots.get(id) ?? [];
    const changed = options.diff ? used.filter(({ before, after }) => before !== after) : used;
    const before = await jsonBefore(id, changed, options, execution);
    if (!options.diff) {
      if (before !== undefined) pre.push(before);
      continue;
    }
    const after = await jsonAfter(id, changed, options, execution);
    if (isDeepStrictEqual(before, after)) continue;
    if (before !== undefined) pre.push(before);
    else if (after !== undefined) pre.push({ address: after.address });
    if (after !== undefined) post.push(after);
  }
  await chunks.add('{"pre":');
  await addSorted(pre, chunks);
  await chunks.add(',"post":');
  await addSorted(post, chunks);
  await chunks.add('}');
}

async function usedSlots({ before, after }: ExecutedOn): Promise<Map<bigint, UsedSlot[]>> {
  const slots = new Map<bigint, UsedSlot[]>();
  for (const [contract, slot] of after.seenStorage()) {
    const own = slots.get(contract) ?? [];
    slots.set(contract, own);
    own.push({
      slot,
      before: (await before.storage(contract, slot)) ?? ZERO,
      after: (await after.storage.get([contract, slot])) ?? ZERO,
    });
  }
  for (const own of slots.values()) own.sort((a, b) => (a.slot < b.slot ? -1 : 1));
  return slots;
}

/**
 * Returns an account before the execution; undefined if it did not exist, and for a system account without stored
 * state.
 */
async function jsonBefore(
  id: bigint,
  slots: readonly UsedSlot[],
  options: PrestateOptions,
  { before, sender }: ExecutedOn,
): Promise<AccountJson | undefined> {
  const account = await before.account(id);
  if (account === undefined || isDeepStrictEqual(account, emptyAccount(id))) return undefined;
  const isSender = addressOf(account) === sender?.address;
  return {
    ...fieldsOf(account, isSender ? sender.nonce : account.nonce),
    ...(await codeOf(account, options, () => before.code(id))),
    storage: Object.fromEntries(slots.map(({ slot, before: value }) => [`0x${slot}`, `0x${value}`])),
  };
}

/**
 * Returns an account after the execution; undefined if it no longer exists, such as a contract that destroyed itself.
 */
async function jsonAfter(
  id: bigint,
  slots: readonly UsedSlot[],
  options: PrestateOptions,
  { after, sender }: ExecutedOn,
): Promise<AccountJson | undefined> {
  const account = await after.accounts.get(id);
  if (account === undefined || account.deleted || isDeepStrictEqual(account, emptyAccount(id)))
    return undefined;
  const isSender = addressOf(account) === sender?.address;
  // An authorization of the sender increases its nonce once more.
  const nonce = isSender && account.nonce <= sender.nonce ? sender.nonce + 1n : account.nonce;
  return {
    ...fieldsOf(account, nonce),
    ...(await codeOf(account, options, () => after.code.get(id))),
    storage: Object.fromEntries(slots.map(({ slot, after: value }) => [`0x${slot}`, `0x${value}`])),
  };
}

function addressOf({ id, evmAddress }: LedgerAccount): Address {
  return evmAddress ?? longZeroHex(id);
}

function fieldsOf(account: LedgerAccount, nonce: bigint): Pick<AccountJson, 'address' | 'balance' | 'nonce'> {
  const { balance } = account;
  // An execution may spend more than the balance (`LedgerEngineState`).
  const weibars = balance > 0n ? balance * WEIBARS_PER_TINYBAR : 0n;
  return {
    address: `0x${addressOf(account)}`,
    balance: `0x${weibars.toString(16)}`,
    nonce: Number(nonce),
  };
}

async function codeOf(
  { type, delegation }: LedgerAccount,
  options: PrestateOptions,
  read: () => MaybePromise<Uint8Array | undefined>,
): Promise<Pick<AccountJson, 'code'>> {
  if (!options.code) return {};
  if (type === 'CONTRACT') return { code: prefixedHex(await read()) };
  const code = delegationCode(delegation);
  return code.length === 0 ? {} : { code: prefixedHex(code) };
}

async function addSorted(accounts: AccountBefore[], chunks: ChunkBuffer): Promise<void> {
  accounts.sort((a, b) => (a.address < b.address ? -1 : 1));
  let begin = '[';
  for (const account of accounts) {
    await chunks.add(begin + JSON.stringify(account));
    begin = ',';
  }
  await chunks.add(accounts.length === 0 ? '[]' : ']');
}
