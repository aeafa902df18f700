import { leftJoinTable } from '../../store/access/joined-rows.ts';
import type { Select, TextRows } from '../../store/connections/select.ts';
import { type Sql, sql, where } from '../../store/sql.ts';
import type { RpcContext } from '../method/context.ts';
import { ERRORS } from '../method/rpc-error.ts';
import { type Addresses, selectAddresses } from './addresses.ts';
import type { StoredTransaction } from './block-content.ts';
import { partiesOf } from './stored-logs.ts';
import { idsOf } from './stored-results.ts';

/** A call or creation within an execution (`contract_action`). Bytes are PostgreSQL's text (`\x…`). */
export interface StoredAction {
  /** Consensus time of the execution, in nanoseconds. */
  readonly time: bigint;
  readonly index: bigint;
  /** Depth; 0 for the outermost call. */
  readonly depth: number;
  readonly operation: string;
  readonly caller: bigint;
  readonly recipient: bigint;
  /** Address of a recipient that is not an entity. */
  readonly recipientAddress: string | null;
  readonly gas: bigint;
  readonly gasUsed: bigint;
  readonly input: string | null;
  readonly output: string | null;
  readonly outcome: 'output' | 'revert' | 'error';
  /** Value in tinybars. */
  readonly value: bigint;
  /** Code of the creation, including the constructor; `code` is the code that was stored. */
  readonly initCode: string | null;
  readonly code: string | null;
}

/** Numbers of `call_operation_type` (contract_action.proto). */
const OPERATIONS = ['UNKNOWN', 'CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL', 'CREATE', 'CREATE2'];
const CREATIONS = [5, 6];
/** Outcomes by number of `result_data_type`: the field that had the result. */
const OUTCOMES: Readonly<Record<string, StoredAction['outcome']>> = { 12: 'revert', 13: 'error' };

/** Maximum number of actions that one request reads. */
const MAX_ACTIONS = 50_000;
/** Maximum number of actions of one statement, so that those of other clients have their turns in between. */
const PAGE_ROWS = 2_000;

/**
 * Reads the actions of executions that meet conditions on `a`, by time and index, in pages. Throws `RpcError` (-32005) when
 * there are too many for one response.
 */
export async function selectActions(
  { select }: Pick<RpcContext, 'select'>,
  conditions: readonly Sql[],
): Promise<StoredAction[]> {
  const actions: StoredAction[] = [];
  for (;;) {
    const limit = Math.min(PAGE_ROWS, MAX_ACTIONS + 1 - actions.length);
    const rows = await selectActionRows(select, [...conditions, ...isAfter(actions.at(-1))], limit);
    for (const row of rows) actions.push(actionOf(row));
    if (actions.length > MAX_ACTIONS) {
      throw ERRORS.tooManyLogs(`Exceeded maximum number of calls ${MAX_ACTIONS}`);
    }
    if (rows.length < limit) return actions;
  }
}

/** Returns the condition on `a` for the actions after one; none for undefined. */
function isAfter(last: StoredAction | undefined): Sql[] {
  return last === undefined ? [] : [sql`(a.consensus_timestamp, a.index) > (${last.time}, ${last.index})`];
}

function selectActionRows(select: Select, conditions: readonly Sql[], limit: number): Promise<TextRows> {
  const isCreation = sql`a.call_operation_type = any(${CREATIONS}::int[])`;
  return select(sql`
    select a.consensus_timestamp, a.index, a.call_depth, coalesce(a.call_operation_type, 0), a.caller,
      coalesce(nullif(a.recipient_account, 0), nullif(a.recipient_contract, 0)), nullif(a.recipient_address, ''), a.gas,
      a.gas_used, a.input, a.result_data, a.result_data_type, a.value,
      coalesce(c.initcode, r.failed_initcode), c.runtime_bytecode
    from contract_action a
    ${leftJoinTable('contract', 'c', [sql`c.id = a.recipient_contract`, isCreation])}
    ${leftJoinTable('contract_result', 'r', [sql`r.consensus_timestamp = a.consensus_timestamp`, isCreation, sql`a.call_depth = 0`])}${where(conditions)}
    order by a.consensus_timestamp, a.index limit ${limit}`);
}

