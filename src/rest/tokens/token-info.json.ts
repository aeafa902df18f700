import { sql } from '../../store/sql.ts';
import { feeMember, feesOf, fixedFees } from '../answer/custom-fees.ts';
import type { Field } from '../answer/field.ts';
import { nestedList, object } from '../answer/objects.ts';
import {
  base64,
  boolean,
  computed,
  cryptoKey,
  entityId,
  expiryText,
  flag,
  integer,
  integerText,
  text,
  timestamp,
  word,
} from '../answer/scalars.ts';

export const TOKEN_TYPES = ['FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE'] as const;

/** Metadata of `token t`; the empty text when there are none. */
const METADATA = base64(sql`coalesce(t.metadata, ''::bytea)`, {
  nullable: false,
  description: 'Metadata of the token, defined by its issuer.',
});

/** A token in a list, from `token t` and its `entity e`. */
export const TOKEN_FIELDS = {
  admin_key: cryptoKey(sql`e.key`),
  decimals: integer(sql`t.decimals`, { nullable: false }),
  metadata: METADATA,
  name: text(sql`t.name`, { nullable: false }),
  symbol: text(sql`t.symbol`, { nullable: false }),
  token_id: entityId(sql`t.token_id`, { nullable: false }),
  type: word(sql`t.type`, { nullable: false, enum: TOKEN_TYPES }),
};

const EXEMPT = {
  all_collectors_are_exempt: flag(sql`(${feeMember('all_collectors_are_exempt')})::boolean`, {
    description: 'Whether accounts that collect fees of the token are exempt from them.',
  }),
};

const COLLECTOR = { collector_account_id: entityId(feeMember('collector_account_id')) };

const FRACTION = {
  amount: object({
    denominator: integer(feeMember('denominator'), { nullable: false }),
    numerator: integer(feeMember('numerator'), { nullable: false }),
  }),
};

/** A list that is only present for tokens of one type. */
function onlyFor<Value>(type: (typeof TOKEN_TYPES)[number], list: Field<Value>): Field<Value> {
  return {
    columns: [...list.columns, sql`t.type`],
    write: (row, at) => (row[at + list.columns.length] === type ? list.write(row, at) : ''),
    schema: list.schema,
    optional: true,
  };
}

const FRACTIONAL_FEES = nestedList(
  {
    ...EXEMPT,
    ...FRACTION,
    ...COLLECTOR,
    denominating_token_id: entityId(sql`t.token_id`),
    maximum: integer(feeMember('maximum_amount')),
    minimum: integer(feeMember('minimum_amount'), { nullable: false }),
    net_of_transfers: flag(sql`(${feeMember('net_of_transfers')})::boolean`, {
      description: 'Whether the sender pays the fee in addition to the transferred amount.',
    }),
  },
  feesOf(sql`cf.fractional_fees`),
  sql`f.ordinal`,
);

/** An object that is null if its first column is. */
function nullable<Value>(fields: Field<Value>): Field<Value | null> {
  return {
    columns: fields.columns,
    write: (row, at) => (row[at] === null ? 'null' : fields.write(row, at)),
    schema: { ...fields.schema, nullable: true },
  };
}

const FALLBACK = sql`f.fee->'fallback_fee'`;

const ROYALTY_FEES = nestedList(
  {
    ...EXEMPT,
    ...FRACTION,
    ...COLLECTOR,
    fallback_fee: nullable(
      object({
        amount: integer(sql`${FALLBACK}->>'amount'`, { nullable: false }),
        denominating_token_id: entityId(sql`${FALLBACK}->>'denominating_token_id'`),
      }),
    ),
  },
  feesOf(sql`cf.royalty_fees`),
  sql`f.ordinal`,
);

/** A token, from versions of `token t`, its `entity e`, and its fees `custom_fee cf`. */
export const TOKEN_INFO_FIELDS = {
  admin_key: cryptoKey(sql`e.key`),
  auto_renew_account: entityId(sql`e.auto_renew_account_id`),
  auto_renew_period: integer(sql`e.auto_renew_period`, { description: 'Period in seconds.' }),
  created_timestamp: timestamp(sql`t.created_timestamp`, { nullable: false }),
  custom_fees: object({
    created_timestamp: timestamp(sql`lower(cf.timestamp_range)`, {
      nullable: false,
      description: 'Time from which these fees apply.',
    }),
    fixed_fees: fixedFees(sql`cf.fixed_fees`, EXEMPT),
    fractional_fees: onlyFor('FUNGIBLE_COMMON', FRACTIONAL_FEES),
    royalty_fees: onlyFor('NON_FUNGIBLE_UNIQUE', ROYALTY_FEES),
  }),
  decimals: integerText(sql`t.decimals`, { nullable: false }),
  deleted: boolean(sql`e.deleted`),
  expiry_timestamp: computed<number | null>(
    [sql`e.expiration_timestamp`, sql`t.created_timestamp`, sql`e.auto_renew_period`],
    (...times) => expiryText(...times) ?? 'null',
    { type: 'integer', format: 'int64', nullable: true, description: 'Nanoseconds since 1970.' },
  ),
  fee_schedule_key: cryptoKey(sql`t.fee_schedule_key`),
  freeze_default: flag(sql`t.freeze_default`),
  freeze_key: cryptoKey(sql`t.freeze_key`),
  initial_supply: integerText(sql`t.initial_supply`, { nullable: false }),
  kyc_key: cryptoKey(sql`t.kyc_key`),
  max_supply: integerText(sql`t.max_supply`, { nullable: false }),
  memo: text(sql`e.memo`),
  metadata: METADATA,
  metadata_key: cryptoKey(sql`t.metadata_key`, {
    description: 'The key that may change the metadata of the token and of its NFTs.',
  }),
  modified_timestamp: timestamp(sql`greatest(lower(t.timestamp_range), lower(e.timestamp_range))`),
  name: text(sql`t.name`, { nullable: false }),
  pause_key: cryptoKey(sql`t.pause_key`),
  pause_status: word(sql`t.pause_status`, {
    nullable: false,
    enum: ['NOT_APPLICABLE', 'PAUSED', 'UNPAUSED'],
  }),
  supply_key: cryptoKey(sql`t.supply_key`),
  supply_type: word(sql`t.supply_type`, { nullable: false, enum: ['FINITE', 'INFINITE'] }),
  symbol: text(sql`t.symbol`, { nullable: false }),
  token_id: entityId(sql`t.token_id`, { nullable: false }),
  total_supply: integerText(sql`t.total_supply`, { nullable: false }),
  treasury_account_id: entityId(sql`t.treasury_account_id`, { nullable: false }),
  type: word(sql`t.type`, { nullable: false, enum: TOKEN_TYPES }),
  wipe_key: cryptoKey(sql`t.wipe_key`),
};
