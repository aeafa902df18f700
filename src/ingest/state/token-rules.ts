import { MAX_INT64 } from '@tain/ledger/timestamp';
import type { StateRow } from '../../store/schema/current-state-tables.ts';
import { defaultsOf, over, type Rules } from './rule.ts';

const TOKEN = defaultsOf('token', {
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

export const token: Rules<StateRow<'token'>> = {
  // A token without its creation cannot be shown, because the known fields are not enough for a row.
  create(set) {
    if (set.created_timestamp === undefined) return null;
    return over(TOKEN, set);
  },
  next: over,
};

const TOKEN_ACCOUNT = defaultsOf('token_account', {
  account_id: 0n,
  associated: false,
  token_id: 0n,
  balance: 0n,
});

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

const NFT = defaultsOf('nft', {
  deleted: false,
  serial_number: 0n,
  token_id: 0n,
});

export const nft: Rules<StateRow<'nft'>> = {
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
