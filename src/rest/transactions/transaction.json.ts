import { encodeEntityId, printEntityId } from '@tain/ledger/entity-id';
import { type LongLike, longToBigInt } from '@tain/ledger/long';
import { responseCodeName } from '@tain/ledger/response-code';
import { transactionTypeName } from '@tain/ledger/transaction-type';
import { proto } from '@tain/protos/hapi';
import { timestampText } from '../../store/access/domain.ts';
import { keyedRows, sameKey } from '../../store/access/joined-rows.ts';
import { fixed, type Sql, sql } from '../../store/sql.ts';
import type { Field } from '../answer/field.ts';
import { listInSql, listSchema, nestedList } from '../answer/objects.ts';
import {
  base64,
  computed,
  cryptoKey,
  entityId,
  entityIdJson,
  flag,
  integer,
  integerText,
  json,
  named,
  timestamp,
  tinybars,
} from '../answer/scalars.ts';

type Num = LongLike | number | null | undefined;

/** JSON of an entity id of a protobuf message; null when it is not set. */
function idJson(shard: Num, realm: Num, num: Num): string {
  const id = encodeEntityId(longToBigInt(shard), longToBigInt(realm), longToBigInt(num));
  return id === 0n ? 'null' : `"${printEntityId(id)}"`;
}

const ELEMENT = /\\\\x([0-9a-f]*)/g;

/**
 * JSON of a transaction's fee limits: one item for each fixed fee of each `CustomFeeLimit`, from PostgreSQL's text of
 * an array of such messages. An unparsable message is left out.
 */
function maxCustomFeesJson(messages: string | null): string {
  if (messages === null) return '[]';
  const items: string[] = [];
  for (const [, hex = ''] of messages.matchAll(ELEMENT)) {
    try {
      const { accountId, fees } = proto.CustomFeeLimit.decode(Buffer.from(hex, 'hex'));
      const account = idJson(accountId?.shardNum, accountId?.realmNum, accountId?.accountNum);
      for (const { amount, denominatingTokenId: token } of fees ?? []) {
        const tokenId = token ? idJson(token.shardNum, token.realmNum, token.tokenNum) : 'null';
        items.push(
          `{"account_id":${account},"amount":${longToBigInt(amount)},"denominating_token_id":${tokenId}}`,
        );
      }
    } catch {
      // An unparsable stored message must not prevent the rest of the answer.
    }
  }
  return `[${items.join(',')}]`;
}

/** Condition on a table that its rows are of `transaction t`. */
export const OF_TRANSACTION = sameKey('consensus_timestamp', 't', 'consensus_timestamp');

/** A transfer of hbar: rows of `crypto_transfer`. */
export const TRANSFER_FIELDS = {
  account: entityId(sql`entity_id`, { nullable: false }),
  amount: integer(sql`amount`, {
    nullable: false,
    description: 'Amount in tinybars; negative for the sender.',
  }),
  is_approval: flag(sql`is_approval`),
};

/** A transfer of a fungible token: rows of `token_transfer`. */
export const TOKEN_TRANSFER_FIELDS = {
  token_id: entityId(sql`token_id`, { nullable: false }),
  account: entityId(sql`account_id`, { nullable: false }),
  amount: integer(sql`amount`, {
    nullable: false,
    description: 'Amount in the smallest unit of the token; negative for the sender.',
  }),
  is_approval: flag(sql`is_approval`),
};

/** A transfer of one NFT: elements of `transaction.nft_transfer`. */
export const NFT_TRANSFER_FIELDS = {
  is_approval: flag(sql`(e->>'is_approval')::boolean`),
  receiver_account_id: entityId(sql`e->>'receiver_account_id'`),
  sender_account_id: entityId(sql`e->>'sender_account_id'`),
  serial_number: integer(sql`e->>'serial_number'`, { nullable: false }),
  token_id: entityId(sql`e->>'token_id'`, { nullable: false }),
};

/** A paid staking reward: rows of `staking_reward_transfer`. */
const REWARD_FIELDS = {
  account: entityId(sql`account_id`, { nullable: false }),
  amount: integer(sql`amount`, { nullable: false, description: 'Amount in tinybars.' }),
};

/** A custom fee that was charged: rows of `assessed_custom_fee`. */
const ASSESSED_FEE_FIELDS = {
  amount: integer(sql`amount`, { nullable: false }),
  collector_account_id: entityId(sql`collector_account_id`, { nullable: false }),
  effective_payer_account_ids: computed<readonly string[]>(
    [sql`array_to_string(effective_payer_account_ids, ',')`],
    (ids) => (ids ? `[${ids.split(',').map(entityIdJson).join(',')}]` : '[]'),
    { type: 'array', items: { type: 'string' } },
  ),
  token_id: entityId(sql`token_id`),
};

const MAX_CUSTOM_FEE_SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      account_id: { type: 'string', nullable: true },
      amount: { type: 'integer', format: 'int64' },
      denominating_token_id: { type: 'string', nullable: true },
    },
    required: ['account_id', 'amount', 'denominating_token_id'],
  },
} as const;

