import { decodeEntityId } from '@tain/ledger/entity-id';
import { MAX_INT64 } from '@tain/ledger/timestamp';
import { type StateRow, type StateTable, stateTables } from '../../store/schema/current-state-tables.ts';

/**
 * Rules for the first row of a key in a current-state table, and for the next versions. A change names only the fields
 * that it sets: other fields are inherited, or get their default in a new row.
 */
export interface Rules<Row> {
  /**
   * Returns the first row of a key, from the fields that the first change sets (including the key's columns). Returns
   * null when such a change cannot begin a row; the change is then dropped.
   */
  create(set: Partial<Row>): Row | null;
  /** Returns the row that follows `current`. */
  next(current: Row, set: Partial<Row>): Row;
  /** Returns whether the previous row goes to history even if the next one begins at the same time. */
  readonly preservesSameInstant?: (current: Row, set: Partial<Row>) => boolean;
}

/** Returns `base` with the fields of `set`; undefined values of `set` are ignored. */
export function over<Row extends object>(base: Row, set: Partial<Row>): Row {
  const row = { ...base };
  for (const name in set) {
    const value = set[name];
    if (value !== undefined) row[name] = value;
  }
  return row;
}

/** Columns of a table whose values may be null. */
type Nullable<T extends StateTable> = {
  [Name in keyof StateRow<T>]: null extends StateRow<T>[Name] ? Name : never;
}[keyof StateRow<T>];

/** Values of the columns that may not be null, and optionally of other columns. */
type DefaultValues<T extends StateTable> = Omit<StateRow<T>, Nullable<T> | 'timestamp_range'> &
  Partial<StateRow<T>>;

/** Returns the defaults of a new row: columns that may be null are null, the others as in `values`. */
export function rowDefaults<T extends StateTable>(table: T, values: DefaultValues<T>): StateRow<T> {
  const row: Record<string, unknown> = {};
  // The time range is set when a row is stored.
  for (const name in stateTables[table])
    row[name] = name === 'timestamp_range' ? { from: 0n, to: null } : null;
  return Object.assign(row, values) as unknown as StateRow<T>;
}

/** Returns rules by which a new row has defaults for the fields that are not set, and later versions inherit them. */
export function inheriting<T extends StateTable>(table: T, values: DefaultValues<T>): Rules<StateRow<T>> {
  const defaults = rowDefaults(table, values);
  return {
    create: (set) => over(defaults, set),
    next: (current, set) => over(current, set),
  };
}

/** Returns rules by which each change is a whole new row. */
export function replacing<T extends StateTable>(table: T, values: DefaultValues<T>): Rules<StateRow<T>> {
  const defaults = rowDefaults(table, values);
  return {
    create: (set) => over(defaults, set),
    next: (_current, set) => over(defaults, set),
  };
}

const TOKEN = rowDefaults('token', {
  token_id: 0n,
  created_timestamp: 0n,
  decimals: 0n,
  freeze_default: false,
  initial_supply: 0n,
  name: '',
  symbol: '',
  total_supply: 0n,
  treasury_account_id: 0n,
  max_supply: MAX_INT64,
  supply_type: 'INFINITE',
  type: 'FUNGIBLE_COMMON',
  pause_status: 'NOT_APPLICABLE',
  freeze_status: 0,
  kyc_status: 0,
});

const token: Rules<StateRow<'token'>> = {
  // A token without its creation cannot be shown, because the known fields are not enough for a row.
  create(set) {
    if (set.created_timestamp === undefined) return null;
    return over(TOKEN, set);
  },
  next: over,
};

const TOKEN_ACCOUNT = rowDefaults('token_account', {
  account_id: 0n,
  associated: false,
  token_id: 0n,
  balance: 0n,
});

const tokenAccount: Rules<StateRow<'token_account'>> = {
  create: (set) => over(TOKEN_ACCOUNT, set),
  // A new association inherits nothing from the previous one. The same association reported twice at one
  // instant, which networks have done, must not undo the transfers in between.
  next(current, set) {
    if (set.created_timestamp === undefined) return over(current, set);
    if (set.created_timestamp === current.created_timestamp) return current;
    return over(TOKEN_ACCOUNT, set);
  },
};

const NFT = rowDefaults('nft', {
  deleted: false,
  serial_number: 0n,
  token_id: 0n,
});

const nft: Rules<StateRow<'nft'>> = {
  create(set) {
    const row = over(NFT, set);
    return row.deleted ? { ...row, account_id: null } : row;
  },
  next(current, set) {
    const row = over(current, set);
    if (row.deleted) row.account_id = null;
    return row;
  },
};

/** Fields that an entity retains from its first version on. */
const ENTITY_FIXED = ['created_timestamp', 'alias', 'evm_address', 'balance'] as const;

