import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { ethereumV } from '@tain/ledger/ethereum-transaction';
import { responseCodeName } from '@tain/ledger/response-code';
import { isSuccess } from '@tain/ledger/results';
import { isFalse } from '../../store/access/condition.ts';
import { isShownLog } from '../../store/reads/contracts/log-scan.sql.ts';
import { fileContent, isUserFile, newestTime } from '../../store/reads/file-content.ts';
import { SUCCESSES } from '../../store/reads/transactions/by-name.sql.ts';
import { join, type Sql, sql } from '../../store/sql.ts';
import type { Field, Fields } from '../answer/field.ts';
import { nestedList } from '../answer/objects.ts';
import { computed, entityId, hex, integer, json, named, word } from '../answer/scalars.ts';
import type { ApiSettings } from '../route/settings.ts';
import { addressText, hexOrEmpty, joinAddress, longZeroDigits, paddedWord } from './addresses.sql.ts';
import { exchangeRatesFile, feeScheduleFiles } from './gas-price.ts';
import { LOG_FIELDS, LOG_SOURCE } from './log.json.ts';
import { ADDRESS_SCHEMA, HEX_SCHEMA, hexJson, RESULT_FIELDS } from './result.json.ts';

/** Form of results with details. */
export interface ResultForm {
  /** Whether amounts and prices are in tinybars; otherwise in weibars. */
  readonly hbar: boolean;
  /**
   * Whether the form is that of a single result: with logs and state changes, and the gas limit of the Ethereum
   * transaction.
   */
  readonly single: boolean;
  readonly settings: ApiSettings;
}

const succeeded = (result: string | null) => isSuccess(Number(result));
/** Whether the result has an Ethereum transaction. */
const ETHEREUM = sql`et.consensus_timestamp is not null`;
const FAILED = sql`r.transaction_result not in (${SUCCESSES})`;

const PRICE_SCHEMA = {
  ...HEX_SCHEMA,
  nullable: true,
  description: 'Value in the Ethereum transaction, as a hex quantity.',
} as const;

const ACCESS_LIST_SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    properties: { address: HEX_SCHEMA, storage_keys: { type: 'array', items: HEX_SCHEMA } },
  },
} as const;

const AUTHORIZATION_LIST_SCHEMA = {
  type: 'array',
  description: 'Authorizations of an Ethereum transaction of type 4 (EIP-7702).',
  items: {
    type: 'object',
    properties: {
      address: HEX_SCHEMA,
      chain_id: HEX_SCHEMA,
      nonce: { type: 'integer', format: 'int64' },
      r: HEX_SCHEMA,
      s: HEX_SCHEMA,
      y_parity: HEX_SCHEMA,
    },
  },
} as const;

/** Changes of a contract's storage by one execution, from `contract_state_change sc`. */
const STATE_CHANGE_FIELDS = {
  address: word(addressText(sql`se.evm_address`, sql`sc.contract_id`), ADDRESS_SCHEMA),
  contract_id: entityId(sql`sc.contract_id`),
  slot: word(paddedWord(sql`sc.slot`), { ...HEX_SCHEMA, nullable: false }),
  value_read: word(paddedWord(sql`sc.value_read`), { ...HEX_SCHEMA, nullable: false }),
  value_written: word(paddedWord(sql`sc.value_written`), {
    ...HEX_SCHEMA,
    description: 'Null if the slot was only read.',
  }),
};

/** Time of the newest row, up to the result, of the first file that has one; null if the Ethereum transaction has a price. */
function fileVersion(...files: readonly bigint[]): Sql {
  const times = files.map(
    (file) => sql`(${newestTime(sql`${file}`, { upper: sql`r.consensus_timestamp` })})`,
  );
  return sql`case when et.consensus_timestamp is null then coalesce(${join(times)}) end`;
}

/**
 * The gas price. Its three columns become the first ones of a row, where `putGasPrices` reads them and writes the
 * price of the fee schedule.
 */
function gasPriceField({ hbar, settings }: ResultForm): Field<string | null> {
  return {
    columns: [
      fileVersion(...feeScheduleFiles(settings)),
      fileVersion(exchangeRatesFile(settings)),
      sql`r.consensus_timestamp`,
      ETHEREUM,
      sql`et.gas_price`,
    ],
    write(row, at) {
      const [scheduled = null, , , ethereum, bytes = null] = row.slice(at, at + 5);
      if (ethereum === 't') return `"${price(bytes, hbar)}"`;
      return scheduled === null ? 'null' : `"${tinybarPrice(scheduled, hbar)}"`;
    },
    schema: {
      ...HEX_SCHEMA,
      nullable: true,
      description:
        'Price of one gas as a hex quantity: that of the Ethereum transaction, otherwise that of a contract call by the fee schedule.',
    },
  };
}

