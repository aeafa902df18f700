import { keccak_256 } from '@noble/hashes/sha3.js';
import { proto } from '@tain/protos/hapi';
import type { Account } from '../../../packages/network-simulator/src/ledger/entities.ts';
import type { Ledger } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import type { DemoBlock } from '../../../packages/network-simulator/src/network.ts';
import { type ReadItem, readItem } from '../read-stream.ts';

/** Statuses of transactions that take effect. */
const HOLDING: ReadonlySet<number> = new Set([22, 104, 220]);
const NODE_STAKE_UPDATE = 'nodeStakeUpdate';

/** One item of the stream, decoded by the test. */
export interface Item extends ReadItem {
  /** Data field of the body. */
  readonly field: string;
  readonly type: number;
  readonly status: number;
  /** Whether the item succeeded, and its parent, too. */
  readonly ok: boolean;
  readonly block: number;
  /** Position in its block. */
  readonly index: number;
  readonly payer: number;
  readonly nonce: number;
  readonly validStart: bigint;
  readonly parent: Item | null;
  /** Hash of the wallet's transaction; empty for other types. */
  readonly ethereumHash: Uint8Array;
  readonly recordBytes: Uint8Array;
  readonly sidecars: readonly proto.ITransactionSidecarRecord[];
}

interface Long {
  toString(): string;
}

export const num = (value: Long | number | null | undefined): number => Number(value?.toString() ?? 0);
export const big = (value: Long | number | null | undefined): bigint => BigInt(value?.toString() ?? 0);
export const nanos = (time: proto.ITimestamp | null | undefined): bigint =>
  big(time?.seconds) * 1_000_000_000n + BigInt(time?.nanos ?? 0);

/** All items that the simulated network published, in order. */
export class Stream {
  readonly items: Item[] = [];
  readonly #byTime = new Map<bigint, Item>();
  readonly #tops = new Map<bigint, bigint>();
  readonly #names = new Map<string, number>();
  /** Ethereum hashes that records tell, by the wallet's bytes and the file of their call data. */
  readonly #hashes = new Map<string, Uint8Array>();

  /** Adds a block; `typeNumber` returns the number of a data field. */
  add(block: DemoBlock, typeNumber: (field: string) => number): void {
    const items = block.items.map((raw, index): Item => {
      const read = readItem(raw.transaction, raw.record);
      const parent = this.#byTime.get(nanos(read.record.parentConsensusTimestamp)) ?? null;
      const status = read.record.receipt?.status ?? 0;
      const item: Item = {
        ...read,
        field: raw.type,
        type: typeNumber(raw.type),
        status,
        ok: HOLDING.has(status) && (parent?.ok ?? true),
        block: Number(block.number),
        index,
        payer: num(read.body.transactionID?.accountID?.accountNum),
        nonce: read.body.transactionID?.nonce ?? 0,
        validStart: nanos(read.body.transactionID?.transactionValidStart),
        parent,
        ethereumHash: this.#ethereumHash(read),
        recordBytes: raw.record,
        sidecars: raw.sidecars.map((sidecar) =>
          proto.TransactionSidecarRecord.decode(proto.TransactionSidecarRecord.encode(sidecar).finish()),
        ),
      };
      this.#byTime.set(item.at, item);
      return item;
    });
    // Children that precede their parent have no parent time. Their parent is the next item with nonce 0.
    let cause = 0n;
    for (const item of [...items].reverse()) {
      const alone = item.field === NODE_STAKE_UPDATE || block.number === 0n;
      if (alone) this.#tops.set(item.at, item.at);
      else if (item.parent !== null) continue;
      else {
        if (item.nonce === 0) cause = item.at;
        this.#tops.set(item.at, cause);
      }
    }
    for (const item of items) if (item.parent !== null) this.#tops.set(item.at, this.topOf(item.parent.at));
    this.items.push(...items);
  }

  /**
   * Returns the hash that the record tells. A refused duplicate's record tells none: its hash is that of the first one, which
   * includes call data of a file.
   */
  #ethereumHash({ body, record }: ReadItem): Uint8Array {
    const { ethereumData, callData } = body.ethereumTransaction ?? {};
    if (ethereumData === undefined || ethereumData === null) return record.ethereumHash;
    const key = `${Buffer.from(ethereumData).toString('hex')} ${num(callData?.fileNum)}`;
    if (record.ethereumHash.length > 0) this.#hashes.set(key, record.ethereumHash);
    return this.#hashes.get(key) ?? keccak_256(ethereumData);
  }

  /** Returns the item with a consensus time. */
  at(time: bigint): Item | undefined {
    return this.#byTime.get(time);
  }

  /** Returns the consensus time of the submitted transaction that caused the item with that time. */
  topOf(at: bigint): bigint {
    const top = this.#tops.get(at);
    if (top === undefined) throw new Error(`no item of the stream has the time ${at}`);
    return top;
  }

  /** Indexes accounts by alias and address, including deleted ones. */
  learnNames(accounts: Iterable<Readonly<Account>>): void {
    for (const { num: id, alias, evmAddress } of accounts) {
      for (const name of [alias, evmAddress])
        if (name !== null) this.#names.set(Buffer.from(name).toString('hex'), id);
    }
  }

  account(id: proto.IAccountID | null | undefined): number {
    return id?.alias?.length ? this.#named(id.alias) : num(id?.accountNum);
  }

  contract(id: proto.IContractID | null | undefined): number {
    return id?.evmAddress?.length ? this.#named(id.evmAddress) : num(id?.contractNum);
  }

  #named(bytes: Uint8Array): number {
    const hex = Buffer.from(bytes).toString('hex');
    const known = this.#names.get(hex);
    if (known !== undefined) return known;
    return hex.startsWith('0'.repeat(24)) ? Number.parseInt(hex.slice(24), 16) : 0;
  }
}

/** Returns the EVM address of an account or contract as in a log's topic: bytes without leading zeros. */
export function addressTopic(ledger: Ledger, id: number): Uint8Array {
  if (id === 0) return new Uint8Array();
  const address = ledger.accounts.get(id)?.evmAddress;
  return stripped(address ?? Buffer.from(id.toString(16).padStart(40, '0'), 'hex'));
}

export function stripped(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < bytes.length && bytes[start] === 0) start++;
  return bytes.subarray(start);
}
