import { isTrue } from '../../store/access/condition.ts';
import { leftJoinTable } from '../../store/access/joined-rows.ts';
import { as, exists, newestRow, oneRow, rowByKey } from '../../store/access/lookup.ts';
import { joinFirstBlock } from '../../store/reads/blocks.sql.ts';
import { isShownLog } from '../../store/reads/contracts/log-scan.sql.ts';
import {
  ranNothing,
  resultColumns,
  singleSyntheticResults,
} from '../../store/reads/contracts/result-scan.sql.ts';
import { type Sql, sql, where } from '../../store/sql.ts';
import { objectSchema, objectWriter } from '../answer/objects.ts';
import type { Schema } from '../query/json-schema.ts';
import { notFound } from '../query/problem.ts';
import type { Answer, ApiContext } from '../route/route.ts';
import { DEFAULT_API_SETTINGS } from '../route/settings.ts';
import { dropGasPrice, putGasPrices } from './gas-price.ts';
import { RESULT_JOINS } from './result.json.ts';
import { resultDetailFields } from './result-details.json.ts';

/** Description of one result with its details. */
export const RESULT_DETAIL_SCHEMA: Schema = objectSchema(
  resultDetailFields({ hbar: true, single: true, settings: DEFAULT_API_SETTINGS }),
);

/** Status of a partial answer: the network reported no outcome, or no contract ran. */
const PARTIAL = 206;

/** Statements that find the result named by a request. */
export interface ResultSource {
  /**
   * Selects the row of `contract_transaction` that links a result to the requested contract, and as `asked_id` a
   * contract whose migrated state is shown, too.
   */
  readonly participation: Sql;
  /** Transactions that may have moved tokens without a contract. */
  readonly movements: Movements;
}

/** Transactions whose synthetic logs make a result where no contract ran. */
export interface Movements {
  /** Selects `consensus_timestamp` of each transaction. */
  readonly times: Sql;
  /** Id of the contract whose logs count, or of the payer, whose logs all count; an expression. Undefined: all logs. */
  readonly party?: Sql;
  /** Whether at least one shown log is required; otherwise a result without logs is possible. */
  readonly logged: boolean;
}

const ETHEREUM = leftJoinTable('ethereum_transaction', 'et', [
  sql`et.consensus_timestamp = ct.consensus_timestamp`,
  sql`et.payer_account_id = ct.payer_account_id`,
]);
const AROUND = sql`${RESULT_JOINS}
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

/**
 * The synthetic result of the newest of several transactions, with the columns of `executed`. Its gas price stays
 * null, as in the public mirror.
 */
function moved({ times, party, logged }: Movements): Sql {
  const scope = party === undefined ? [] : [sql`${party} in (l.contract_id, l.payer_account_id)`];
  const conditions = [
    sql`l.consensus_timestamp = t.consensus_timestamp`,
    isTrue(sql`l.synthetic`),
    ...scope,
    ...(logged ? [isShownLog('l')] : []),
  ];
  const hasLog = exists(sql`contract_log l`, conditions);
  const at = sql`t.consensus_timestamp`;
  const newest = newestRow({ select: at, from: as(times, 't'), where: [hasLog, ranNothing('t')], by: [at] });
  return sql`${as(singleSyntheticResults(newest, scope), 'r')}
    cross join lateral (
      select r.consensus_timestamp, r.payer_account_id, null::bigint as asked_id, array(
          select l.contract_id
          from contract_log l${where([sql`l.consensus_timestamp = r.consensus_timestamp`, ...scope])}
        ) as contract_ids
    ) ct
    ${AROUND}`;
}

/**
 * Returns one result with its details: that of an execution, else the synthetic one of a transaction that moved
 * tokens without a contract (206). Throws `Problem` (404).
 */
export async function selectResult(
  context: ApiContext,
  { participation, movements }: ResultSource,
  hbar: boolean,
): Promise<Answer> {
  const fields = resultDetailFields({ hbar, single: true, settings: context.settings });
  const { selected, write } = objectWriter(fields);
  const select = (from: Sql) =>
    context.lookup(oneRow({ select: sql`${selected},r.call_result is null`, from, where: [] }));
  const executions = await select(executed(participation));
  await putGasPrices(context, executions);
  const [execution] = executions;
  if (execution !== undefined) {
    const body = write(execution);
    return execution.at(-1) === 't' ? { body, status: PARTIAL } : { body };
  }
  const [movement] = await select(moved(movements));
  if (movement === undefined) throw notFound();
  dropGasPrice(movement);
  return { body: write(movement), status: PARTIAL };
}
