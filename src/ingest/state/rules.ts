import { decodeEntityId } from '../../kernel/entity-id.ts';
import type { StateRow, StateTable } from '../../schema/current-state-tables.ts';
import { inheriting, over, RANGE, type Rules, replacing } from './rule.ts';
import { nft, token, tokenAccount } from './token-rules.ts';

/** Fields that an entity keeps from its first version on. */
const ENTITY_FIXED = ['created_timestamp', 'alias', 'evm_address', 'balance'] as const;

const ENTITY: StateRow<'entity'> = {
  auto_renew_account_id: null,
  auto_renew_period: null,
  created_timestamp: null,
  deleted: null,
  expiration_timestamp: null,
  id: 0n,
  key: null,
  memo: '',
  num: 0n,
  public_key: null,
  proxy_account_id: null,
  realm: 0n,
  shard: 0n,
  receiver_sig_required: null,
  max_automatic_token_associations: null,
  timestamp_range: RANGE,
  type: 'UNKNOWN',
  alias: null,
  ethereum_nonce: null,
  evm_address: null,
  decline_reward: false,
  staked_account_id: null,
  staked_node_id: -1n,
  stake_period_start: -1n,
  obtainer_id: null,
  permanent_removal: null,
  balance: null,
  balance_timestamp: null,
  delegation_address: null,
};

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

const hook: Rules<StateRow<'hook'>> = {
  create: (set) =>
    over<StateRow<'hook'>>(
      {
        contract_id: null,
        created_timestamp: null,
        hook_id: 0n,
        owner_id: 0n,
        timestamp_range: RANGE,
        extension_point: 'ACCOUNT_ALLOWANCE_HOOK',
        deleted: false,
        admin_key: null,
        type: 'EVM',
      },
      set,
    ),
  next: (current, set) =>
    set.created_timestamp === undefined ? over(current, set) : (hook.create(set) ?? current),
  keepsSameInstant: (current, set) => current.deleted && set.created_timestamp !== undefined,
};

/** The rules of every current-state table. */
export const RULES: { readonly [T in StateTable]: Rules<StateRow<T>> } = {
  address_book: inheriting<StateRow<'address_book'>>({
    start_consensus_timestamp: 0n,
    end_consensus_timestamp: null,
    file_id: 0n,
    node_count: null,
    file_data: Buffer.alloc(0),
  }),
  contract: inheriting<StateRow<'contract'>>({
    id: 0n,
    file_id: null,
    initcode: null,
    runtime_bytecode: null,
  }),
  contract_state: {
    create: (set) =>
      over<StateRow<'contract_state'>>(
        {
          contract_id: 0n,
          created_timestamp: set.modified_timestamp ?? 0n,
          modified_timestamp: 0n,
          slot: Buffer.alloc(0),
          value: null,
        },
        set,
      ),
    next: over,
  },
  crypto_allowance: inheriting<StateRow<'crypto_allowance'>>({
    amount_granted: 0n,
    owner: 0n,
    payer_account_id: 0n,
    spender: 0n,
    timestamp_range: RANGE,
    amount: 0n,
  }),
  custom_fee: replacing<StateRow<'custom_fee'>>({
    fixed_fees: null,
    fractional_fees: null,
    royalty_fees: null,
    timestamp_range: RANGE,
    entity_id: 0n,
  }),
  entity,
  hook,
  hook_storage: {
    create: (set) =>
      over<StateRow<'hook_storage'>>(
        {
          created_timestamp: set.modified_timestamp ?? 0n,
          hook_id: 0n,
          modified_timestamp: 0n,
          owner_id: 0n,
          key: Buffer.alloc(0),
          value: Buffer.alloc(0),
          deleted: false,
        },
        set,
      ),
    // A slot that is written after it was cleared begins again.
    next(current, set) {
      const row = over(current, set);
      if (current.deleted && !row.deleted) row.created_timestamp = row.modified_timestamp;
      return row;
    },
  },
  ledger: inheriting<StateRow<'ledger'>>({
    consensus_timestamp: 0n,
    history_proof_verification_key: Buffer.alloc(0),
    ledger_id: Buffer.alloc(0),
    node_contributions: '[]',
  }),
  nft,
  nft_allowance: inheriting<StateRow<'nft_allowance'>>({
    approved_for_all: false,
    owner: 0n,
    payer_account_id: 0n,
    spender: 0n,
    timestamp_range: RANGE,
    token_id: 0n,
  }),
  node: inheriting<StateRow<'node'>>({
    admin_key: null,
    created_timestamp: null,
    deleted: false,
    node_id: 0n,
    timestamp_range: RANGE,
    decline_reward: false,
    grpc_proxy_endpoint: null,
    account_id: null,
    associated_registered_nodes: null,
  }),
  registered_node: inheriting<StateRow<'registered_node'>>({
    admin_key: null,
    created_timestamp: null,
    deleted: false,
    description: null,
    registered_node_id: 0n,
    service_endpoints: null,
    timestamp_range: RANGE,
    type: [],
  }),
  schedule: {
    create: (set) =>
      set.consensus_timestamp === undefined
        ? null
        : over<StateRow<'schedule'>>(
            {
              consensus_timestamp: 0n,
              creator_account_id: 0n,
              executed_timestamp: null,
              payer_account_id: 0n,
              schedule_id: 0n,
              transaction_body: Buffer.alloc(0),
              expiration_time: null,
              wait_for_expiry: false,
            },
            set,
          ),
    next: over,
  },
  token,
  token_account: tokenAccount,
  token_airdrop: inheriting<StateRow<'token_airdrop'>>({
    amount: null,
    receiver_account_id: 0n,
    sender_account_id: 0n,
    serial_number: 0n,
    state: 'PENDING',
    timestamp_range: RANGE,
    token_id: 0n,
  }),
  token_allowance: inheriting<StateRow<'token_allowance'>>({
    amount_granted: 0n,
    owner: 0n,
    payer_account_id: 0n,
    spender: 0n,
    timestamp_range: RANGE,
    token_id: 0n,
    amount: 0n,
  }),
  topic: inheriting<StateRow<'topic'>>({
    admin_key: null,
    created_timestamp: null,
    id: 0n,
    fee_exempt_key_list: null,
    fee_schedule_key: null,
    submit_key: null,
    timestamp_range: RANGE,
  }),
};
