import type { AppendOnlyTable } from '../../store/schema/append-only-tables.ts';
import { type RetentionFamily, TABLE_RETENTION } from '../../store/schema/kept-tables.ts';
import type { Item } from '../decode/item.ts';
import { accountIdOf, tokenIdOf } from './ids.ts';

/**
 * Selects the rows of the history that are stored. The present state (balances, entities, contract storage, files…) is
 * always updated from the whole stream.
 */
export interface RecordFilter {
  /** Transactions that mention one of these, and of these types; undefined: all. Packed ids. */
  readonly entities?: ReadonlySet<bigint> | undefined;
  readonly types?: ReadonlySet<number> | undefined;
  /** Excluded: transactions that mention one of these, and those of these types. */
  readonly exceptEntities?: ReadonlySet<bigint> | undefined;
  readonly exceptTypes?: ReadonlySet<number> | undefined;
  /** Rows that are left out of stored transactions. */
  readonly without: ReadonlySet<LeftOut>;
}

/** Rows that can be left out, by the names in the setting. */
export const LEFT_OUT = ['actions', 'history', 'messages', 'state-changes', 'synthetic-logs'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

export const ALL_RECORDS: RecordFilter = { without: new Set() };

/** Tables that correspond to these names. */
const TABLES: Readonly<Partial<Record<LeftOut, readonly AppendOnlyTable[]>>> = {
  actions: ['contract_action'],
  history: ['hook_storage_change'],
  messages: ['topic_message'],
  'state-changes': ['contract_state_change'],
};

export function tablesLeftOut({ without }: RecordFilter): ReadonlySet<AppendOnlyTable> {
  return new Set([...without].flatMap((rows) => TABLES[rows] ?? []));
}

/** Returns the families of which some rows are not stored. */
export function partlyStored({ without, ...filters }: RecordFilter): ReadonlySet<RetentionFamily> {
  const families = new Set<RetentionFamily>();
  if (Object.values(filters).some((set) => set !== undefined)) {
    for (const family of ['transactions', 'contracts', 'actions', 'topics'] as const) families.add(family);
  }
  if (without.has('actions')) families.add('actions');
  if (without.has('history')) families.add('history');
  if (without.has('messages')) families.add('topics');
  if (without.has('state-changes')) families.add('contracts');
  return families;
}

/**
 * Returns whether the rows of a table are stored even for transactions that are left out, because they are present or
 * past state.
 */
export function isStoredAlways(table: AppendOnlyTable): boolean {
  const removal = TABLE_RETENTION[table];
  return removal !== undefined && ('stays' in removal || removal.family === 'history');
}

/** Returns whether the rows of an item are stored. `entityId`: its `transaction.entity_id`. */
export function isSelected(item: Item, entityId: bigint, filter: RecordFilter): boolean {
  const { entities, types, exceptEntities, exceptTypes } = filter;
  if (types !== undefined && !types.has(item.type)) return false;
  if (exceptTypes?.has(item.type)) return false;
  if (entities === undefined && exceptEntities === undefined) return true;
  const mentioned = mentionedBy(item, entityId);
  if (exceptEntities !== undefined && mentioned.some((id) => exceptEntities.has(id))) return false;
  return entities === undefined || mentioned.some((id) => entities.has(id));
}

/**
 * Returns the entities that a transaction mentions: its own, its payer, the accounts whose hbar moved (fees included),
 * and the tokens that moved with their accounts. The public mirror node's importer filters by the same entities.
 */
function mentionedBy(item: Item, entityId: bigint): bigint[] {
  const ids = [entityId, item.payer];
  const { transferList, tokenTransferLists } = item.record;
  for (const entry of transferList?.accountAmounts ?? []) ids.push(accountIdOf(entry.accountID));
  for (const list of tokenTransferLists ?? []) {
    ids.push(tokenIdOf(list.token));
    for (const entry of list.transfers ?? []) ids.push(accountIdOf(entry.accountID));
    for (const nft of list.nftTransfers ?? []) {
      ids.push(accountIdOf(nft.senderAccountID), accountIdOf(nft.receiverAccountID));
    }
  }
  return ids;
}
