import { proto } from '@tain/protos/hapi';
import { type Draft, dataField } from '../ledger/draft.ts';
import type { KeySpec } from '../ledger/entities.ts';
import { accountId, duration, long, numOf } from '../ledger/ids.ts';
import { keyMessage } from '../ledger/key-message.ts';
import { type Ledger, TREASURY } from '../ledger/ledger.ts';
import { AUTO_RENEW_SECONDS } from '../ledger/new-account.ts';
import type { StreamItem } from '../ledger/recorded-item.ts';
import { Status } from '../ledger/status.ts';

/** Executes a transaction at its consensus time (nanoseconds) and returns its item of the stream. */
export type SubmitDraft = (draft: Draft, at: bigint) => Promise<readonly StreamItem[]>;

/** Nanoseconds of consensus time between two transactions, which leaves room for their children. */
const SPACING_NS = 500_000n;

/**
 * Runs the parts of the showcase in one block, so that a killed network has the whole showcase or none of it. Its
 * entities belong to the operator 0.0.2, whose key is public.
 */
export class Stage {
  readonly ledger: Ledger;
  readonly items: StreamItem[] = [];
  readonly #submit: SubmitDraft;
  #at: bigint;

  /** Creates a stage whose first transaction reaches consensus at `at` (nanoseconds). */
  constructor(ledger: Ledger, at: bigint, submit: SubmitDraft) {
    this.ledger = ledger;
    this.#at = at;
    this.#submit = submit;
  }

  /** Consensus time of the next transaction, in nanoseconds. */
  get at(): bigint {
    return this.#at;
  }

  /** The operator's key, which all entities of the showcase have. */
  get key(): KeySpec {
    const { key } = this.ledger.accounts.need(TREASURY);
    if (key === null) throw new Error('the operator has no key');
    return key;
  }

  get keyMessage(): proto.IKey {
    return keyMessage(this.ledger.keys, this.key);
  }

  /** Submits a transaction that must end with `expected`, and returns its record. Throws for any other status. */
  async submit(draft: Draft, expected: Status = Status.SUCCESS): Promise<proto.ITransactionRecord> {
    const at = this.#at;
    this.#at += SPACING_NS;
    const items = await this.#submit(draft, at);
    this.items.push(...items);
    const item = items.find((one) => one.at === at);
    if (item?.status !== expected) {
      const status = item === undefined ? 'nothing' : (Status[item.status] ?? String(item.status));
      throw new Error(`${dataField(draft.data)} of the showcase ended with ${status}`);
    }
    return proto.TransactionRecord.decode(item.record);
  }

  /** Creates an account with the operator's key and unlimited automatic associations. Returns its number. */
  async createAccount(memo: string, balance: bigint): Promise<number> {
    const { receipt } = await this.submit({
      payer: TREASURY,
      data: {
        cryptoCreateAccount: {
          key: this.keyMessage,
          initialBalance: long(balance),
          autoRenewPeriod: duration(AUTO_RENEW_SECONDS),
          maxAutomaticTokenAssociations: -1,
          memo,
        },
      },
    });
    return numOf(receipt?.accountID?.accountNum);
  }

  /** Creates a token of the operator with all keys except those given as null. Returns its number. */
  async createToken(body: proto.ITokenCreateTransactionBody): Promise<number> {
    const { keyMessage: key } = this;
    const { receipt } = await this.submit({
      payer: TREASURY,
      data: {
        tokenCreation: {
          treasury: accountId(TREASURY),
          autoRenewAccount: accountId(TREASURY),
          autoRenewPeriod: duration(AUTO_RENEW_SECONDS),
          adminKey: key,
          supplyKey: key,
          wipeKey: key,
          pauseKey: key,
          freezeKey: key,
          feeScheduleKey: key,
          metadataKey: key,
          ...body,
        },
      },
    });
    return numOf(receipt?.tokenID?.tokenNum);
  }
}
