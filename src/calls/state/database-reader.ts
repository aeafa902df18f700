import type { Address, Word } from '@tain/evm/execution';
import { decodeEntityId, printEntityId } from '@tain/ledger/entity-id';
import { usableKey } from '@tain/ledger/key-json';
import type { Network } from '@tain/ledger/network';
import { MAX_INT64 } from '@tain/ledger/timestamp';
import { joinTable } from '../../store/access/joined-rows.ts';
import { exists } from '../../store/access/lookup.ts';
import type { Select } from '../../store/connections/select.ts';
import { selectBalanceAt } from '../../store/reads/balance-at.ts';
import { selectGreatestId, selectIdByAddress } from '../../store/reads/entity-name.ts';
import { selectNonceAt } from '../../store/reads/nonce-at.ts';
import { selectCurrent, selectState } from '../../store/reads/version.ts';
import type { StateRow } from '../../store/schema/current-state-tables.ts';
import { type Sql, sql } from '../../store/sql.ts';
import { selectCryptoSpent, selectTokenSpent } from './allowance-at.ts';
import {
  emptyAccount,
  type LedgerAccount,
  type LedgerNft,
  type LedgerSchedule,
  type LedgerToken,
  type Signatory,
  type TokenRelation,
} from './ledger-objects.ts';
import type { LedgerReader } from './ledger-state.ts';
import { StateCache } from './state-cache.ts';
import { StateCompleteness } from './state-completeness.ts';
import { SlotMemory, StorageReader } from './storage-reader.ts';
import { selectKnownSupplyAt, selectRelationBalanceAt } from './token-balance-at.ts';
import { tokenOf } from './token-rows.ts';
import { UnknownPast } from './unknown-past.ts';

interface ReaderOptions {
  /** Slots that are likely to be read again. */
  readonly memory?: SlotMemory;
  /** Bound of the storage that is read ahead. */
  readonly cache?: StateCache;
  /**
   * Whether deleted tokens are found, as on the ledger, which reports them as deleted. Calls do not find them, as on the
   * public mirror node.
   */
  readonly findsDeletedTokens?: boolean;
}

/**
 * Reads the ledger from the tables, now or at an instant (nanoseconds), lazily over one connection. Consistent only
 * within a transaction on one snapshot.
 *
 * At an instant, code is the current one, because the tables have no other. Nonces are derived from Ethereum
 * transactions and function results until then, and are current if there are none. If a contract, its code or a balance
 * is older than the retained history, `UnknownPast` is thrown unless its value can be derived.
 */
export class DatabaseReader implements LedgerReader {
  readonly #select: Select;
  readonly #network: Network;
  readonly #at: bigint | undefined;
  readonly #history: StateCompleteness;
  readonly #storage: StorageReader;
  readonly #findsDeletedTokens: boolean;

  constructor(
    select: Select,
    network: Network,
    at?: bigint,
    { memory = new SlotMemory(), cache = new StateCache(), findsDeletedTokens = false }: ReaderOptions = {},
  ) {
    this.#findsDeletedTokens = findsDeletedTokens;
    this.#select = select;
    this.#network = network;
    this.#at = at;
    this.#history = new StateCompleteness(select);
    this.#storage = new StorageReader(select, at, memory, this.#history, cache);
  }