const ENTITY = rowDefaults('entity', {
  id: 0n,
  memo: '',
  num: 0n,
  realm: 0n,
  shard: 0n,
  type: 'UNKNOWN',
  decline_reward: false,
  staked_node_id: -1n,
  stake_period_start: -1n,
});

const entity: Rules<StateRow<'entity'>> = {
  create(set) {
    const { shard, realm, num } = decodeEntityId(set.id ?? 0n);
    return accountDefaults(over({ ...ENTITY, shard, realm, num }, set));
  },
  next(current, set) {
    const row = over(current, set);
    for (const name of ENTITY_FIXED) {
      if (current[name] !== null) (row as Record<string, unknown>)[name] = current[name];
    }
    if (current.balance !== null) row.balance_timestamp = current.balance_timestamp;
    return accountDefaults(row);
  },
};

function accountDefaults(row: StateRow<'entity'>): StateRow<'entity'> {
  if (row.type === 'ACCOUNT') row.ethereum_nonce ??= 0n;
  return row;
}

const HOOK = rowDefaults('hook', {
  hook_id: 0n,
  owner_id: 0n,
  extension_point: 'ACCOUNT_ALLOWANCE_HOOK',
  deleted: false,
  type: 'EVM',
});

const hook: Rules<StateRow<'hook'>> = {
  create: (set) => over(HOOK, set),
  next: (current, set) =>
    set.created_timestamp === undefined ? over(current, set) : (hook.create(set) ?? current),
  preservesSameInstant: (current, set) => current.deleted && set.created_timestamp !== undefined,
};

const CONTRACT_STATE = rowDefaults('contract_state', {
  contract_id: 0n,
  created_timestamp: 0n,
  modified_timestamp: 0n,
  slot: Buffer.alloc(0),
});

const HOOK_STORAGE = rowDefaults('hook_storage', {
  created_timestamp: 0n,
  hook_id: 0n,
  modified_timestamp: 0n,
  owner_id: 0n,
  key: Buffer.alloc(0),
  value: Buffer.alloc(0),
  deleted: false,
});

const SCHEDULE = rowDefaults('schedule', {
  consensus_timestamp: 0n,
  creator_account_id: 0n,
  payer_account_id: 0n,
  schedule_id: 0n,
  transaction_body: Buffer.alloc(0),
  wait_for_expiry: false,
});

/** The rules of all current-state tables. */
export const RULES: { readonly [T in StateTable]: Rules<StateRow<T>> } = {
  address_book: inheriting('address_book', {
    start_consensus_timestamp: 0n,
    file_id: 0n,
    file_data: Buffer.alloc(0),
  }),
  contract: inheriting('contract', { id: 0n }),
  contract_state: {
    create: (set) => over({ ...CONTRACT_STATE, created_timestamp: set.modified_timestamp ?? 0n }, set),
    next: over,
  },
  crypto_allowance: inheriting('crypto_allowance', {
    amount_granted: 0n,
    owner: 0n,
    payer_account_id: 0n,
    spender: 0n,
    amount: 0n,
  }),
  custom_fee: replacing('custom_fee', { entity_id: 0n }),
  entity,
  hook,
  hook_storage: {
    create: (set) => over({ ...HOOK_STORAGE, created_timestamp: set.modified_timestamp ?? 0n }, set),
    // A slot that is written after it was cleared begins again.
    next(current, set) {
      const row = over(current, set);
      if (current.deleted && !row.deleted) row.created_timestamp = row.modified_timestamp;
      return row;
    },
  },
  ledger: inheriting('ledger', {
    consensus_timestamp: 0n,
    history_proof_verification_key: Buffer.alloc(0),
    ledger_id: Buffer.alloc(0),
    node_contributions: '[]',
  }),
  nft,
  nft_allowance: inheriting('nft_allowance', {
    approved_for_all: false,
    owner: 0n,
    payer_account_id: 0n,
    spender: 0n,
    token_id: 0n,
  }),
  node: inheriting('node', {
    deleted: false,
    node_id: 0n,
    decline_reward: false,
  }),
  registered_node: inheriting('registered_node', {
    deleted: false,
    registered_node_id: 0n,
    type: [],
  }),
  schedule: {
    create: (set) => (set.consensus_timestamp === undefined ? null : over(SCHEDULE, set)),
    next: over,
  },
  token,
  token_account: tokenAccount,
  token_airdrop: inheriting('token_airdrop', {
    receiver_account_id: 0n,
    sender_account_id: 0n,
    serial_number: 0n,
    state: 'PENDING',
    token_id: 0n,
  }),
  token_allowance: inheriting('token_allowance', {
    amount_granted: 0n,
    owner: 0n,
    payer_account_id: 0n,
    spender: 0n,
    token_id: 0n,
    amount: 0n,
  }),
  topic: inheriting('topic', { id: 0n }),
};
