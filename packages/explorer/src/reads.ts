/** API requests that several pages share. */
import type { ExchangeRates, Transaction, TransactionDetails } from '@tain/client/types';
import { useAbout } from './about.ts';
import { find, get } from './api.ts';
import { useLoaded } from './ui/hooks.ts';
import { checksumOf } from './words/checksum.ts';
import { centsOf } from './words/format.ts';

type Tx = TransactionDetails<number | bigint>;

/** Loads the price of one hbar in US cents at a consensus time, for fees; null if the mirror has no rate. */
export function useCents(at?: string): number | null {
  const path = `/api/v1/network/exchangerate${at === undefined ? '' : `?timestamp=${at}`}`;
  return centsOf(useLoaded(path, () => find<ExchangeRates>(path)).value?.current_rate);
}

const LEDGERS: Readonly<Record<string, number>> = { '0x127': 0, '0x128': 1, '0x129': 2, '0x12a': 3 };

/** Returns the id of the mirror's ledger; null where the network is not known, undefined while that loads. */
export function useLedgerId(): Uint8Array | null | undefined {
  const about = useAbout();
  if (about === undefined) return undefined;
  const ledger = LEDGERS[about?.chain_id ?? ''];
  return ledger === undefined ? null : Uint8Array.of(ledger);
}

/** Returns an id with its checksum (HIP-15) on the mirror's network; null where the network is not known, undefined while that loads. */
export function useChecksum(id: string): string | null | undefined {
  const ledgerId = useLedgerId();
  return ledgerId && `${id}-${checksumOf(id, ledgerId)}`;
}

/** Loads the id of the account with an EVM address; null if there is none. */
export async function accountOf(address: string): Promise<string | null> {
  const path = `/api/v1/accounts/${encodeURIComponent(address)}?transactions=false`;
  return (await find<{ account: string | null }>(path))?.account ?? null;
}

/** Maximum number of children loaded for one transaction. */
const MAX_CHILDREN = 100;

/** Transactions that belong together, and their parent if it has another id. */
export interface Family {
  readonly all: readonly Tx[];
  readonly parent: Transaction<number | bigint> | null;
}

/**
 * Loads the transactions with an id, a hash of 48 or 32 bytes, or a consensus time, including the inner ones of a
 * batch. Throws `ApiError` (404) when there are none.
 */
export async function loadFamily(name: string): Promise<Family & { readonly path: string }> {
  const path = `/api/v1/transactions/${encodeURIComponent(await idOf(name))}`;
  const { transactions } = await get<{ transactions: readonly Tx[] }>(path);
  const times = new Set(transactions.map(({ consensus_timestamp }) => consensus_timestamp));
  const batch = transactions.find(({ name: type }) => type === 'ATOMICBATCH');
  const hasInner = transactions.some(
    ({ parent_consensus_timestamp: at }) => at !== null && at === batch?.consensus_timestamp,
  );
  const parentAt = transactions.find(
    ({ parent_consensus_timestamp: at }) => at !== null && !times.has(at),
  )?.parent_consensus_timestamp;
  const [inner, parent] = await Promise.all([
    batch === undefined || hasInner ? [] : innerOf(batch.consensus_timestamp),
    parentAt === undefined || parentAt === null ? null : transactionAt(parentAt),
  ]);
  return {
    all: [...transactions, ...inner.filter((tx) => !times.has(tx.consensus_timestamp))],
    parent,
    path,
  };
}

async function innerOf(batchAt: string): Promise<readonly Tx[]> {
  const later = await find<{ transactions: readonly Tx[] }>(
    `/api/v1/transactions?timestamp=gt:${batchAt}&order=asc&limit=${MAX_CHILDREN}`,
  );
  return (later?.transactions ?? []).filter((tx) => tx.parent_consensus_timestamp === batchAt);
}

/** Loads the transaction with a consensus time. */
export async function transactionAt(at: string): Promise<Transaction<number | bigint> | null> {
  const found = await find<{ transactions: readonly Transaction<number | bigint>[] }>(
    `/api/v1/transactions?timestamp=${at}`,
  );
  return found?.transactions[0] ?? null;
}

/** Converts a transaction id to the spelling that the API accepts. */
async function idOf(name: string): Promise<string> {
  const sdk = name.replace(/^(\d+\.\d+\.\d+)@(\d+)\.(\d+)$/, '$1-$2-$3');
  if (/^(?:0x)?[0-9a-f]{64}$/i.test(name)) {
    const hash = name.startsWith('0x') ? name : `0x${name}`;
    const { timestamp } = await get<{ timestamp: string }>(`/api/v1/contracts/results/${hash}`);
    return (await transactionAt(timestamp))?.transaction_id ?? sdk;
  }
  if (/^\d+\.\d{9}$/.test(name)) return (await transactionAt(name))?.transaction_id ?? sdk;
  return sdk;
}
