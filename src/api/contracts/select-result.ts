import type { Schema } from '../../query/kind.ts';
import { notFound } from '../../query/problem.ts';
import { join, type Sql, sql } from '../../query/sql.ts';
import { objectSchema, objectWriter } from '../answer/objects.ts';
import type { Answer, ApiContext } from '../route.ts';
import { DEFAULT_API_SETTINGS } from '../settings.ts';
import { joinAddress } from './addresses.sql.ts';
import { joinFirstBlock } from './blocks.sql.ts';
import { putGasPrices } from './gas-price.ts';
import { resultDetailFields } from './result-details.json.ts';
import { resultColumns } from './result-walk.sql.ts';

/** The interface's description of one result with its details. */
export const RESULT_DETAIL_SCHEMA: Schema = objectSchema(
  resultDetailFields({ hbar: true, single: true, settings: DEFAULT_API_SETTINGS }),
);

/** The answer could be given only in part: the network told no outcome. */
const PARTIAL = 206;

/**
 * The result of a transaction. `participation` selects the row of `contract_transaction` that links
 * it to who is asked about, and as `asked_id` a contract whose migrated state is shown, too.
 * Throws `Problem` (404).
 */
export async function selectResult(context: ApiContext, participation: Sql, hbar: boolean): Promise<Answer> {
  const fields = resultDetailFields({ hbar, single: true, settings: context.settings });
  const { columns, write } = objectWriter(fields);
  const ethereum = sql`ethereum_transaction et on et.consensus_timestamp = ct.consensus_timestamp and et.payer_account_id = ct.payer_account_id`;
  const from = sql`(${participation}) ct join lateral (select ${resultColumns('cr')} from contract_result cr where cr.consensus_timestamp = ct.consensus_timestamp and cr.contract_id = any(ct.contract_ids) limit 1) r on true ${joinAddress('e', sql`r.contract_id`)} left join ${ethereum} ${joinFirstBlock(sql`r.consensus_timestamp`)}`;
  const selected = await context.select(
    sql`select ${join([...columns, sql`r.call_result is null`])} from ${from} limit 1`,
  );
  await putGasPrices(context, selected);
  const [row] = selected;
  if (row === undefined) throw notFound();
  const body = write(row);
  return row.at(-1) === 't' ? { body, status: PARTIAL } : { body };
}