  idOfAlias(address: Address): Promise<bigint | undefined> {
    return selectIdByAddress(this.#select, Buffer.from(address, 'hex'), this.#at);
  }

  async verifyAbsent(address: Address): Promise<void> {
    if ((await this.#history.start()) === undefined) return;
    throw new UnknownPast(
      `Address 0x${address} may belong to an account that is older than the retained history`,
    );
  }

  async account(id: bigint): Promise<LedgerAccount | undefined> {
    const stored = await selectState(this.#select, 'entity', { id }, this.#at);
    const row = stored?.deleted === true ? undefined : stored;
    if (row === undefined && isSystemNumber(decodeEntityId(id).num)) {
      const hasUnknownBalance = stored === undefined && !(await this.#isBalanceKnown(id));
      return hasUnknownBalance ? { ...emptyAccount(id), hasUnknownBalance } : emptyAccount(id);
    }
    if (stored === undefined || stored.type === 'UNKNOWN') await this.#verifyNone(id);
    if (row === undefined || (row.type !== 'ACCOUNT' && row.type !== 'CONTRACT')) return undefined;
    const hasUnknownBalance = this.#at === undefined && !(await this.#isBalanceKnown(id));
    const { alias, evm_address: evmAddress } = row;
    const address = evmAddress ?? (alias?.length === 20 ? alias : null);
    return {
      id,
      type: row.type,
      evmAddress: address === null ? undefined : hexOf(address),
      key: usableKey(row.key),
      balance: await this.#balance(id, row),
      ...(hasUnknownBalance && { hasUnknownBalance }),
      nonce: await this.#nonce(row),
      deleted: false,
      receiverSigRequired: row.receiver_sig_required ?? false,
      maxAutomaticTokenAssociations: row.max_automatic_token_associations ?? 0,
      // 0 stands for an account that was removed.
      autoRenewAccount: row.auto_renew_account_id || undefined,
      autoRenewPeriod: row.auto_renew_period ?? undefined,
      expiration: row.expiration_timestamp ?? undefined,
      createdTimestamp: row.created_timestamp ?? undefined,
      ...(row.delegation_address ? { delegation: hexOf(row.delegation_address) } : {}),
    };
  }

  async code(id: bigint): Promise<Uint8Array | undefined> {
    const row = await selectCurrent(this.#select, 'contract', { id });
    const code = row?.runtime_bytecode ?? undefined;
    if (code !== undefined || (await this.#history.isComplete(id))) return code;
    throw new UnknownPast(
      `Contract ${printEntityId(id)} is older than the retained history: its code is unknown`,
    );
  }

  storage(contract: bigint, slot: Word): Promise<Word | undefined> {
    return this.#storage.read(contract, slot);
  }

  async token(id: bigint): Promise<LedgerToken | undefined> {
    // A row of the token is read first, because most queried addresses are not tokens.
    const token = await selectState(this.#select, 'token', { token_id: id }, this.#at);
    if (token === undefined) {
      await this.#verifyOfOtherType(id, 'TOKEN');
      return undefined;
    }
    const entity = await selectState(this.#select, 'entity', { id }, this.#at);
    if (entity?.deleted === true && !this.#findsDeletedTokens) return undefined;
    const fees = await selectState(this.#select, 'custom_fee', { entity_id: id }, this.#at);
    const [[last] = []] = await this.#select(
      sql`select serial_number from nft where token_id = ${id} and ${existedAt(this.#at)}
        order by serial_number desc limit 1`,
    );
    const supply =
      this.#at === undefined
        ? token.total_supply
        : await selectKnownSupplyAt(this.#select, this.#network, token, this.#at);
    return tokenOf(token, entity, fees, BigInt(last ?? 0) + 1n, supply);
  }

  async relation(account: bigint, token: bigint): Promise<TokenRelation | undefined> {
    const row = await selectState(
      this.#select,
      'token_account',
      { account_id: account, token_id: token },
      this.#at,
    );
    if (row === undefined || !row.associated) await this.#verifyKnown(account, token);
    if (row === undefined) return undefined;
    const defaults = await selectCurrent(this.#select, 'token', { token_id: token });
    const balance =
      this.#at === undefined || defaults === undefined
        ? row.balance
        : await selectRelationBalanceAt(this.#select, this.#network, account, defaults, this.#at);
    return {
      account,
      token,
      associated: row.associated,
      automatic: row.automatic_association ?? false,
      balance,
      freeze: FREEZE[row.freeze_status ?? defaults?.freeze_status ?? 0] ?? 'NOT_APPLICABLE',
      kyc: KYC[row.kyc_status ?? defaults?.kyc_status ?? 0] ?? 'NOT_APPLICABLE',
    };
  }

  async nft(token: bigint, serial: bigint): Promise<LedgerNft | undefined> {
    // Arguments of views have 256 bits, serial numbers 63.
    if (serial < 0n || serial > MAX_INT64) return undefined;
    const row = await selectState(this.#select, 'nft', { token_id: token, serial_number: serial }, this.#at);
    if (row === undefined) await this.#verifyKnown(token);
    // A null owner means that it was burned or wiped.
    if (row === undefined || row.deleted === true || row.account_id === null) return undefined;
    const entity = await this.#living(token);
    if (entity === undefined) return undefined;
    return {
      token,
      serial,
      owner: row.account_id,
      spender: row.spender ?? undefined,
      metadata: row.metadata ?? new Uint8Array(),
      createdTimestamp: row.created_timestamp ?? 0n,
      deleted: false,
    };
  }

  async cryptoAllowance(owner: bigint, spender: bigint): Promise<bigint | undefined> {
    const row = await selectState(this.#select, 'crypto_allowance', { owner, spender }, this.#at);
    if (row === undefined) await this.#verifyKnown(owner, spender);
    if (row === undefined || this.#at === undefined) return row?.amount;
    return row.amount_granted + (await selectCryptoSpent(this.#select, row, this.#at));
  }

  async tokenAllowance(owner: bigint, token: bigint, spender: bigint): Promise<bigint | undefined> {
    const key = { owner, spender, token_id: token };
    const row = await selectState(this.#select, 'token_allowance', key, this.#at);
    if (row === undefined) await this.#verifyKnown(owner, token, spender);
    if (row === undefined || this.#at === undefined) return row?.amount;
    return row.amount_granted + (await selectTokenSpent(this.#select, row, this.#at));
  }

  async nftAllowance(owner: bigint, token: bigint, spender: bigint): Promise<boolean | undefined> {
    const key = { owner, spender, token_id: token };
    const row = await selectState(this.#select, 'nft_allowance', key, this.#at);
    if (row === undefined) await this.#verifyKnown(owner, token, spender);
    return row?.approved_for_all;
  }

  async airdrop(
    sender: bigint,
    receiver: bigint,
    token: bigint,
    serial: bigint,
  ): Promise<bigint | undefined> {
    const key = {
      sender_account_id: sender,
      receiver_account_id: receiver,
      token_id: token,
      serial_number: serial,
    };
    const row = await selectState(this.#select, 'token_airdrop', key, this.#at);
    if (row === undefined) await this.#verifyKnown(sender, receiver, token);
    return row?.state === 'PENDING' ? (row.amount ?? 0n) : undefined;
  }

  async schedule(id: bigint): Promise<LedgerSchedule | undefined> {
    const row = await selectCurrent(this.#select, 'schedule', { schedule_id: id });
    if (row === undefined) await this.#verifyOfOtherType(id, 'SCHEDULE');
    if (row === undefined || (this.#at !== undefined && row.consensus_timestamp > this.#at)) return undefined;
    const entity = await selectState(this.#select, 'entity', { id }, this.#at);
    const executed = row.executed_timestamp;
    return {
      id,
      creator: row.creator_account_id,
      payer: row.payer_account_id,
      body: row.transaction_body,
      adminKey: usableKey(entity?.key),
      memo: entity?.memo ?? '',
      waitForExpiry: row.wait_for_expiry,
      executed: executed !== null && (this.#at === undefined || executed <= this.#at),
      deleted: entity?.deleted ?? false,
      expiration: row.expiration_time ?? row.consensus_timestamp + SCHEDULE_LIFETIME_NS,
    };
  }

  async signatories(schedule: bigint): Promise<readonly Signatory[] | undefined> {
    const until = this.#at === undefined ? sql`true` : sql`consensus_timestamp <= ${this.#at}`;
    const rows = await this.#select(
      sql`select type, encode(public_key_prefix, 'hex') from transaction_signature
        where entity_id = ${schedule} and ${until} order by consensus_timestamp limit ${MAX_SIGNATURES}`,
    );
    const found = rows.flatMap(([type, key]): Signatory[] => {
      const kind = SIGNATURES[Number(type)];
      return kind === undefined || !key ? [] : [`${kind}:${key}`];
    });
    return found.length === 0 ? undefined : found;
  }

  async automaticAssociations(account: bigint): Promise<number> {
    await this.#verifyKnown(account);
    const at = this.#at;
    const [[count] = []] = await this.#select(
      at === undefined
        ? sql`select count(*) from token_account where account_id = ${account} and associated and automatic_association`
        : sql`select
            (select count(*) from token_account where account_id = ${account} and associated and automatic_association
              and lower(timestamp_range) <= ${at}) +
            (select count(*) from token_account_history where account_id = ${account} and associated
              and automatic_association and timestamp_range @> ${at}::bigint)`,
    );
    return Number(count ?? 0);
  }

  /** The query follows the account's own relations, because a treasury has one with each of its tokens. */
  async isTreasury(account: bigint): Promise<boolean> {
    await this.#verifyKnown(account);
    if (this.#at !== undefined) return this.#wasTreasury(account);
    const [[found] = []] = await this.#select(
      sql`select ${exists(
        sql`token_account a ${joinTable('token', 't', [sql`t.token_id = a.token_id`])} ${joinTable('entity', 'e', [sql`e.id = a.token_id`])}`,
        [sql`a.account_id = ${account}`, sql`t.treasury_account_id = ${account}`, sql`e.deleted is not true`],
      )}`,
    );
    return found === 't';
  }

  async positiveBalances(account: bigint): Promise<number> {
    await this.#verifyKnown(account);
    const at = this.#at;
    if (at === undefined) {
      const [[count] = []] = await this.#select(
        sql`select count(*) from token_account where account_id = ${account} and associated and balance > 0`,
      );
      return Number(count ?? 0);
    }
    let positive = 0;
    for (const token of await this.#tokensOf(account)) {
      if (((await this.relation(account, token))?.balance ?? 0n) > 0n) positive += 1;
    }
    return positive;
  }

  async #wasTreasury(account: bigint): Promise<boolean> {
    for (const token_id of await this.#tokensOf(account)) {
      const version = await selectState(this.#select, 'token', { token_id }, this.#at);
      if (version?.treasury_account_id !== account) continue;
      if ((await this.#living(token_id)) !== undefined) return true;
    }
    return false;
  }

  /** Returns the tokens with which an account has ever had a relation. */
  async #tokensOf(account: bigint): Promise<bigint[]> {
    const tokens = await this.#select(
      sql`select token_id from token_account where account_id = ${account} order by token_id limit ${MAX_RELATIONS}`,
    );
    return tokens.map(([token]) => BigInt(token ?? 0));
  }

  async maxId(): Promise<bigint> {
    return (await selectGreatestId(this.#select)) ?? 0n;
  }

  /** Throws `UnknownPast` if an entity without a row may be older than the first stored block. */
  async #verifyNone(id: bigint): Promise<void> {
    if (isSystemNumber(decodeEntityId(id).num) || decodeEntityId(id).num === 0n) return;
    if ((await this.#history.isAnyComplete(id)) || id > (await this.maxId())) return;
    throw new UnknownPast(`Entity ${printEntityId(id)} may be older than the retained history`);
  }

  /**
   * Like `#verifyNone`, for an entity of this type that was not found. Accepts an entity that is known to be of another
   * type.
   */
  async #verifyOfOtherType(id: bigint, type: StateRow<'entity'>['type']): Promise<void> {
    if ((await this.#history.start()) === undefined) return;
    const entity = await selectCurrent(this.#select, 'entity', { id });
    if (entity !== undefined && entity.type !== type && entity.type !== 'UNKNOWN') return;
    await this.#verifyNone(id);
  }

  /**
   * Throws `UnknownPast` unless the complete state of at least one of these entities is known, which includes all
   * relations between them.
   */
  async #verifyKnown(...ids: readonly bigint[]): Promise<void> {
    if (await this.#history.isAnyComplete(...ids)) return;
    const names = ids.map(printEntityId).join(', ');
    throw new UnknownPast(`Rows of ${names} may be older than the retained history`);
  }

  async #isBalanceKnown(account: bigint): Promise<boolean> {
    const start = await this.#history.start();
    return start === undefined || start.hasBalances || this.#history.isComplete(account);
  }

  /** Returns the row of an entity that is not deleted. */
  async #living(id: bigint): Promise<StateRow<'entity'> | undefined> {
    const row = await selectState(this.#select, 'entity', { id }, this.#at);
    return row?.deleted === true ? undefined : row;
  }

  async #balance(id: bigint, row: StateRow<'entity'>): Promise<bigint> {
    if (this.#at === undefined) return row.balance ?? 0n;
    if (row.created_timestamp !== null && row.created_timestamp > this.#at) return 0n;
    const balance = await selectBalanceAt(this.#select, this.#network, id, this.#at);
    if (balance === undefined)
      throw new UnknownPast('The history does not reach back to the balances of that time');
    return balance;
  }

  async #nonce(row: StateRow<'entity'>): Promise<bigint> {
    const today = row.ethereum_nonce ?? 0n;
    if (this.#at === undefined) return today;
    return (await selectNonceAt(this.#select, row, this.#at)) ?? today;
  }
}

/** Last number for which an account is always found: an empty one where none is stored. */
const LAST_SYSTEM_NUMBER = 999n;

function isSystemNumber(num: bigint): boolean {
  return num > 0n && num <= LAST_SYSTEM_NUMBER;
}

/** Returns a condition on NFTs: minted until an instant. */
function existedAt(at: bigint | undefined): Sql {
  return at === undefined ? sql`true` : sql`created_timestamp <= ${at}`;
}

/** Maximum number of relations of an account that are read one by one at a past time. */
const MAX_RELATIONS = 1000;

/** Lifetime of a schedule without an expiry. */
const SCHEDULE_LIFETIME_NS = 1_800_000_000_000n;

/** Maximum number of signatures of a schedule that are read. */
const MAX_SIGNATURES = 1000;

/** Kinds of signatures by their field in `SignaturePair`. Those of contracts are stored without the kind. */
const SIGNATURES: Readonly<Record<number, 'ed25519' | 'ecdsa'>> = { 3: 'ed25519', 6: 'ecdsa' };

/** Values of `freeze_status` and `kyc_status`. */
const FREEZE = ['NOT_APPLICABLE', 'FROZEN', 'UNFROZEN'] as const;
const KYC = ['NOT_APPLICABLE', 'GRANTED', 'REVOKED'] as const;

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
