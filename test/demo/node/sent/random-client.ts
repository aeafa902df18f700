import { createHash } from 'node:crypto';
import { proto } from '@tain/protos/hapi';
import Long from 'long';
import {
  account,
  type ClientKey,
  type Ended,
  ecdsaKey,
  ed25519Key,
  hbar,
  nameOf,
  type TestClient,
} from '../client.ts';

/**
 * A client that sends random transactions: the operator 0.0.2, which pays for most of them, and the entities that it
 * created.
 */

export interface Owned {
  readonly num: number;
  readonly key: ClientKey;
}

export interface OwnedToken {
  readonly num: number;
  readonly nonFungible: boolean;
  /** Treasury, whose key is used for all keys of the token. */
  readonly treasury: Owned;
}

/** An operation. If a required entity is missing, it creates that instead. */
export type Act = () => Promise<unknown>;

export const long = (value: number | bigint): Long => Long.fromString(String(value));
export const numOf = (id: { toString(): string } | null | undefined): number => Number(id?.toString() ?? 0);
export const RENEW = { autoRenewPeriod: { seconds: long(7_776_000) } };

export class RandomClient {
  readonly client: TestClient;
  readonly owner: Owned;
  readonly accounts: Owned[];
  readonly tokens: OwnedToken[] = [];
  readonly topics: { readonly num: number; readonly key: ClientKey | null }[] = [];
  readonly contracts: number[] = [];
  readonly schedules: number[] = [];
  /** Number of transactions by data field and final status. */
  readonly statuses = new Map<string, Map<string, number>>();
  readonly #seed: string;
  readonly #flush: () => Promise<unknown>;
  #draws = 0;

  /** Creates a client. `flush` closes the block of the sent transactions. */
  constructor(client: TestClient, seed: string, flush: () => Promise<unknown>) {
    this.client = client;
    this.#flush = flush;
    this.#seed = seed;
    this.owner = { num: client.payer, key: client.key };
    this.accounts = [this.owner];
  }

  /** Returns a number from 0 to below 1. */
  draw(): number {
    return this.#digest('').readUInt32BE() / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.draw() * limit);
  }

  chance(share: number): boolean {
    return this.draw() < share;
  }

  pick<T>(list: readonly T[]): T {
    const one = list[this.below(list.length)];
    if (one === undefined) throw new Error('there is nothing to choose from');
    return one;
  }

  /** Returns an entry that meets the condition, or undefined. */
  find<T>(list: readonly T[], holds: (one: T) => boolean = () => true): T | undefined {
    const found = list.filter(holds);
    return found.length === 0 ? undefined : this.pick(found);
  }

  /** Returns 64 hex digits that were never returned before. */
  secret(): string {
    return this.#digest('key ').toString('hex');
  }

  bytes(length: number): Buffer {
    return Buffer.concat(
      Array.from({ length: Math.ceil(length / 32) }, () => this.#digest('bytes ')),
    ).subarray(0, length);
  }

  key(): ClientKey {
    return this.chance(0.5) ? ed25519Key(this.secret()) : ecdsaKey(this.secret());
  }

  /** Sends a transaction signed by its payer and by `signers`; sometimes a signature is missing. */
  async send(data: proto.ITransactionBody, signers: readonly Owned[] = [], fee = 50): Promise<Ended> {
    const payer = this.chance(0.7) ? this.owner : this.pick(this.accounts);
    const all = new Map([payer, ...signers].map((one) => [one.num, one.key]));
    if (this.chance(0.05)) for (const { num } of signers) if (num !== payer.num) all.delete(num);
    const options = { payer: payer.num, keys: [...all.values()], body: { transactionFee: hbar(fee) } };
    const { id, bytes } = this.client.make(data, options);
    const { code } = await this.client.submit(bytes);
    const ended = code === proto.ResponseCodeEnum.OK ? await this.#end(id) : refused(code);
    const field = Object.keys(data)[0] ?? '';
    const seen = this.statuses.get(field) ?? new Map<string, number>();
    seen.set(ended.status, (seen.get(ended.status) ?? 0) + 1);
    this.statuses.set(field, seen);
    return ended;
  }

  async #end(id: proto.ITransactionID): Promise<Ended> {
    await this.#flush();
    return this.client.ended(id);
  }

  async createAccount(): Promise<Owned | undefined> {
    const key = this.key();
    const message: proto.IKey = this.chance(0.3)
      ? { thresholdKey: { threshold: 1, keys: { keys: [key.message, this.key().message] } } }
      : key.message;
    const cryptoCreateAccount = {
      key: message,
      initialBalance: hbar(100),
      maxAutomaticTokenAssociations: this.pick([0, -1, 3]),
      ...RENEW,
    };
    const { receipt } = await this.send({ cryptoCreateAccount }, [this.owner]);
    if (!receipt.accountID) return undefined;
    const made = { num: numOf(receipt.accountID.accountNum), key };
    this.accounts.push(made);
    return made;
  }

  #digest(what: string): Buffer {
    return createHash('sha256')
      .update(`${what}${this.#seed} ${this.#draws++}`)
      .digest();
  }
}

export const idOf = (one: Owned): proto.IAccountID => account(one.num);

/** Returns the outcome of a transaction that the node refused. */
function refused(code: number): Ended {
  return {
    status: `refused: ${nameOf(code)}`,
    receipt: {},
    record: proto.TransactionRecord.decode(new Uint8Array()),
    children: [],
  };
}
