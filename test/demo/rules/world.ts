import { proto } from '@tain/protos/hapi';
import { expect } from 'vitest';
import type { Data, Draft } from '../../../packages/network-simulator/src/ledger/draft.ts';
import { genesis } from '../../../packages/network-simulator/src/ledger/genesis.ts';
import { accountId, duration, long, timestamp } from '../../../packages/network-simulator/src/ledger/ids.ts';
import { keyMessage } from '../../../packages/network-simulator/src/ledger/key-message.ts';
import type { KeyRef } from '../../../packages/network-simulator/src/ledger/keys.ts';
import { Ledger, TOTAL_TINYBARS } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import { oneKey } from '../../../packages/network-simulator/src/ledger/new-account.ts';
import type { StreamItem } from '../../../packages/network-simulator/src/ledger/recorded-item.ts';
import { holds, Status } from '../../../packages/network-simulator/src/ledger/status.ts';
import { submit } from '../../../packages/network-simulator/src/ledger/submit.ts';
import { kindOf } from '../../../packages/network-simulator/src/transactions/kinds.ts';

/** A small ledger to which transactions are sent, to test the rules without a network. */

export const SECOND = 1_000_000_000n;
/** Consensus time of genesis: 2026-01-01T00:00Z. */
const GENESIS = 1_767_225_600n * SECOND;
const HBAR = 100_000_000n;
export const PERIOD = duration(7_776_000);

/** A sent transaction. */
export interface Sent extends Data {
  /** Account number of the payer; the treasury by default. */
  readonly payer?: number;
  /** Keys that sign besides the payer's. */
  readonly signers?: readonly KeyRef[];
  /** Fields of the body besides its data. */
  readonly extra?: Partial<proto.ITransactionBody>;
}

export interface Outcome {
  readonly status: proto.ResponseCodeEnum;
  /** Record of the transaction itself. */
  readonly record: proto.TransactionRecord;
  readonly receipt: proto.ITransactionReceipt;
  /** All items, including children. */
  readonly items: readonly StreamItem[];
}

/** Keys of users, all Ed25519 except Erin's. */
export const KEY = {
  alice: 1_001,
  bob: 1_002,
  carol: 1_003,
  dave: 1_004,
  erin: -7,
  admin: 1_010,
  other: 1_011,
};

export class World {
  readonly ledger = new Ledger({ seed: 7 });
  at = GENESIS;
  readonly #rules = {
    typeOf: kindOf,
    runCode: () => Promise.reject(new Error('no code runs here')),
  };

  constructor() {
    genesis(this.ledger, this.at, { addressBook: new Uint8Array(), nodeDetails: new Uint8Array() });
  }

  key(ref: KeyRef): proto.IKey {
    return keyMessage(this.ledger.keys, oneKey(ref));
  }

  /** Sends a transaction, encoded as on the wire. */
  async send({ payer = 2, signers, extra, ...data }: Sent): Promise<Outcome> {
    this.at += 10n * SECOND;
    const decoded = proto.TransactionBody.decode(proto.TransactionBody.encode(data).finish());
    const field = decoded.data;
    if (field === undefined) throw new Error('a transaction without data');
    const draft = {
      data: { [field]: decoded[field] },
      payer,
      maxFee: 100n * HBAR,
      ...(signers && { signers }),
      ...(extra && { extra }),
    };
    const items = await this.#submitAt(draft);
    const records = items.map((item) => proto.TransactionRecord.decode(item.record));
    const record = records.find(({ consensusTimestamp }) => {
      return (
        BigInt(String(consensusTimestamp?.seconds)) * SECOND + BigInt(consensusTimestamp?.nanos ?? 0) ===
        this.at
      );
    });
    if (record === undefined) throw new Error('the transaction has no record');
    const receipt = record.receipt ?? {};
    return { status: receipt.status ?? Status.UNKNOWN, record, receipt, items };
  }

  #submitAt(draft: Draft): Promise<StreamItem[]> {
    return submit(this.ledger, this.#rules, draft, this.at, 3, false);
  }

  /** Submits a draft unchanged. Returns its items. */
  submit(draft: Draft): Promise<StreamItem[]> {
    this.at += 10n * SECOND;
    return this.#submitAt(draft);
  }

  /** Sends a transaction that must succeed. */
  async done(sent: Sent): Promise<Outcome> {
    const outcome = await this.send(sent);
    expect(Status[outcome.status]).toBe('SUCCESS');
    return outcome;
  }

  async account(key: KeyRef, fields: proto.ICryptoCreateTransactionBody = {}): Promise<number> {
    const { receipt } = await this.done({
      cryptoCreateAccount: {
        key: this.key(key),
        initialBalance: long(1_000n * HBAR),
        autoRenewPeriod: PERIOD,
        ...fields,
      },
      signers: [key],
    });
    return Number(receipt.accountID?.accountNum);
  }

  /** Creates a token with Alice as treasury. All its keys are the admin key unless `fields` overrides them. */
  async token(
    treasury: number,
    fields: proto.ITokenCreateTransactionBody = {},
    signers: KeyRef[] = [],
  ): Promise<number> {
    const admin = this.key(KEY.admin);
    const { receipt } = await this.done({
      tokenCreation: {
        name: 'Cedar',
        symbol: 'CED',
        treasury: accountId(treasury),
        autoRenewPeriod: PERIOD,
        autoRenewAccount: accountId(treasury),
        initialSupply: long(fields.tokenType ? 0 : 1_000_000),
        adminKey: admin,
        supplyKey: admin,
        ...fields,
      },
      payer: treasury,
      signers: [KEY.admin, ...signers],
    });
    return Number(receipt.tokenID?.tokenNum);
  }

  balance(account: number, token = 0): bigint {
    if (token === 0) return this.ledger.accounts.need(account).balance;
    return this.ledger.relation(account, token)?.balance ?? 0n;
  }

  /** Returns the time `seconds` from now, as a protobuf timestamp. */
  after(seconds: number): proto.ITimestamp {
    return timestamp(this.at + BigInt(seconds) * SECOND);
  }

  /** Sends a transaction, calls `check`, and rolls it back. A failed one leaves only its fee. */
  async tried(sent: Sent, check: (outcome: Outcome) => void = () => {}): Promise<Outcome> {
    const { at } = this;
    const before = snapshot(this.ledger);
    const end = this.ledger.journal.begin();
    try {
      const outcome = await this.send(sent);
      expect(this.ledger.totalTinybars()).toBe(TOTAL_TINYBARS);
      if (!holds(outcome.status)) expect(snapshot(this.ledger)).toEqual(before);
      check(outcome);
      return outcome;
    } finally {
      end(false);
      this.at = at;
    }
  }
}

/** Returns all rows, without the changes made by fees. */
export function snapshot(ledger: Ledger): Record<string, unknown> {
  const tables = Object.entries(ledger.tables()).map(([name, table]) => {
    const rows = [...table.entries()].map(([key, row]) => {
      const { balance, balanceAtDayStart, balanceDay, ...others } = row as Record<string, unknown>;
      return [key, name === 'accounts' ? others : row];
    });
    return [name, rows];
  });
  return structuredClone(Object.fromEntries(tables)) as Record<string, unknown>;
}

/** A wrong transaction, and the network's code for it. */
export type Wrong = readonly [
  name: string,
  sent: (w: World) => Sent,
  code: keyof typeof proto.ResponseCodeEnum,
];
