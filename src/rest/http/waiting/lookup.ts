import { parseBase32 } from '@tain/ledger/base32';
import type { TransactionId } from '@tain/ledger/transaction-id';
import { visibleEntities, visibleTransactions } from '../../../store/reads/transactions/visible.sql.ts';
import type { Sql } from '../../../store/sql.ts';
import { repeatable } from '../../route/route.ts';
import { requestBy } from '../request-context.ts';
import type { Reads, SnapshotReader } from '../snapshot-reader.ts';
import type { LookupTarget } from './wait.ts';
import type { WaitQueueOptions } from './wait-queue.ts';

/**
 * Name under which lookups for waiting requests are scheduled, among the clients and among the routes: they have one
 * client's share.
 */
const WAITING = '(waiting)';

/** Names of one kind, with their indexes in the searched list. */
class Names<T> {
  readonly values: T[] = [];
  readonly indexes: number[] = [];

  add(value: T, index: number): void {
    this.values.push(value);
    this.indexes.push(index);
  }
}

/** Returns the lookup of a `WaitQueue`: one statement for all transactions of a list, and one for all entities. */
export function lookupBy(reader: SnapshotReader): WaitQueueOptions['lookup'] {
  return async (targets) => {
    const lookups = [transactionsOf(targets), entitiesOf(targets)].filter(
      ({ indexes }) => indexes.length > 0,
    );
    const read = repeatable(async ({ select }: Reads) => {
      const found = new Set<number>();
      for (const { query, indexes } of lookups) {
        for (const [counted] of await select(query())) found.add(indexes[Number(counted) - 1] ?? -1);
      }
      return found;
    });
    return reader.read(requestBy(WAITING, WAITING), read);
  };
}

/** A statement that returns positions, and the list index of each position. */
interface Lookup {
  readonly query: () => Sql;
  readonly indexes: readonly number[];
}

function transactionsOf(targets: readonly LookupTarget[]): Lookup {
  const ids = new Names<TransactionId>();
  const hashes = new Names<Buffer>();
  for (const [index, one] of targets.entries()) {
    if ('id' in one) ids.add(one.id, index);
    else if ('hash' in one) hashes.add(one.hash, index);
  }
  // The indexes are in the order of the statement's positions.
  const indexes = [...ids.indexes, ...hashes.indexes];
  return { indexes, query: () => visibleTransactions(ids.values, hashes.values) };
}

function entitiesOf(targets: readonly LookupTarget[]): Lookup {
  const ids = new Names<bigint>();
  const addresses = new Names<Buffer>();
  const aliases = new Names<Buffer>();
  for (const [index, one] of targets.entries()) {
    if (!('entity' in one)) continue;
    const { entity } = one;
    if ('id' in entity) ids.add(entity.id, index);
    else if ('alias' in entity) aliases.add(Buffer.from(parseBase32(entity.alias)), index);
    else addresses.add(Buffer.from(entity.evmAddress, 'hex'), index);
  }
  const indexes = [...ids.indexes, ...addresses.indexes, ...aliases.indexes];
  return { indexes, query: () => visibleEntities(ids.values, addresses.values, aliases.values) };
}
