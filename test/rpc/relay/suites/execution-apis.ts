import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Cases of execution-apis (033ca6e) that need no specific chain: unknown and wrong names of blocks, transactions,
 * accounts.
 */
const CASES: readonly string[] = [
  'debug_getRawBlock/get-invalid-number',
  'debug_getRawHeader/get-invalid-number',
  'debug_getRawReceipts/get-invalid-number',
  'debug_getRawTransaction/get-invalid-hash',
  'debug_traceBlockByHash/trace-block-not-found',
  'debug_traceBlockByNumber/trace-block-invalid-number',
  'debug_traceTransaction/trace-unknown-tx',
  'eth_getBalance/get-balance-unknown-account',
  'eth_getBlockByHash/get-block-by-empty-hash',
  'eth_getBlockByHash/get-block-by-notfound-hash',
  'eth_getBlockByNumber/get-block-notfound',
  'eth_getBlockReceipts/get-block-receipts-empty',
  'eth_getBlockReceipts/get-block-receipts-future',
  'eth_getBlockReceipts/get-block-receipts-not-found',
  'eth_getCode/get-code-unknown-account',
  'eth_getLogs/filter-error-future-block-range',
  'eth_getLogs/filter-error-invalid-blockHash-and-range',
  'eth_getLogs/filter-error-reversed-block-range',
  'eth_getStorageAt/get-storage-invalid-key-too-large',
  'eth_getStorageAt/get-storage-invalid-key',
  'eth_getStorageAt/get-storage-unknown-account',
  'eth_getTransactionByHash/get-empty-tx',
  'eth_getTransactionByHash/get-notfound-tx',
  'eth_getTransactionCount/get-nonce-unknown-account',
  'eth_getTransactionReceipt/get-empty-tx',
  'eth_getTransactionReceipt/get-notfound-tx',
];

/** Cases with the relay's error or result, which differs from geth's. */
const AS_THE_RELAY: ReadonlySet<string> = new Set([
  'debug_traceBlockByHash/trace-block-not-found',
  'debug_traceTransaction/trace-unknown-tx',
  'eth_getLogs/filter-error-future-block-range',
  'eth_getLogs/filter-error-reversed-block-range',
]);

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

/** Numbers of cases, of passed ones, and of expected failures, with the names of the others. */
export interface CaseResults {
  readonly cases: number;
  readonly passed: number;
  readonly expected: number;
  readonly failures: readonly string[];
}

/** Runs the cases of a checkout. A case passes if the result, or the code of the error, is the same. */
export async function runExecutionApis(checkout: string, url: string): Promise<CaseResults> {
  let [passed, expected] = [0, 0];
  const failures: string[] = [];
  for (const name of CASES) {
    const lines = (await readFile(path.join(checkout, 'tests', `${name}.io`), 'utf8')).split('\n');
    const after = (mark: string): string =>
      lines.find((line) => line.startsWith(mark))?.slice(mark.length) ?? '';
    const expectedAnswer = JSON.parse(after('<<')) as Answer;
    const ours = (await (await fetch(url, { method: 'POST', body: after('>>').trim() })).json()) as Answer;
    const isSame = outcomeOf(expectedAnswer) === outcomeOf(ours);
    if (isSame) passed++;
    if (AS_THE_RELAY.has(name)) expected += isSame ? 0 : 1;
    if (isSame === AS_THE_RELAY.has(name)) failures.push(`${name}: ${JSON.stringify(ours)}`);
  }
  return { cases: CASES.length, passed, expected, failures };
}

function outcomeOf({ result, error }: Answer): string {
  return error === undefined ? JSON.stringify(result) : `error ${error.code}`;
}
