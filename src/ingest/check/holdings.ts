/** Of what balances are, and where they are: hbar, and fungible tokens. NFTs are counted by their owners. */
export interface Holding {
  /** Columns of a holder's key in the table of snapshots. */
  readonly key: readonly string[];
  readonly snapshots: string;
  readonly current: string;
  /** The same columns in the table of current balances. */
  readonly currentKey: readonly string[];
  /** A SELECT of the key, `at` and `amount` of all that was moved. $1, $2: after, up to. */
  readonly moves: string;
  /** Condition: row `e` of the current table has a balance of this kind. */
  readonly counts: string;
  /**
   * SQL expression: the time from which on the moves of holder `k` add up to its balance, since it held nothing before;
   * null where that is not known. `begin`: from when on all moves are known.
   */
  readonly zeroSince: (begin: string) => string;
}

const HBAR: Holding = {
  key: ['account_id'],
  snapshots: 'account_balance',
  current: 'entity',
  currentKey: ['id'],
  moves: `
    select entity_id as account_id, consensus_timestamp as at, amount
    from crypto_transfer
    where consensus_timestamp > $1 and consensus_timestamp <= $2 and errata is null`,
  counts: 'e.balance is not null',
  // The record of a contract's execution moves before the creation, which is its child.
  zeroSince: (begin) => `case when k.created_timestamp >= ${begin} then 0::bigint end`,
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
  counts: `exists (
    select from token t
    where t.token_id = e.token_id and t.type = 'FUNGIBLE_COMMON')`,
  // An account that associates itself again begins with nothing; what it moved before it left is another balance.
  zeroSince: (begin) => `(
    select min(created_timestamp)
    from (
      select k.created_timestamp
      union all
      select h.created_timestamp
      from token_account_history h
      where h.account_id = k.account_id and h.token_id = k.token_id
    ) z
    where created_timestamp >= ${begin})`,
};

export const HOLDINGS: readonly Holding[] = [HBAR, TOKENS];

/** The columns of a key, as those of `alias`. */
export function keyOf(key: readonly string[], alias: string): string {
  return key.map((name) => `${alias}.${name}`).join(', ');
}

/** Condition: rows of two aliases have the same key, whose columns may have other names in one of them. */
export function sameKey(
  left: string,
  leftKey: readonly string[],
  right: string,
  rightKey: readonly string[],
): string {
  return leftKey.map((name, i) => `${left}.${name} = ${right}.${rightKey[i]}`).join(' and ');
}

/**
 * FROM item: the last snapshot of the holder `k` up to the time `upTo`, as `b`. Balance files of the network are none:
 * they do not follow from what is stored.
 */
export function lastSnapshot({ key, snapshots }: Holding, keyOfK: readonly string[], upTo: string): string {
  return `lateral (
    select s.balance
    from ${snapshots} s
    join account_balance_file a on a.consensus_timestamp = s.consensus_timestamp and a.synthetic
    where ${sameKey('s', key, 'k', keyOfK)} and s.consensus_timestamp <= ${upTo}
    order by ${key.map((name) => `s.${name} desc`).join(', ')}, s.consensus_timestamp desc limit 1
  ) b`;
}
