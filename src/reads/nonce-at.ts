import { proto } from '@tain/protos/hapi';
import { joinTable } from '../access/joined-rows.ts';
import { sql } from '../access/sql.ts';
import type { Select } from '../db/connections/select.ts';
import { decodeEntityId } from '../kernel/entity-id.ts';
import { longToBigInt } from '../kernel/long.ts';

/** Maximum number of results read for an Ethereum transaction or a nonce. */
const MAX_RESULTS = 100;
/** `WRONG_NONCE`: the transaction did not use up its nonce. */
const WRONG_NONCE = 312;

/**
 * Returns the nonce of an account or contract at an instant (nanoseconds), derived from results: those of Ethereum
 * transactions that it sent, else the last call to it whose result lists its nonce. Undefined when neither exists.
 */
export async function selectNonceAt(select: Select, id: bigint, at: bigint): Promise<bigint | undefined> {
  return (await selectSent(select, id, at)) ?? (await selectListed(select, id, at));
}

async function selectSent(select: Select, id: bigint, at: bigint): Promise<bigint | undefined> {
  const sent = (condition: 'until' | 'after') => sql`
    select e.nonce from (
      select r.consensus_timestamp from contract_result r
      where r.sender_id = ${id} and r.transaction_result <> ${WRONG_NONCE}
        and r.consensus_timestamp ${condition === 'until' ? sql`<= ${at}` : sql`> ${at}`}
      order by r.sender_id ${condition === 'until' ? sql`desc` : sql`asc`},
        r.consensus_timestamp ${condition === 'until' ? sql`desc` : sql`asc`} limit ${MAX_RESULTS}) s
    ${joinTable('ethereum_transaction', 'e', [sql`e.consensus_timestamp = s.consensus_timestamp`])}
    order by s.consensus_timestamp ${condition === 'until' ? sql`desc` : sql`asc`} limit 1`;
  const [row] = await select(sql`select (${sent('until')}), (${sent('after')})`);
  const [before, after] = row ?? [];
  if (before) return BigInt(before) + 1n;
  return after ? BigInt(after) : undefined;
}

async function selectListed(select: Select, id: bigint, at: bigint): Promise<bigint | undefined> {
  const rows = await select(
    sql`select function_result from contract_result
      where contract_id = ${id} and consensus_timestamp <= ${at} and function_result is not null
      order by contract_id desc, consensus_timestamp desc limit ${MAX_RESULTS}`,
  );
  const { num } = decodeEntityId(id);
  for (const [bytes] of rows) {
    const nonce = listedNonce(Buffer.from(bytes?.slice(2) ?? '', 'hex'), num);
    if (nonce !== undefined) return nonce;
  }
  return undefined;
}

function listedNonce(functionResult: Uint8Array, num: bigint): bigint | undefined {
  try {
    const { contractNonces } = proto.ContractFunctionResult.decode(functionResult);
    const own = contractNonces?.findLast(({ contractId }) => longToBigInt(contractId?.contractNum) === num);
    return own && longToBigInt(own.nonce);
  } catch {
    return undefined;
  }
}
