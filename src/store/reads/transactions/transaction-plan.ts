import { collectsFees, FEE_ACCOUNT, FEE_COLLECTORS, LAST_SYSTEM_ENTITY } from '@tain/ledger/network';
import type { Range } from '../../access/domain.ts';
import type { TransactionSearch } from './transaction-search.ts';

/**
 * Plan that finds the transactions of a search: a value, which `transaction-rows.sql.ts` writes as SQL.
 *
 * - `table`: along the table of transactions.
 * - `type`: along the index of one type; whole rows.
 * - `scan`: along times or types; for each transaction it is checked whether it has an account of a range (or any).
 * - `gather or scan`: few entries of accounts within bounds are gathered, otherwise as `scan`.
 * - `sources`: along each source of the accounts, merged.
 * - `nothing`: no transaction can match.
 */
export type TransactionPlan =
  | { readonly way: 'table' }
  | { readonly way: 'nothing' }
  | { readonly way: 'type'; readonly type: number }
  | { readonly way: 'scan'; readonly takesPart: 'any account' | 'any account with transfers' | Range }
  | { readonly way: 'gather or scan'; readonly range: Range }
  | SourcesPlan;

/**
 * A merge of sources. If the search's own conditions may be rarer than the transfers, the statement scans the rarer
 * ones.
 */
export interface SourcesPlan {
  readonly way: 'sources';
  /** Sources that are always read. */
  readonly always: readonly Source[];
  readonly transfers: readonly Source[];
  /** Whether `transfers` are scanned only if they are rarer than the conditions. */
  readonly eitherWay: boolean;
  /** The accounts whose transfers count. */
  readonly involved: readonly bigint[];
}

/** An index of the transactions of accounts, in the order of time. */
export interface Source {
  readonly of: SourceKind;
  readonly ids: readonly bigint[];
}

/**
 * Transfers of the fee account are in no index by account, because nearly every transaction pays fees to it; only its
 * rare debits have their own index (`fee account`). The index of credits leaves out all accounts that collect
 * fees. Debits of payers, which are nearly all debits, are not in the index of debits (`debits by others`): they are
 * found by the payer (`debits by themselves`). The network's own accounts need not pay fees, so all of theirs are in
 * it (`network's debits`).
 */
export type SourceKind =
  | 'payer'
  | 'listed'
  | 'fee account'
  | 'transfers'
  | 'credits'
  | "network's debits"
  | 'debits by others'
  | 'debits by themselves'
  | 'tokens';

/** Returns the plan for a search. */
export function planTransactions(search: TransactionSearch): TransactionPlan {
  const { accounts, types, transfers } = search;
  if (accounts === 'all') {
    if (transfers !== undefined) return { way: 'scan', takesPart: 'any account with transfers' };
    const [type] = types;
    if (type === undefined) return { way: 'table' };
    return types.length === 1 ? { way: 'type', type } : { way: 'scan', takesPart: 'any account' };
  }
  if ('ids' in accounts) return planSources(search, accounts.ids);
  const { range } = accounts;
  return includes(range, FEE_ACCOUNT) ? { way: 'scan', takesPart: range } : { way: 'gather or scan', range };
}

function includes({ lower, upper }: Range, id: bigint): boolean {
  return (lower === undefined || lower <= id) && (upper === undefined || id <= upper);
}

function planSources(search: TransactionSearch, ids: readonly bigint[]): TransactionPlan {
  const { result, transfers: direction, types, without } = search;
  // An excluded account neither pays nor has a transfer, so every transaction would be skipped.
  const involved = ids.filter((id) => !without.includes(id));
  const transfers = perKind(search, involved, (kind) => [...TRANSFERS[kind](direction), 'tokens']);
  const always =
    direction === undefined
      ? [...perKind(search, involved, () => ['payer']), ...perKind(search, ids, () => ['listed'])]
      : [];
  if (always.length + transfers.length === 0) return { way: 'nothing' };
  // Hardly any transaction lacks an account that collects fees, so the search for the first transaction without one may
  // read all of them.
  const meetsSoon = !without.some((id) => FEE_COLLECTORS.includes(id));
  const isIndexed = types.length > 0 || result !== undefined;
  const eitherWay = (isIndexed || (without.length > 0 && meetsSoon)) && involved.length > 0;
  return { way: 'sources', always, transfers, eitherWay, involved };
}

/**
 * Indexes of `crypto_transfer` that find an account's transfers: only that of its debits (`fee`), that of all
 * (`collector`), that of their direction (`network`), or the latter and, for debits, the payer's (`other`).
 */
const KINDS = ['fee', 'collector', 'network', 'other'] as const;
type AccountKind = (typeof KINDS)[number];

type Direction = TransactionSearch['transfers'];

function kindOf(direction: Direction, id: bigint): AccountKind {
  if (id === FEE_ACCOUNT) return 'fee';
  if (direction === 'credit' && collectsFees(id)) return 'collector';
  return direction === 'debit' && id <= LAST_SYSTEM_ENTITY ? 'network' : 'other';
}

/** Sources of an account's transfers of hbars, by its kind. */
const TRANSFERS: Readonly<Record<AccountKind, (direction: Direction) => readonly SourceKind[]>> = {
  fee: () => ['fee account'],
  collector: () => ['transfers'],
  network: () => ["network's debits"],
  other: (direction) => {
    if (direction === undefined) return ['transfers'];
    return direction === 'credit' ? ['credits'] : ['debits by others', 'debits by themselves'];
  },
};

/** Sources for the accounts of each kind. */
function perKind(
  { transfers }: TransactionSearch,
  ids: readonly bigint[],
  sourcesOf: (kind: AccountKind) => readonly SourceKind[],
): Source[] {
  return KINDS.flatMap((kind) => {
    const own = ids.filter((id) => kindOf(transfers, id) === kind);
    return own.length === 0 ? [] : sourcesOf(kind).map((of) => ({ of, ids: own }));
  });
}