function amountField(hbar: boolean): Field<number | null> {
  return computed(
    [sql`r.amount`, ETHEREUM, sql`et.value`],
    (amount = null, ethereum = null, bytes = null) => {
      if (ethereum === 't') return value(bytes, hbar);
      if (amount === null) return 'null';
      return hbar ? amount : toWeibars(amount);
    },
    {
      type: 'integer',
      format: 'int64',
      nullable: true,
      description: 'Amount sent to the contract, in tinybars; with `hbar=false` in weibars.',
    },
  );
}

function priceField(column: Sql, hbar: boolean): Field<string | null> {
  return computed(
    [ETHEREUM, column],
    (ethereum = null, bytes = null) => (ethereum === 't' ? `"${price(bytes, hbar)}"` : 'null'),
    PRICE_SCHEMA,
  );
}

const authorizationList: Field<readonly unknown[]> = {
  columns: [ETHEREUM, sql`et.authorization_list`],
  write: (row, at) => (row[at] === 't' ? (row[at + 1] ?? '[]') : ''),
  schema: AUTHORIZATION_LIST_SCHEMA,
  optional: true,
};

/**
 * Index of an execution in its block. A transaction refused for its nonce was not executed and has none, but relays
 * retry as long as there is none: it gets an index after all executions of its block.
 */
const INDEX_IN_BLOCK = sql`coalesce(r.transaction_index, case when b.index is not null then (
      select greatest(max(x.transaction_index), (${lastIndexOfLogs()}), -1) + 1
        + count(*) filter (
          where x.transaction_index is null and x.consensus_timestamp < r.consensus_timestamp
        )
      from contract_result x
      where ${inBlock(sql`x.consensus_timestamp`)}
    ) end)`;

/** Index of token movements without a contract: the index of their logs. */
function lastIndexOfLogs(): Sql {
  return sql`
        select max(l.transaction_index)
        from contract_log l
        where ${inBlock(sql`l.consensus_timestamp`)}`;
}

function inBlock(time: Sql): Sql {
  return sql`${time} >= b.consensus_start and ${time} <= b.consensus_end`;
}

/** Fields that only a single result has, or that differ in it. */
const SINGLE_FIELDS = {
  gas_limit: integer(sql`coalesce(et.gas_limit, r.gas_limit)`, {
    nullable: false,
    description: 'Gas limit.',
  }),
  logs: nestedList(
    LOG_FIELDS,
    sql`${LOG_SOURCE}
    where cl.consensus_timestamp = r.consensus_timestamp and cl.contract_id = any(ct.contract_ids)
      and ${isShownLog('cl')}`,
    sql`cl.index`,
  ),
  state_changes: nestedList(
    STATE_CHANGE_FIELDS,
    sql`contract_state_change sc
    ${joinAddress('se', 'sc')}
    where sc.consensus_timestamp = r.consensus_timestamp
      and (sc.contract_id = any(ct.contract_ids) and ${isFalse(sql`sc.migration`)} or sc.contract_id = ct.asked_id)`,
    sql`sc.contract_id, sc.slot`,
  ),
  transaction_index: integer(INDEX_IN_BLOCK, { description: 'Index in the block.' }),
};

const made = new Map<string, Fields>();

/**
 * Fields of a result with details, from a result as `r`, the entity of its contract as `e`, its Ethereum transaction
 * (if any) as `et`, its block as `b`, and for a single result its participants as `ct`.
 */
export function resultDetailFields(form: ResultForm): Fields {
  const { hbar, single, settings } = form;
  const name = `${hbar} ${single} ${settings.delegationAddress} ${settings.chainId} ${settings.shard}.${settings.realm}`;
  let fields = made.get(name);
  if (fields === undefined) {
    fields = makeFields(form);
    made.set(name, fields);
  }
  return fields;
}

