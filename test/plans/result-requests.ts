import { timestampText } from '../../src/store/access/domain.ts';
import type { Database } from '../../src/store/connections/database.ts';
import type { ListRequest } from './list-requests.ts';

interface Named {
  readonly time: string;
  readonly hash: string;
  readonly id: string;
  /** Number of the executed contract, or of the moved token. */
  readonly contract: string;
}

/** Values that no row has. */
const UNKNOWN: Named = {
  time: '1999999999.000000001',
  hash: 'ee'.repeat(32),
  id: '0.0.1001-1999999999-000000001',
  contract: '999999',
};
/** The contract with the most results, and a contract with few. */
const CONTRACTS = ['1012', '40013'];

/**
 * Lookups of one contract result, by hash, id and time: of the first and last results, those with the most logs, those
 * derived from token movements, a transaction without a result, and a missing one.
 */
export async function readResultRequests({ pool }: Database): Promise<ListRequest[]> {
  const { rows } = await pool.query<{
    time: string;
    hash: string;
    payer: string;
    start: string;
    contract: string;
  }>(`
    with times as (
      select min(consensus_timestamp) as at from contract_result
      union all select max(consensus_timestamp) from contract_result
      union all (select consensus_timestamp from contract_log group by 1 order by count(*) desc, 1 limit 1)
      union all (select consensus_timestamp from contract_log where synthetic order by 1 limit 1)
      union all (select consensus_timestamp from contract_log where synthetic order by 1 desc limit 1)
      union all select min(consensus_timestamp) from transaction)
    select t.consensus_timestamp as time, t.payer_account_id as payer, t.valid_start_ns as start,
      encode(coalesce(
        (select hash from contract_transaction_hash h where h.consensus_timestamp = t.consensus_timestamp),
        substring(t.transaction_hash from 1 for 32)), 'hex') as hash,
      coalesce((select contract_id from contract_log l where l.consensus_timestamp = t.consensus_timestamp limit 1), 0) as contract
    from transaction t where t.consensus_timestamp in (select at from times)`);
  if (rows.length < 5) throw new Error('the seeded rows have no results of each kind');
  const named = rows.map(
    ({ time, hash, payer, start, contract }): Named => ({
      time: timestampText(time),
      hash,
      contract,
      id: `0.0.${payer}-${timestampText(start).replace('.', '-')}`,
    }),
  );
  return [...named, UNKNOWN].flatMap(({ time, hash, id, contract }) => [
    ...[time, hash, id].map((reference) =>
      request('/contracts/results/{transactionIdOrHash}', `contracts/results/${reference}`),
    ),
    request('/contracts/results/{transactionIdOrHash}', `contracts/results/${id}?nonce=1`),
    ...[hash, id].map((reference) =>
      request(
        '/contracts/results/{transactionIdOrHash}/actions',
        `contracts/results/${reference}/actions?limit=1`,
      ),
    ),
    ...[contract, ...CONTRACTS].map((id) =>
      request('/contracts/{contractIdOrAddress}/results/{timestamp}', `contracts/${id}/results/${time}`),
    ),
  ]);
}

function request(route: string, path: string): ListRequest {
  return { route: `/api/v1${route}`, path, parameters: [] };
}
