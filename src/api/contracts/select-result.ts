import { as, newestRow, oneRow, rowByKey } from '../../access/lookup.ts';
import { FALSE, join, type Sql, sql } from '../../access/sql.ts';
import type { Schema } from '../../query/json-schema.ts';
import { notFound } from '../../query/problem.ts';
import { joinFirstBlock } from '../../reads/blocks.sql.ts';
import { ranNothing, resultColumns, syntheticResults } from '../../reads/contracts/result-scan.sql.ts';
import { objectSchema, objectWriter } from '../answer/objects.ts';
import type { Answer, ApiContext } from '../route/route.ts';
import { DEFAULT_API_SETTINGS } from '../route/settings.ts';
import { joinAddress } from './addresses.sql.ts';
import { putGasPrices } from './gas-price.ts';
import { resultDetailFields } from './result-details.json.ts';

/** The interface's description of one result with its details. */
export const RESULT_DETAIL_SCHEMA: Schema = objectSchema(
  resultDetailFields({ hbar: true, single: true, settings: DEFAULT_API_SETTINGS }),
);

/** The answer could be given only in part: the network reported no outcome. */
const PARTIAL = 206;

/** What a request names, by the rows that hold it. */
export interface ResultSource {
  /**
   * Selects the row of `contract_transaction` that links a result to who is asked about, and as
   * `asked_id` a contract whose migrated state is shown, too.
   */
  readonly participation: Sql;
  /**
   * Selects as `consensus_timestamp` the time of a transaction that may have moved tokens without a contract.
   * Without it nothing stands for a result: explorers show a contract's page wherever a hash opens.
   */
  readonly movements?: Sql;
}

const ETHEREUM = sql`left join ethereum_transaction et
      on et.consensus_timestamp = ct.consensus_timestamp and et.payer_account_id = ct.payer_account_id`;
const AROUND = sql`${joinAddress('e', sql`r.contract_id`)}
    ${ETHEREUM}
    ${joinFirstBlock(sql`r.consensus_timestamp`)}`;

function executed(participation: Sql): Sql {
  const result = rowByKey({
    select: resultColumns('cr'),
    from: sql`contract_result cr`,
    where: [sql`cr.consensus_timestamp = ct.consensus_timestamp`, sql`cr.contract_id = any(ct.contract_ids)`],
  });
  return sql`${as(participation, 'ct')}
    join ${result} r on true
    ${AROUND}`;
}

/** What stands for a result where tokens moved without a contract, as in lists: of several the newest. */
function moved(times: Sql): Sql {
  const hasLog = sql`exists (
      select
      from contract_log l
      where l.consensus_timestamp = t.consensus_timestamp and l.synthetic is true
    )`;
  const at = sql`t.consensus_timestamp`;
  const newest = newestRow({ select: at, from: as(times, 't'), where: [hasLog, ranNothing('t')], by: [at] });
  return sql`${as(syntheticResults(newest), 'r')}
    cross join lateral (
      select r.consensus_timestamp, r.payer_account_id, null::bigint as asked_id, array(
          select l.contract_id
          from contract_log l
          where l.consensus_timestamp = r.consensus_timestamp
        ) as contract_ids
    ) ct
    ${AROUND}`;
}

/**
 * One result with its details: of an execution, else what stands for one where tokens moved without a
 * contract. Throws `Problem` (404).
 */
export async function selectResult(
  context: ApiContext,
  { participation, movements }: ResultSource,
  hbar: boolean,
): Promise<Answer> {
  const fields = resultDetailFields({ hbar, single: true, settings: context.settings });
  const { columns, write } = objectWriter(fields);
  const select = async (from: Sql, partial: Sql) => {
    const rows = await context.lookUp(oneRow({ select: join([...columns, partial]), from, where: [] }));
    await putGasPrices(context, rows);
    return rows[0];
  };
  const row =
    (await select(executed(participation), sql`r.call_result is null`)) ??
    (movements && (await select(moved(movements), FALSE)));
  if (row === undefined) throw notFound();
  const body = write(row);
  return row.at(-1) === 't' ? { body, status: PARTIAL } : { body };
}