/** Returns conditions on `a` for actions of executions between two times (nanoseconds), both included. */
export function actionsBetween(start: bigint, end: bigint): Sql[] {
  if (start === end) return [sql`a.consensus_timestamp = ${start}`];
  return [sql`a.consensus_timestamp >= ${start}`, sql`a.consensus_timestamp <= ${end}`];
}

/** Groups actions by the time of their execution. The order of both stays the same. */
export function actionsByTime(
  actions: readonly StoredAction[],
): ReadonlyMap<bigint, readonly StoredAction[]> {
  const byTime = new Map<bigint, StoredAction[]>();
  for (const action of actions) {
    const own = byTime.get(action.time);
    if (own === undefined) byTime.set(action.time, [action]);
    else own.push(action);
  }
  return byTime;
}

/** Returns the packed ids whose addresses actions contain. */
export function idsOfActions(actions: readonly StoredAction[]): bigint[] {
  return actions.flatMap(({ caller, recipient }) => [caller, recipient]).filter((id) => id !== 0n);
}

function actionOf(row: readonly (string | null)[]): StoredAction {
  const [time, index, depth, operation, caller, recipient, recipientAddress, gas, gasUsed, ...more] = row;
  const [input, output, outcome, value, initCode, code] = more;
  return {
    time: BigInt(time ?? 0),
    index: BigInt(index ?? 0),
    depth: Number(depth),
    operation: OPERATIONS[Number(operation)] ?? 'UNKNOWN',
    caller: BigInt(caller ?? 0),
    recipient: BigInt(recipient ?? 0),
    recipientAddress: recipientAddress ?? null,
    gas: BigInt(gas ?? 0),
    gasUsed: BigInt(gasUsed ?? 0),
    input: input ?? null,
    output: output ?? null,
    outcome: OUTCOMES[outcome ?? ''] ?? 'output',
    value: BigInt(value ?? 0),
    initCode: initCode ?? null,
    code: code ?? null,
  };
}

/** Transactions with the recorded calls of their executions. */
export interface TransactionCalls<T> {
  readonly transactions: readonly T[];
  /** Actions by the time of their execution, in order. */
  readonly actions: ReadonlyMap<bigint, readonly StoredAction[]>;
  /** Outputs of executions by their time, in PostgreSQL's text of bytes. */
  readonly outputs: ReadonlyMap<bigint, string | null>;
  /** Addresses of all that the calls contain: also of parties of transfers that ran no contract. */
  readonly addresses: Addresses;
}

/**
 * Reads the calls of transactions between two times (nanoseconds), both included. Throws `RpcError` (-32005) when there are
 * too many for one response. `traced` may be a read, which then runs at the same time.
 */
export async function selectCalls<T extends Pick<StoredTransaction, 'result' | 'logs'>>(
  context: Pick<RpcContext, 'select' | 'settings'>,
  traced: readonly T[] | Promise<readonly T[]>,
  start: bigint,
  end: bigint,
): Promise<TransactionCalls<T>> {
  const [transactions, actions, outputs] = await Promise.all([
    traced,
    selectActions(context, actionsBetween(start, end)),
    selectOutputs(context, start, end),
  ]);
  const { select, settings } = context;
  const ids = transactions.flatMap(({ result, logs: [log] }) => [
    ...(result === undefined ? [] : idsOf([result], settings)),
    ...(log === undefined ? [] : partiesOf(log, settings)),
  ]);
  const addresses = await selectAddresses(select, settings, [...ids, ...idsOfActions(actions)]);
  return { transactions, actions: actionsByTime(actions), outputs, addresses };
}

/** Reads the outputs of executions between two times (nanoseconds), by their time, in PostgreSQL's text of bytes. */
async function selectOutputs(
  { select }: Pick<RpcContext, 'select'>,
  start: bigint,
  end: bigint,
): Promise<ReadonlyMap<bigint, string | null>> {
  const rows = await select(sql`
    select consensus_timestamp, call_result from contract_result
    where consensus_timestamp >= ${start} and consensus_timestamp <= ${end}`);
  return new Map(rows.map(([time, output]) => [BigInt(time ?? 0), output ?? null]));
}
