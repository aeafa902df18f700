import { authorizedNonces, nonceAfterAuthorizations } from '@tain/ledger/authorization';
import { decodeEntityId } from '@tain/ledger/entity-id';
import { longToBigInt } from '@tain/ledger/long';
import { RESULT } from '@tain/ledger/results';
import { proto } from '@tain/protos/hapi';
import { inSlices } from '../../kernel/limits/in-slices.ts';
import { joinTable } from '../access/joined-rows.ts';
import type { Select } from '../connections/select.ts';
import type { StateRow } from '../schema/current-state-tables.ts';
import { type Sql, sql } from '../sql.ts';
import { selectVersion } from './version.ts';

type Entity = StateRow<'entity'>;

/** Maximum number of results read for an Ethereum transaction or a nonce. */
const MAX_RESULTS = 100;
/** Maximum distance in nanoseconds between an Ethereum transaction and the children before it. */
const MAX_PRECEDING_NS = 1_000n;

/**
 * Returns the nonce of an account or contract at an instant (nanoseconds): the greatest of the nonce with which its
 * version then began, that after its last Ethereum transaction, that after the authorization (EIP-7702) with which the
 * version began, and that in the last result of a call to it which lists one. Without any, the nonce of its next
 * Ethereum transaction; undefined when there is none. `entity` is the version at the instant.
 */
export async function selectNonceAt(select: Select, entity: Entity, at: bigint): Promise<bigint | undefined> {
  const begun = await selectBegun(select, entity);
  const found = [
    begun,
    await selectSent(select, entity.id, at),
    await selectAuthorized(select, entity, begun),
    await selectListed(select, entity.id, at),
  ].filter((nonce) => nonce !== undefined);
  if (found.length === 0) return selectNextSent(select, entity.id, at);
  return found.reduce((greatest, nonce) => (nonce > greatest ? nonce : greatest));
}

/** Returns the nonce at the start of a version: the nonce at the end of the one before. */
async function selectBegun(select: Select, entity: Entity): Promise<bigint | undefined> {
  const { from } = entity.timestamp_range;
  if (entity.created_timestamp === from) return entity.type === 'ACCOUNT' ? 0n : undefined;
  const before = await selectVersion(select, 'entity', { id: entity.id }, from - 1n);
  return before?.ethereum_nonce ?? undefined;
}

/** Returns the nonce after the account's last Ethereum transaction that used one, as its record says. */
async function selectSent(select: Select, id: bigint, at: bigint): Promise<bigint | undefined> {
  const [row] = await select(sql`
    select e.nonce, s.function_result from (
      select r.consensus_timestamp, r.function_result from contract_result r
      where r.sender_id = ${id} and r.consensus_timestamp <= ${at} and ${usesNonce()}
      order by r.sender_id desc, r.consensus_timestamp desc limit ${MAX_RESULTS}) s
    ${joinTable('ethereum_transaction', 'e', [sql`e.consensus_timestamp = s.consensus_timestamp`])}
    order by s.consensus_timestamp desc limit 1`);
  const [nonce, bytes] = row ?? [];
  if (!nonce) return undefined;
  const signerNonce = resultOf(bytes)?.signerNonce;
  return signerNonce ? longToBigInt(signerNonce.value) : BigInt(nonce) + 1n;
}

/** Returns the nonce of the account's first Ethereum transaction after an instant. */
async function selectNextSent(select: Select, id: bigint, at: bigint): Promise<bigint | undefined> {
  const [row] = await select(sql`
    select e.nonce from (
      select r.consensus_timestamp from contract_result r
      where r.sender_id = ${id} and r.consensus_timestamp > ${at} and ${usesNonce()}
      order by r.sender_id asc, r.consensus_timestamp asc limit ${MAX_RESULTS}) s
    ${joinTable('ethereum_transaction', 'e', [sql`e.consensus_timestamp = s.consensus_timestamp`])}
    order by s.consensus_timestamp limit 1`);
  return row?.[0] ? BigInt(row[0]) : undefined;
}

/**
 * Returns the condition on results of transactions that used their nonce: of those that were executed, and did not fail
 * because of the nonce. Without a result of the code, only these statuses tell an execution.
 */
function usesNonce(): Sql {
  return sql`r.transaction_result <> ${RESULT.wrongNonce} and (r.function_result is not null or r.transaction_result in
    (${RESULT.success}, ${RESULT.contractRevertExecuted}, ${RESULT.maxChildRecordsExceeded}))`;
}

/**
 * Returns the nonce after the authorizations of the Ethereum transaction whose preceding child began a version. A
 * version without a delegation has no such child.
 */
async function selectAuthorized(
  select: Select,
  entity: Entity,
  begun: bigint | undefined,
): Promise<bigint | undefined> {
  const { delegation_address, evm_address: authority, timestamp_range: range } = entity;
  if (delegation_address === null || authority === null) return undefined;
  const [row] = await select(sql`
    select e.authorization_list::text, s.sender_id from transaction c
    ${joinTable('transaction', 'p', [
      sql`p.consensus_timestamp > ${range.from} and p.consensus_timestamp <= ${range.from + MAX_PRECEDING_NS}`,
      sql`p.payer_account_id = c.payer_account_id and p.valid_start_ns = c.valid_start_ns`,
    ])}
    ${joinTable('ethereum_transaction', 'e', [sql`e.consensus_timestamp = p.consensus_timestamp`])}
    ${joinTable('contract_result', 's', [sql`s.consensus_timestamp = p.consensus_timestamp`])}
    where c.consensus_timestamp = ${range.from} and c.nonce > 0
    order by p.consensus_timestamp limit 1`);
  const [list = null, sender] = row ?? [];
  // The transaction itself uses its sender's nonce before the authorizations.
  const before = begun !== undefined && sender === String(entity.id) ? begun + 1n : begun;
  return nonceAfterAuthorizations(await inSlices(authorizedNonces(list)), authority, before);
}

async function selectListed(select: Select, id: bigint, at: bigint): Promise<bigint | undefined> {
  const rows = await select(
    sql`select function_result from contract_result
      where contract_id = ${id} and consensus_timestamp <= ${at} and function_result is not null
      order by contract_id desc, consensus_timestamp desc limit ${MAX_RESULTS}`,
  );
  const { num } = decodeEntityId(id);
  for (const [bytes] of rows) {
    const own = resultOf(bytes)?.contractNonces?.findLast(
      ({ contractId }) => longToBigInt(contractId?.contractNum) === num,
    );
    if (own) return longToBigInt(own.nonce);
  }
  return undefined;
}

/** Decodes a stored result, in PostgreSQL's text form; undefined for none and for other bytes. */
function resultOf(bytes: string | null | undefined): proto.IContractFunctionResult | undefined {
  if (!bytes) return undefined;
  try {
    return proto.ContractFunctionResult.decode(Buffer.from(bytes.slice(2), 'hex'));
  } catch {
    return undefined;
  }
}
