import { evmAddressOfAlias } from '@tain/ledger/evm-address';
import { proto } from '@tain/protos/hapi';
import { sameKey } from '../../store/access/joined-rows.ts';
import { rowByKey } from '../../store/access/lookup.ts';
import { sql } from '../../store/sql.ts';
import {
  computed,
  entityId,
  entityIdJson,
  flag,
  hex,
  integer,
  text,
  timestamp,
  word,
} from '../answer/scalars.ts';
import { addressText, hexOrEmpty, joinAddress, longZeroDigits } from './addresses.sql.ts';

/** JSON of a `0x…` text, or null. */
export function hexJson(digits: string | null): string {
  return digits === null ? 'null' : `"0x${digits}"`;
}

/** Address of the sender in a serialized `ContractFunctionResult`, for results without a sender's id. */
function senderAddress(functionResult: string | null): string {
  if (functionResult === null) return 'null';
  try {
    const { senderId } = proto.ContractFunctionResult.decode(Buffer.from(functionResult.slice(2), 'hex'));
    const address = senderId?.alias?.length ? evmAddressOfAlias(senderId.alias) : null;
    return hexJson(address === null ? null : Buffer.from(address).toString('hex'));
  } catch {
    return 'null';
  }
}

/** JSON of PostgreSQL's text of an array of packed ids. */
function entityIdsJson(ids: string | null): string {
  return ids === null || ids === '{}' ? '[]' : `[${ids.slice(1, -1).split(',').map(entityIdJson).join(',')}]`;
}

const EMPTY_BLOOM = `"0x${'0'.repeat(512)}"`;

function bloomJson(bloom: string | null): string {
  if (bloom === null) return '"0x"';
  return bloom.length === 2 ? EMPTY_BLOOM : hexJson(bloom.slice(2));
}

export const HEX_SCHEMA = { type: 'string', pattern: '^0x[0-9a-f]*$' } as const;
export const ADDRESS_SCHEMA = { type: 'string', pattern: '^0x[0-9a-f]{40}$', nullable: true } as const;

/** Joins of `RESULT_FIELDS` to a result as `r`. */
export const RESULT_JOINS = sql`${joinAddress('e', 'r')}
    left join ${rowByKey({
      select: sql`parent_consensus_timestamp`,
      from: sql`transaction`,
      where: [sameKey('consensus_timestamp', 'r', 'consensus_timestamp')],
    })} t on true`;

/** The outcome of a contract execution, from a result as `r`, the entity of its contract as `e`, and its transaction as `t`. */
export const RESULT_FIELDS = {
  address: word(addressText(sql`e.evm_address`, sql`r.contract_id`), {
    ...ADDRESS_SCHEMA,
    description: 'EVM address of the contract.',
  }),
  amount: integer(sql`r.amount`, { description: 'Amount sent to the contract.' }),
  bloom: computed<string>([sql`r.bloom`], (bloom = null) => bloomJson(bloom), {
    ...HEX_SCHEMA,
    description: 'Bloom filter of the logs, 256 bytes.',
  }),
  call_result: word(hexOrEmpty(sql`r.call_result`), {
    ...HEX_SCHEMA,
    nullable: false,
    description: 'Output of the contract.',
  }),
  child: flag(sql`(t.parent_consensus_timestamp is not null)`, {
    description: 'Whether the transaction has a parent.',
  }),
  contract_id: entityId(sql`r.contract_id`),
  created_contract_ids: computed<readonly string[]>(
    [sql`r.created_contract_ids`],
    (ids = null) => entityIdsJson(ids),
    { type: 'array', items: { type: 'string' }, description: 'Contracts that the execution created.' },
  ),
  error_message: text(sql`nullif(r.error_message, '')`),
  from: computed<string | null>(
    [
      longZeroDigits(sql`r.sender_id`),
      sql`case when coalesce(r.sender_id, 0) = 0 then nullif(r.function_result, '') end`,
    ],
    (digits = null, functionResult = null) =>
      digits === null ? senderAddress(functionResult) : hexJson(digits),
    { ...ADDRESS_SCHEMA, description: 'EVM address of the sender.' },
  ),
  function_parameters: hex(sql`r.function_parameters`, {
    nullable: false,
    description: 'Input of the contract.',
  }),
  gas_consumed: integer(sql`r.gas_consumed`, { description: 'Gas that the execution needed.' }),
  gas_limit: integer(sql`r.gas_limit`, { nullable: false, description: 'Gas limit.' }),
  gas_used: integer(sql`r.gas_used`, { description: 'Gas that was charged.' }),
  hash: word(hexOrEmpty(sql`r.transaction_hash`), {
    ...HEX_SCHEMA,
    nullable: false,
    description: 'Hash of the transaction, 32 bytes; that of the Ethereum transaction if it was one.',
  }),
  timestamp: timestamp(sql`r.consensus_timestamp`, { nullable: false }),
  to: computed<string | null>([longZeroDigits(sql`r.contract_id`)], (digits = null) => hexJson(digits), {
    ...ADDRESS_SCHEMA,
    description: 'EVM address of the called contract, derived from its number.',
  }),
};
