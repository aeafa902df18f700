import type { AuthorizedNonces } from '@tain/ledger/authorization';
import type { EthereumTransaction } from '@tain/ledger/ethereum-transaction';
import { BLOOM_BYTES, joinBloom } from '@tain/ledger/log-bloom';
import { longToBigInt } from '@tain/ledger/long';
import { SYSTEM_ADMIN } from '@tain/ledger/network';
import { RESULT } from '@tain/ledger/results';
import { saturated } from '@tain/ledger/timestamp';
import { TYPE } from '@tain/ledger/transaction-type';
import type { proto } from '@tain/protos/hapi';
import type { AppendOnlyRow } from '../../store/schema/append-only-tables.ts';
import type { Item } from '../decode/item.ts';

/** Types that execute contracts: call, create, Ethereum. */
const EXECUTING: ReadonlySet<number> = new Set([
  TYPE.contractCall,
  TYPE.contractCreateInstance,
  TYPE.ethereumTransaction,
]);

/** Returns the outcome of a contract execution in a record, or null. */
export function contractResultOf(item: Item): proto.IContractFunctionResult | null {
  if (!item.hasResult) return null;
  return item.record.contractCreateResult ?? item.record.contractCallResult ?? null;
}

/**
 * Returns whether an item without a function result is shown as a contract execution: always for calls and creates; for
 * Ethereum transactions that failed, except as a duplicate or for a wrong nonce.
 */
export function lacksResult(item: Item): boolean {
  if (contractResultOf(item) || !EXECUTING.has(item.type)) return false;
  if (item.type !== TYPE.ethereumTransaction) return true;
  return !item.successful && item.status !== RESULT.duplicateTransaction && item.status !== RESULT.wrongNonce;
}

/** Returns the execution that a child item belongs to: the hook's, or its parent's when the parent ran a contract. */
export function contractParentOf(item: Item): Item | null {
  if (item.hookParent) return item.hookParent;
  return item.parent?.hasResult ? item.parent : null;
}

/** Returns whether an item was submitted on its own rather than caused by another. */
function isTopLevel(item: Item): boolean {
  const nonce = item.body.transactionID?.nonce ?? 0;
  if (nonce === 0 || item.body.transactionID?.scheduled) return true;
  if (!item.record.parentConsensusTimestamp) return true;
  return item.type === TYPE.fileUpdate && item.payer === SYSTEM_ADMIN;
}

/** Returns the transaction id that an item shares with its children. */
function transactionKey({ body, payer }: Item): string {
  const { transactionValidStart: start, scheduled } = body.transactionID ?? {};
  return `${payer}-${start?.seconds ?? 0}-${start?.nanos ?? 0}-${scheduled ?? false}`;
}

/** Returns whether an item is a child that sets the delegation of an account (EIP-7702). */
export function setsDelegation({ body }: Item): boolean {
  if ((body.transactionID?.nonce ?? 0) === 0) return false;
  const address = (body.cryptoCreateAccount ?? body.cryptoUpdateAccount)?.delegationAddress;
  return (address?.length ?? 0) > 0;
}

/** A hook (HIP-1195) that a transfer runs: its owner and number. */
export interface HookRun {
  readonly ownerId: bigint;
  readonly hookId: bigint;
}

/** State shared by the contract executions of one block: their index, the index of logs, gas and bloom. */
export class EvmBlock {
  /** Sum of the gas used by top-level items. */
  gasUsed = 0n;
  private bloomBytes: Uint8Array | null = null;
  private logs = 0;
  private readonly logged = new Set<Item>();
  private executions = 0;
  private readonly indexes = new Map<Item, number>();
  private readonly hashes = new Map<Item, Uint8Array>();
  private readonly ethereum = new Map<Item, EthereumTransaction>();
  private readonly results = new Map<Item, AppendOnlyRow<'contract_result'>>();
  private readonly hookRuns = new Map<Item, HookRun[]>();
  /** Accounts to whose delegation an Ethereum transaction led, by its id. */
  private readonly authorities = new Map<string, bigint[]>();
  /** Nonces that the authorities of an Ethereum transaction signed. */
  private readonly authorized = new Map<Item, AuthorizedNonces>();

  /** Begins a new block. */
  reset(): void {
    this.gasUsed = 0n;
    this.bloomBytes = null;
    this.logs = 0;
    this.logged.clear();
    this.executions = 0;
    this.indexes.clear();
    this.hashes.clear();
    this.ethereum.clear();
    this.results.clear();
    this.hookRuns.clear();
    this.authorities.clear();
    this.authorized.clear();
  }

