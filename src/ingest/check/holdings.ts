import type { Forms } from '../../store/connections/distributed.ts';

/**
 * Names the tables and columns that hold each kind of balance: hbar, and fungible tokens. NFTs are counted by their
 * owners.
 */
export interface Holding {
  /** Columns of a holder's key in the table of snapshots. */
  readonly key: readonly string[];
  readonly snapshots: string;
  readonly current: string;
  /** The same columns in the table of current balances. */
  readonly currentKey: readonly string[];
  /** A SELECT of the key, `at` and `amount` of all transfers. $1, $2: after, up to. */
  readonly moves: string;
  /**
   * Condition: row `e` of the current table has a balance of this kind, or must have one. `begin`: time from which all
   * transfers are known.
   */
  readonly counts: (begin: string) => string;
  /** Condition: row `e` may have a balance of this kind; otherwise its balance and the time of it are null. */
  readonly mayHold: (begin: string) => string;
  /**
   * Table with earlier rows of a holder, each of which began with a balance of 0; null when a holder begins only once.
   */
  readonly former: string | null;
  /**
   * SQL expression: the time from which on the transfers of holder `k` add up to its balance, because it held nothing
   * before; null when that is not known. `begin`: time from which all transfers are known. `created`: expression for
   * the first creation of its former rows since `begin`.
   */
  readonly zeroSince: (begin: string, created: string) => string;
  /** Whether the known balances of holders are read as one set instead of a lookup for each. */
  readonly isSet: boolean;
}

// IN of an enumeration is not sent to the servers of distributed tables.
const IS_ACCOUNT = "(e.type = 'ACCOUNT' or e.type = 'CONTRACT')";

const HBAR: Holding = {
  key: ['account_id'],
  snapshots: 'account_balance',
  current: 'entity',
  currentKey: ['id'],
  moves: `
    select entity_id as account_id, consensus_timestamp as at, amount
    from crypto_transfer
    where consensus_timestamp > $1 and consensus_timestamp <= $2 and errata is null`,
  // Accounts and contracts are created with a balance of 0.
  counts: (begin) => `(e.balance is not null or ${IS_ACCOUNT} and e.created_timestamp >= ${begin})`,
  // A balance from before the stored blocks may be of any entity.
  mayHold: (begin) => `(${IS_ACCOUNT} or coalesce(e.created_timestamp, 0) < ${begin})`,
  former: null,
  // A contract receives transfers before its creation time, because they are in the record of the execution whose child
  // created it.
  zeroSince: (begin) => `case when k.created_timestamp >= ${begin} then 0::bigint end`,
  isSet: false,
};

const TOKENS: Holding = {
  key: ['account_id', 'token_id'],
  snapshots: 'token_balance',
  current: 'token_account',
  currentKey: ['account_id', 'token_id'],
  moves: `
    select account_id, token_id, consensus_timestamp as at, amount
    from token_transfer x
    where consensus_timestamp > $1 and consensus_timestamp <= $2 and not exists (
      select from transaction t
      where t.consensus_timestamp = x.consensus_timestamp
        and t.consensus_timestamp > $1 and t.consensus_timestamp <= $2 and t.errata is not null)`,
  counts: () => "exists (select from token t where t.token_id = e.token_id and t.type = 'FUNGIBLE_COMMON')",
  mayHold: () => 'true',
  // An account that associates itself again begins with 0; its transfers before it dissociated belong to another
  // balance.
  former: 'token_account_history',
  zeroSince: (begin, created) =>
    `least(case when k.created_timestamp >= ${begin} then k.created_timestamp end, ${created})`,
  isSet: false,
};

/** Variants for tables on several servers, where a lookup costs milliseconds. */
const AS_SETS: readonly Holding[] = [
  { ...HBAR, isSet: true },
  {
    ...TOKENS,
    counts: () => "e.token_id in (select token_id from token where type = 'FUNGIBLE_COMMON')",
    isSet: true,
  },
];

/** The kinds of balances. */
export const HOLDINGS: Forms<readonly Holding[]> = { one: [HBAR, TOKENS], several: AS_SETS };

/** Returns the columns of a key, qualified with `alias`. */
export function keyOf(key: readonly string[], alias: string): string {
  return key.map((name) => `${alias}.${name}`).join(', ');
}

/** Returns a condition: rows of two aliases have the same key, whose columns may have other names in one of them. */
export function equalKeys(
  left: string,
  leftKey: readonly string[],
  right: string,
  rightKey: readonly string[],
): string {
  return leftKey.map((name, i) => `${left}.${name} = ${right}.${rightKey[i]}`).join(' and ');
}

/**
 * Returns FROM items that follow holders `k`: `b`, the balance of the last snapshot up to the time `after`, and
 * `z.since`, the time from which transfers count. Balance files of the network are not such snapshots, because they do
 * not follow from the stored rows.
 */
export function lastKnown(
  { key, snapshots, former, zeroSince, isSet }: Holding,
  keyOfK: readonly string[],
  { after, begin }: Readonly<Record<'after' | 'begin', string>>,
): string {
  const columns = keyOf(key, 's');
  const isOfK = (alias: string): string => equalKeys(alias, key, 'k', keyOfK);
  const from = `from ${snapshots} s
      join account_balance_file a on a.consensus_timestamp = s.consensus_timestamp and a.synthetic
      where s.consensus_timestamp <= ${after}`;
  const newest = `${key.map((name) => `s.${name} desc`).join(', ')}, s.consensus_timestamp desc`;
  const created = `min(s.created_timestamp)`;
  const formerFrom = `from ${former} s where s.created_timestamp >= ${begin}`;
  const since = (first: string): string => `left join lateral (
      select case when b.balance is null then ${zeroSince(begin, former === null ? 'null' : first)} end as since
    ) z on true`;
  if (!isSet) {
    return `left join lateral (
      select s.balance ${from} and ${isOfK('s')} order by ${newest} limit 1
    ) b on true
    ${since(`(select ${created} ${formerFrom} and ${isOfK('s')})`)}`;
  }
  return `left join (
      select distinct on (${columns}) ${columns}, s.balance ${from} order by ${newest}
    ) b on ${isOfK('b')}
    ${former === null ? '' : `left join (select ${columns}, ${created} as created ${formerFrom} group by ${columns}) h on ${isOfK('h')}`}
    ${since('h.created')}`;
}
