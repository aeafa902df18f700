import type { Queryable } from '../state/select-state.ts';

/** A time range (milliseconds). */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** Outage of a service that could not be recorded while it lasted, because the database was unavailable. */
export interface UnseenOutage extends Span {
  /** Key of the component. */
  readonly key: string;
  /** Whether other processes of the service worked during it. */
  readonly isPartial: boolean;
}

/**
 * Reads the reports of roles about times without the database, and removes the rows. Must run in the transaction that
 * applies them. Overlapping times of one service are merged.
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

/**
 * Returns the parts of outages in which the status service itself had no evidence. It judged the other parts when they
 * occurred.
 */
export function partsUnseen(outages: readonly UnseenOutage[], blind: readonly Span[]): UnseenOutage[] {
  return outages.flatMap((outage) =>
    blind.flatMap((span) => {
      const from = Math.max(outage.from, span.from);
      const until = Math.min(outage.until, span.until);
      return from < until ? [{ ...outage, from, until }] : [];
    }),
  );
}