function makeFields(form: ResultForm): Fields {
  const { hbar, single, settings } = form;
  const chainId = `0x${settings.chainId.toString(16)}`;
  return {
    // Listed first, because the positions of its columns are fixed.
    gas_price: gasPriceField(form),
    ...RESULT_FIELDS,
    access_list: json(sql`et.access_list`, ACCESS_LIST_SCHEMA, '[]'),
    amount: amountField(hbar),
    ...(settings.delegationAddress ? { authorization_list: authorizationList } : {}),
    block_gas_used: integer(sql`nullif(b.gas_used, -1)`),
    block_hash: word(sql`'0x' || coalesce(b.hash, '')`, { ...HEX_SCHEMA, nullable: false }),
    block_number: integer(sql`b.index`),
    chain_id: computed<string>(
      [ETHEREUM, sql`et.chain_id`],
      (ethereum = null, bytes = null) => `"${ethereum === 't' ? quantity(bytes) : chainId}"`,
      HEX_SCHEMA,
    ),
    error_message: computed<string | null>(
      [
        sql`nullif(r.error_message, '')`,
        sql`case when ${ETHEREUM} and ${FAILED} then r.transaction_result end`,
      ],
      (message = null, failure = null) =>
        JSON.stringify(message ?? (failure === null ? null : responseCodeName(Number(failure)))),
      { type: 'string', nullable: true },
    ),
    failed_initcode: computed<string | null>(
      [sql`coalesce(nullif(r.failed_initcode, ''), case when ${FAILED} then nullif(et.call_data, '') end)`],
      (bytes = null) => hexJson(bytes?.slice(2) ?? null),
      { ...HEX_SCHEMA, nullable: true, description: 'Code of a creation that failed.' },
    ),
    function_parameters: hex(
      sql`coalesce(
        nullif(et.call_data, ''),
        case
          when length(r.function_parameters) = 0 and ${isUserFile(sql`et.call_data_id`)}
            then ${fileContent(sql`et.call_data_id`)}
        end,
        r.function_parameters
      )`,
      { nullable: false, description: 'Input of the contract.' },
    ),
    max_fee_per_gas: priceField(sql`et.max_fee_per_gas`, hbar),
    max_priority_fee_per_gas: priceField(sql`et.max_priority_fee_per_gas`, hbar),
    nonce: integer(sql`et.nonce`, { description: 'Value in the Ethereum transaction.' }),
    r: word(sql`case when ${ETHEREUM} then ${hexOrEmpty(sql`et.signature_r`)} end`, HEX_SCHEMA),
    result: named(sql`r.transaction_result`, responseCodeName, { nullable: false }),
    s: word(sql`case when ${ETHEREUM} then ${hexOrEmpty(sql`et.signature_s`)} end`, HEX_SCHEMA),
    status: computed<string>(
      [sql`r.transaction_result`],
      (result = null) => (succeeded(result) ? '"0x1"' : '"0x0"'),
      { type: 'string', enum: ['0x0', '0x1'], description: '`0x1` for success.' },
    ),
    to: computed<string | null>(
      [sql`coalesce(encode(nullif(et.to_address, ''), 'hex'), ${longZeroDigits(sql`r.contract_id`)})`],
      (digits = null) => hexJson(digits),
      { ...ADDRESS_SCHEMA, description: 'EVM address of the receiver.' },
    ),
    transaction_index: integer(sql`r.transaction_index`, { description: 'Index in the block.' }),
    type: integer(sql`coalesce(et.type, 0)`, {
      nullable: false,
      description: 'Value in the Ethereum transaction; 0 without one.',
    }),
    v: computed<number | null>(
      [sql`et.type`, sql`et.signature_v`, sql`et.recovery_id`, sql`et.chain_id`],
      (type = null, signatureV = null, recoveryId = null, chainId = null) =>
        ethereumV(type, signatureV, recoveryId, chainId)?.toString() ?? 'null',
      { type: 'integer', nullable: true },
    ),
    ...(single ? SINGLE_FIELDS : {}),
  };
}

/**
 * Amounts of Ethereum transactions: stored as big-endian bytes in weibar, shown in weibar or in tinybars. All
 * functions take the bytes in PostgreSQL's text form (`\x…`).
 */

/** `0x…` as Ethereum writes quantities; one leading zero is dropped. `0x` for null. */
export function quantity(bytes: string | null): string {
  const hex = `0x${bytes === null ? '' : bytes.slice(2)}`;
  return hex.length > 3 && hex.startsWith('0x0') ? `0x${hex.slice(3)}` : hex;
}

/** A price: a quantity in weibar, or in tinybars, rounded down. */
export function price(bytes: string | null, inTinybars: boolean): string {
  if (!inTinybars || bytes === null || bytes.length <= 2) return quantity(bytes);
  return `0x${(BigInt(`0x${bytes.slice(2)}`) / WEIBARS_PER_TINYBAR).toString(16)}`;
}

/**
 * The value of a transaction as a JSON integer: in weibar the bytes as an unsigned number, in tinybars as a signed
 * one, rounded towards zero. Null for null.
 */
export function value(bytes: string | null, inTinybars: boolean): string {
  if (bytes === null || bytes.length <= 2) return 'null';
  const digits = bytes.slice(2);
  const unsigned = BigInt(`0x${digits}`);
  if (!inTinybars) return unsigned.toString();
  return (BigInt.asIntN(digits.length * 4, unsigned) / WEIBARS_PER_TINYBAR).toString();
}

/** An amount of tinybars, as a JSON integer in weibar. */
export function toWeibars(tinybars: string): string {
  return (BigInt(tinybars) * WEIBARS_PER_TINYBAR).toString();
}

/** A price in tinybars (decimal) as a hex quantity, in tinybars or in weibars. */
function tinybarPrice(tinybars: string, inTinybars: boolean): string {
  const amount = BigInt(tinybars) * (inTinybars ? 1n : WEIBARS_PER_TINYBAR);
  return `0x${amount.toString(16)}`;
}