/** Time and transaction of an event, from `transaction t`. */
export const OF_TRANSACTION_FIELDS = {
  consensus_timestamp: timestamp(sql`t.consensus_timestamp`, { nullable: false }),
  transaction_id: computed<string>(
    [sql`t.payer_account_id`, sql`t.valid_start_ns`],
    (payer, start) => transactionIdJson(payer ?? '0', start ?? '0'),
    { type: 'string', example: '0.0.8-1234567890-000000006' },
  ),
};

/** A transaction, from `transaction t` and the lists that `joinTransfers` joins to it. */
export const TRANSACTION_FIELDS = {
  batch_key: cryptoKey(sql`t.batch_key`),
  bytes: base64(sql`t.transaction_bytes`, {
    description: 'The signed transaction as submitted, if the operator stores it.',
  }),
  charged_tx_fee: tinybars(sql`t.charged_tx_fee`, { description: 'Amount in tinybars.' }),
  consensus_timestamp: OF_TRANSACTION_FIELDS.consensus_timestamp,
  entity_id: entityId(sql`t.entity_id`, { description: 'The entity that the transaction acted on.' }),
  high_volume: flag(sql`t.high_volume`),
  high_volume_pricing_multiplier: integer(sql`t.high_volume_pricing_multiplier`),
  max_custom_fees: computed<readonly unknown[]>(
    [sql`nullif(t.max_custom_fees, '{}')`],
    (messages = null) => maxCustomFeesJson(messages),
    MAX_CUSTOM_FEE_SCHEMA,
  ),
  max_fee: integerText(sql`t.max_fee`, { description: 'Amount in tinybars.' }),
  memo_base64: base64(sql`t.memo`),
  name: named(sql`t.type`, transactionTypeName, { nullable: false }),
  nft_transfers: nestedList(
    NFT_TRANSFER_FIELDS,
    sql`jsonb_array_elements(t.nft_transfer) e`,
    undefined,
    sql`t.nft_transfer is not null`,
  ),
  node: entityId(sql`t.node_account_id`, { description: 'The node that the transaction was submitted to.' }),
  nonce: integer(sql`t.nonce`, { nullable: false }),
  parent_consensus_timestamp: timestamp(sql`t.parent_consensus_timestamp`),
  result: named(sql`t.result`, responseCodeName, { nullable: false }),
  scheduled: flag(sql`t.scheduled`),
  staking_reward_transfers: nestedList(
    REWARD_FIELDS,
    keyedRows('staking_reward_transfer', [OF_TRANSACTION]),
    sql`account_id`,
    sql`c.rewarded`,
  ),
  token_transfers: json<readonly unknown[]>(
    sql`(
        select ${listInSql(TOKEN_TRANSFER_FIELDS, sql`token_id, account_id`)}
        from ${keyedRows('token_transfer', [OF_TRANSACTION])}
      )`,
    listSchema(TOKEN_TRANSFER_FIELDS),
    '[]',
  ),
  transaction_hash: base64(sql`t.transaction_hash`),
  transaction_id: OF_TRANSACTION_FIELDS.transaction_id,
  transfers: json<readonly unknown[]>(sql`c.transfers`, listSchema(TRANSFER_FIELDS), '[]'),
  valid_duration_seconds: integerText(sql`t.valid_duration_seconds`),
  valid_start_timestamp: timestamp(sql`t.valid_start_ns`, { nullable: false }),
};

const ASSESSED_FEES = nestedList(
  ASSESSED_FEE_FIELDS,
  keyedRows('assessed_custom_fee', [OF_TRANSACTION]),
  sql`collector_account_id, amount`,
);

/** The fields of `TRANSACTION_FIELDS`, and the assessed custom fees, if any. */
export const TRANSACTION_DETAIL_FIELDS: typeof TRANSACTION_FIELDS & {
  assessed_custom_fees: Field<readonly unknown[]>;
} = {
  ...TRANSACTION_FIELDS,
  assessed_custom_fees: {
    ...ASSESSED_FEES,
    write: (row, at) => (row[at] === null ? '' : ASSESSED_FEES.write(row, at)),
    optional: true,
  },
};

function transactionIdJson(payer: string, validStart: string): string {
  const id = payer === '0' ? '0.0.0' : entityIdJson(payer).slice(1, -1);
  return `"${id}-${timestampText(validStart).replace('.', '-')}"`;
}

const TRANSFERS = fixed(listInSql(TRANSFER_FIELDS, sql`entity_id, amount`));

/**
 * Joins to `transaction t` the rows that `TRANSACTION_FIELDS` need: the transfers of each as a list, and whether
 * staking rewards were among them. Rewards are transfers of the network's `rewardAccount`: without one, their table
 * is not read.
 */
export function joinTransfers(rewardAccount: bigint): Sql {
  return sql`left join lateral (
      select ${TRANSFERS} as transfers, bool_or(entity_id = ${rewardAccount}) as rewarded
      from ${keyedRows('crypto_transfer', [OF_TRANSACTION, sql`(errata is null or errata <> 'DELETE')`])}
    ) c on true`;
}