  /**
   * Counts an item's gas and bloom, and sets its index. An execution with a result gets its own index. An item that is
   * part of an execution gets the index of that execution, with or without a result of its own. Transactions with a
   * wrong nonce, and those that failed before they had a result, executed nothing and have no index.
   */
  begin(item: Item): void {
    const result = contractResultOf(item);
    if (result && isTopLevel(item)) {
      this.gasUsed = saturated(this.gasUsed + longToBigInt(result.gasUsed));
      if (result.bloom) this.addBloom(result.bloom);
    }
    if (item.status === RESULT.wrongNonce) return;
    const parent = contractParentOf(item);
    const inherited = parent ? this.indexes.get(parent) : undefined;
    if (inherited !== undefined) this.indexes.set(item, inherited);
    else if (EXECUTING.has(item.type) && result) this.claimIndex(item);
  }

  /** Returns an item's index among the block's executions, or null when it has none. */
  indexOf(item: Item): number | null {
    return this.indexes.get(item) ?? null;
  }

  /** Returns an item's index as `indexOf` does, but assigns one if the item has none. */
  claimIndex(item: Item): number {
    const present = this.indexes.get(item);
    if (present !== undefined) return present;
    const index = this.executions;
    this.executions += 1;
    this.indexes.set(item, index);
    return index;
  }

  /** Returns the index of an item's new log in the block. */
  nextLogIndex(item: Item): number {
    this.logged.add(item);
    const index = this.logs;
    this.logs += 1;
    return index;
  }

  /** Records an item's Ethereum transaction and its hash; an empty hash is none. */
  setEthereum(item: Item, transaction: EthereumTransaction, hash: Uint8Array): void {
    this.ethereum.set(item, transaction);
    if (hash.length > 0) this.hashes.set(item, hash);
  }

  ethereumOf(item: Item): EthereumTransaction | null {
    return this.ethereum.get(item) ?? null;
  }

  /** Returns the hash of an item in contract tables: Ethereum's, else the first 32 bytes of the ledger's. */
  hashOf(item: Item): Uint8Array {
    return this.hashes.get(item) ?? (item.record.transactionHash ?? new Uint8Array()).subarray(0, 32);
  }

  setResult(item: Item, row: AppendOnlyRow<'contract_result'>): void {
    this.results.set(item, row);
  }

  resultOf(item: Item): AppendOnlyRow<'contract_result'> | null {
    return this.results.get(item) ?? null;
  }

  /**
   * Records that a child set the delegation of an account (EIP-7702). Such children precede the Ethereum transaction,
   * one for each account.
   */
  addAuthority(child: Item, id: bigint): void {
    const key = transactionKey(child);
    const known = this.authorities.get(key);
    if (known) known.push(id);
    else this.authorities.set(key, [id]);
  }

  /** Returns the accounts whose delegations the preceding children of an Ethereum transaction set. */
  authoritiesOf(item: Item): readonly bigint[] {
    return this.authorities.get(transactionKey(item)) ?? [];
  }

  /** Sets the nonces that the authorities of an Ethereum transaction signed. */
  setAuthorized(item: Item, nonces: AuthorizedNonces): void {
    this.authorized.set(item, nonces);
  }

  /** Returns the nonces that the authorities of an Ethereum transaction signed; none if they were not recovered. */
  authorizedOf(item: Item): AuthorizedNonces {
    return this.authorized.get(item) ?? new Map();
  }

  /** Sets the hooks that a transfer will run, in order. */
  setHookRuns(item: Item, runs: HookRun[]): void {
    if (runs.length > 0) this.hookRuns.set(item, runs);
  }

  /** Returns the next hook of the transfer that caused an item; null when there is none (any more). */
  nextHookRun(item: Item): HookRun | null {
    for (let cause: Item | null = item; cause; cause = cause.parent) {
      const runs = this.hookRuns.get(cause);
      if (runs) return runs.shift() ?? null;
    }
    return null;
  }

  /** Returns whether an item has a log. */
  hasLog(item: Item): boolean {
    return this.logged.has(item);
  }

  /** Merges a bloom into the block's. Blooms of another length are ignored. */
  addBloom(bloom: Uint8Array): void {
    if (bloom.length !== BLOOM_BYTES) return;
    this.bloomBytes ??= new Uint8Array(BLOOM_BYTES);
    joinBloom(this.bloomBytes, bloom);
  }

  /** Bloom of the block; empty when no execution had one. */
  get bloom(): Uint8Array {
    return this.bloomBytes?.some((byte) => byte !== 0) ? this.bloomBytes : new Uint8Array();
  }
}
