import type { Queryable } from '../state/select-state.ts';

/** A time (milliseconds). */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** A time in which a service was out and nobody could write it down: the database was out. */
export interface UnseenOutage extends Span {
  /** Key of the component. */
  readonly key: string;
  /** Whether other processes of the service worked then. */
  readonly isPartial: boolean;
}

/**
 * Takes what roles reported of times in which they could not use the database, once: the rows are removed. To be
 * called in the transaction that takes it into account. Of each service, times that overlap are one.
 */
export async function takeUnseenOutages(client: Queryable): Promise<UnseenOutage[]> {
  const { rows } = await client.query<{ service: string; from_at: Date; until_at: Date; works: boolean }>(
    `with taken as (delete from tain.unseen_outage returning *)
     select service, from_at, until_at,
            exists (select from tain.api_probe p
                     where p.service = t.service and p.instance <> t.instance and p.failed * 2 < p.asked
                       and p.at between t.from_at and t.until_at) as works
       from taken t order by service, from_at`,
  );
  const outages: UnseenOutage[] = [];
  for (const row of rows) {
    const next = { from: row.from_at.getTime(), until: row.until_at.getTime() };
    const last = outages.at(-1);
    if (last !== undefined && last.key === row.service && next.from <= last.until) {
      outages[outages.length - 1] = {
        ...last,
        until: Math.max(last.until, next.until),
        isPartial: last.isPartial && row.works,
      };
    } else outages.push({ ...next, key: row.service, isPartial: row.works });
  }
  return outages;
}

/** The parts of outages in which the status service itself saw nothing: the others it has judged by itself. */
export function partsUnseen(outages: readonly UnseenOutage[], blind: readonly Span[]): UnseenOutage[] {
  return outages.flatMap((outage) =>
    blind.flatMap((span) => {
      const from = Math.max(outage.from, span.from);
      const until = Math.min(outage.until, span.until);
      return from < until ? [{ ...outage, from, until }] : [];
    }),
  );
}
