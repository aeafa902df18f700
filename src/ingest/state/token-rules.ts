import { MAX_INT64 } from '../../kernel/timestamp.ts';
import type { StateRow } from '../../schema/current-state-tables.ts';
import { over, RANGE, type Rules } from './rule.ts';

export const token: Rules<StateRow<'token'>> = {
  // Without its creation a token cannot be shown: the known fields are not enough for a row.
  create(set) {
    if (set.created_timestamp === undefined) return null;
    return over<StateRow<'token'>>(
      {
        token_id: 0n,
        created_timestamp: 0n,
        decimals: 0n,
        freeze_default: false,
        freeze_key: null,
        initial_supply: 0n,
        kyc_key: null,
        name: '',
        supply_key: null,
        symbol: '',
        total_supply: 0n,
        treasury_account_id: 0n,
        wipe_key: null,
        max_supply: MAX_INT64,
        supply_type: 'INFINITE',
        type: 'FUNGIBLE_COMMON',
        fee_schedule_key: null,
        pause_key: null,
        pause_status: 'NOT_APPLICABLE',
        timestamp_range: RANGE,
        freeze_status: 0,
        kyc_status: 0,
        metadata: null,
        metadata_key: null,
      },
      set,
    );
  },
  next: over,
};

const TOKEN_ACCOUNT: StateRow<'token_account'> = {
  account_id: 0n,
  associated: false,
  automatic_association: null,
  created_timestamp: null,
  freeze_status: null,
  kyc_status: null,
  timestamp_range: RANGE,
  token_id: 0n,
  balance: 0n,
  balance_timestamp: null,
};

export const tokenAccount: Rules<StateRow<'token_account'>> = {
  create: (set) => over(TOKEN_ACCOUNT, set),
  // A new association inherits nothing from the previous one. The same association reported twice at one
  // instant, which networks have done, must not undo the transfers in between.
  next(current, set) {
    if (set.created_timestamp === undefined) return over(current, set);
    if (set.created_timestamp === current.created_timestamp) return current;
    return over(TOKEN_ACCOUNT, set);
  },
};

export const nft: Rules<StateRow<'nft'>> = {
  create(set) {
    const row = over<StateRow<'nft'>>(
      {
        account_id: null,
        created_timestamp: null,
        deleted: false,
        metadata: null,
        serial_number: 0n,
        token_id: 0n,
        delegating_spender: null,
        spender: null,
        timestamp_range: RANGE,
      },
      set,
    );
    return row.deleted ? { ...row, account_id: null } : row;
  },
  next(current, set) {
    const row = over(current, set);
    if (row.deleted) row.account_id = null;
    return row;
  },
};
