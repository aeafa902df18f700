import { type Sql, sql } from '../../store/sql.ts';
import type { Field } from '../answer/field.ts';
import { nestedList, object } from '../answer/objects.ts';
import { boolean, computed, cryptoKey, entityId, integer, json, text } from '../answer/scalars.ts';
import { stakingPeriod, timestampOrZero } from '../answer/timestamp-or-zero.ts';

/** Prefixes a text with `0x`, unless it has that prefix; `0x` alone for the empty text. */
function prefixed(value: string): string {
  return JSON.stringify(value.startsWith('0x') ? value : `0x${value}`);
}

/** Hash of a node's certificate, stored as the bytes of its text. */
function certificateHash(column: Sql): Field<string> {
  return computed([column], (bytes) => prefixed(Buffer.from(bytes?.slice(2) ?? '', 'hex').toString('utf8')), {
    type: 'string',
    description: 'Hash of the TLS certificate of the node, in hex.',
  });
}

/** Column of a stake, where -1 means unknown. */
function knownStake(column: Sql, description: string): Field<number | null> {
  return integer(sql`nullif(${column}, -1)`, { description });
}

const GRPC_PROXY = sql`case
    when n.grpc_proxy_endpoint is null or n.grpc_proxy_endpoint = 'null'::jsonb then null
    else jsonb_build_object(
      'domain_name', coalesce(n.grpc_proxy_endpoint->>'domain_name', ''),
      'ip_address_v4', coalesce(n.grpc_proxy_endpoint->>'ip_address_v4', ''),
      'port', coalesce((n.grpc_proxy_endpoint->>'port')::integer, 0))
  end`;

const ENDPOINT_SCHEMA = {
  type: 'object',
  properties: {
    domain_name: { type: 'string' },
    ip_address_v4: { type: 'string' },
    port: { type: 'integer' },
  },
  required: ['domain_name', 'ip_address_v4', 'port'],
} as const;

/**
 * A node of an address book: `b` is the book, `e` its entry, `n` the current state from the node's own transactions,
 * `s` its stake in the newest period.
 */
export const NODE_FIELDS = {
  admin_key: cryptoKey(sql`n.admin_key`),
  associated_registered_nodes: json<readonly number[]>(
    sql`to_json(n.associated_registered_nodes)`,
    {
      type: 'array',
      items: { type: 'integer', format: 'int64' },
      description: 'Registered nodes that belong to this one.',
    },
    '[]',
  ),
  decline_reward: boolean(sql`n.decline_reward`, { description: 'Whether the node declines rewards.' }),
  description: text(sql`e.description`),
  file_id: entityId(sql`b.file_id`, { nullable: false, description: 'File of the address book.' }),
  grpc_proxy_endpoint: json(GRPC_PROXY, {
    ...ENDPOINT_SCHEMA,
    nullable: true,
    description: 'Address of the node for web clients.',
  }),
  max_stake: knownStake(sql`s.max_stake`, 'Maximum stake that counts, in tinybars.'),
  memo: text(sql`e.memo`),
  min_stake: knownStake(sql`s.min_stake`, 'Minimum stake that counts, in tinybars.'),
  node_account_id: entityId(sql`coalesce(n.account_id, e.node_account_id)`),
  node_cert_hash: certificateHash(sql`e.node_cert_hash`),
  node_id: integer(sql`e.node_id`, { nullable: false }),
  public_key: computed<string>([sql`e.public_key`], (value) => prefixed(value ?? ''), {
    type: 'string',
    description: 'RSA key that the node signs its stream files with, in hex.',
  }),
  reward_rate_start: integer(sql`s.reward_rate`, {
    description: 'Reward in tinybars for each staked hbar, at the beginning of the period.',
  }),
  service_endpoints: nestedList(
    {
      domain_name: text(sql`coalesce(a.domain_name, '')`, { nullable: false }),
      ip_address_v4: text(sql`coalesce(a.ip_address_v4, '')`, { nullable: false }),
      port: integer(sql`a.port`, { nullable: false }),
    },
    sql`address_book_service_endpoint a where a.consensus_timestamp = e.consensus_timestamp and a.node_id = e.node_id`,
    sql`a.ip_address_v4 collate "C", a.port, a.domain_name collate "C"`,
  ),
  stake: integer(sql`s.stake`, { description: 'Stake of the node in tinybars.' }),
  stake_not_rewarded: knownStake(sql`s.stake_not_rewarded`, 'Stake of accounts that decline rewards.'),
  stake_rewarded: integer(sql`s.stake_rewarded`, { description: 'Stake of accounts that accept rewards.' }),
  staking_period: stakingPeriod(sql`s.staking_period`),
  timestamp: object({
    from: timestampOrZero(sql`b.start_consensus_timestamp`, {
      nullable: false,
      description: 'Start of the validity of the address book.',
    }),
    to: timestampOrZero(sql`b.end_consensus_timestamp`, {
      description: 'End of the validity; null for the current address book.',
    }),
  }),
};
