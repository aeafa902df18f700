import { assemble } from '../../../packages/evm/test/assembly.ts';
import { at, entity, ethereum, hashOf, result, resultHash } from '../../rest/contracts/contract-rows.ts';
import { block, insert, transaction } from '../../rest/rows.ts';
import type { CallServer } from '../call/call-fixture.ts';

type Row = Readonly<Record<string, unknown>>;

/** A contract transaction of a handwritten history. */
export interface Recorded {
  /** Consensus time in seconds. Each time has one transaction. */
  readonly time: number;
  /** Number of the contract; 0: none, as for an Ethereum transaction that creates one. */
  readonly contract?: number;
  /** Overrides of columns of `contract_result`. */
  readonly result?: Row;
  /** Columns of `ethereum_transaction`, for an Ethereum transaction. */
  readonly ethereum?: Row;
  readonly transaction?: Row;
}

/** Code by contract number, in the notation of `assemble`. */
export type Codes = Readonly<Record<number, string>>;

/** Inserts blocks that end at 100, 200 and 300 seconds, accounts 2 and 2000, and contracts with this code. */
export async function insertLedger({ database }: CallServer, codes: Codes): Promise<void> {
  await insert(database, 'record_file', [block(0, 100), block(1, 200), block(2, 300)]);
  const account = { type: 'ACCOUNT', balance: 5_000, created_timestamp: 1 };
  await insert(database, 'entity', [
    entity(2, account),
    entity(2000, account),
    ...Object.keys(codes).map((id) => entity(Number(id), { balance: 0, created_timestamp: 1 })),
  ]);
  await insert(
    database,
    'contract',
    Object.entries(codes).map(([id, code]) => ({ id, runtime_bytecode: Buffer.from(assemble(code)) })),
  );
}

/** Inserts the rows that the ingest stores for a transaction. */
export async function insertRecorded({ database, pool }: CallServer, recorded: Recorded): Promise<void> {
  const time = at(recorded.time);
  const contract = recorded.contract ?? 2001;
  const values = {
    contract_id: contract,
    function_parameters: Buffer.alloc(0),
    amount: 0,
    call_result: null,
    ...recorded.result,
  };
  await insert(database, 'contract_result', [result(time, contract, values)]);
  await insert(database, 'contract_transaction_hash', [resultHash(time, contract)]);
  await insert(database, 'transaction', [
    transaction(time, 2000, { type: recorded.ethereum ? 50 : 7, ...recorded.transaction }),
  ]);
  if (recorded.ethereum) await insert(database, 'ethereum_transaction', [ethereum(time, recorded.ethereum)]);
  pool.renew();
}

export interface Entry {
  readonly depth: number;
  readonly gas: number;
  readonly gas_cost: number;
  readonly memory: readonly string[];
  readonly op: string;
  readonly pc: number;
  readonly reason: string | null;
  readonly stack: readonly string[];
  readonly storage: Readonly<Record<string, string>>;
}

export interface Trace {
  readonly address: string;
  readonly contract_id: string | null;
  readonly failed: boolean;
  readonly gas: number;
  readonly opcodes: readonly Entry[];
  readonly return_value: string;
}

/** Returns the path of the trace of the transaction at a time in seconds. */
export function pathOf(time: number, query = ''): string {
  return `/api/v1/contracts/results/0x${hashOf(at(time)).toString('hex')}/opcodes${query}`;
}

/** Returns the path of the accounts of the transaction at a time in seconds. */
export function prestatePathOf(time: number, query = ''): string {
  return pathOf(time).replace(/opcodes$/, `prestate${query}`);
}

/** Returns the trace of the transaction at a time in seconds. */
export async function traceOf({ url }: CallServer, time: number, query = ''): Promise<Trace> {
  const response = await fetch(url + pathOf(time, query));
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${body}`);
  return JSON.parse(body) as Trace;
}

/** An account before or after a transaction. */
export interface PrestateAccount {
  readonly address: string;
  /** Balance. For an account that did not exist before, all fields but the address are missing. */
  readonly balance?: string;
  readonly nonce?: number;
  readonly code?: string;
  readonly storage?: Readonly<Record<string, string>>;
}

export interface Prestate {
  readonly pre: readonly PrestateAccount[];
  readonly post: readonly PrestateAccount[];
}

/** Returns the accounts of the transaction at a time in seconds. */
export async function prestateOf({ url }: CallServer, time: number, query = ''): Promise<Prestate> {
  const response = await fetch(url + prestatePathOf(time, query));
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${body}`);
  return JSON.parse(body) as Prestate;
}

/** Formats a word as in traces. */
export const word = (value: bigint | number): string => `0x${value.toString(16).padStart(64, '0')}`;
