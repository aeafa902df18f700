import type { TransactionId } from '../../../kernel/transaction-id.ts';
import { visibleTransactions } from '../../../reads/transactions/visible.sql.ts';
import { beginRequest } from '../request-progress.ts';
import type { Selector } from '../select.ts';
import type { WaitingRoomOptions } from './waiting-room.ts';

/** The name of those who wait among the clients and routes that take turns: they have the share of one. */
const WAITING = '(waiting)';

/** How a waiting room looks for transactions: one statement for all of a list. */
export function lookBy(selector: Selector): WaitingRoomOptions['look'] {
  return async (wanted) => {
    const ids: TransactionId[] = [];
    const hashes: Buffer[] = [];
    // Places in the list, first those of ids, then those of hashes, as the statement counts them.
    const idPlaces: number[] = [];
    const hashPlaces: number[] = [];
    for (const [place, one] of wanted.entries()) {
      if ('id' in one) {
        ids.push(one.id);
        idPlaces.push(place);
      } else {
        hashes.push(one.hash);
        hashPlaces.push(place);
      }
    }
    const places = [...idPlaces, ...hashPlaces];
    const progress = beginRequest(WAITING);
    const rows = await selector.read(progress, () =>
      selector.select(WAITING, visibleTransactions(ids, hashes), progress),
    );
    return new Set(rows.map(([counted]) => places[Number(counted) - 1] ?? -1));
  };
}
