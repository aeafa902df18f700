import { get } from '../api.ts';
import { useKept } from '../router.ts';
import { CsvButton } from './csv-button.tsx';
import { useLoaded } from './hooks.ts';
import { type Column, Failure, Skeleton, Table } from './parts.tsx';

/** Default page size of the API. */
const DEFAULT_SIZE = 25;

function sizeOf(path: string): number {
  return Number(/[?&]limit=(\d+)/.exec(path)?.[1] ?? DEFAULT_SIZE);
}

/** A list inside a page with paging buttons. `items`: name of the list in the response. */
export function Paged<T>({
  path,
  items,
  label,
  columns,
  empty,
  title,
  note,
  hasCsv = false,
}: {
  path: string;
  items: string;
  label: string;
  /** Columns of an item; `rank` is its number in the list, from 1, if all pages but the last are full. */
  columns: readonly Column<T & { readonly rank: number }>[];
  empty: string;
  /** Heading of the list, for panels with several lists. */
  title?: string;
  /** Returns a remark above the list. */
  note?: (answer: Record<string, unknown>) => string | null;
  /** Whether the list can be saved as CSV. */
  hasCsv?: boolean;
}) {
  const [trail, setTrail] = useKept<readonly string[]>(path, [path]);
  const at = trail.at(-1) ?? path;
  const { value, error } = useLoaded(at, () =>
    get<Record<string, unknown> & { links?: { next: string | null } }>(at),
  );
  if (value === undefined && error === undefined) return <Skeleton />;
  const next = value?.links?.next ?? null;
  const list = value?.[items];
  const shown = Array.isArray(list) ? (list as readonly T[]) : [];
  const before = (trail.length - 1) * sizeOf(path);
  const remark = value === undefined ? null : (note?.(value) ?? null);
  return (
    <>
      {title !== undefined && <h2 class="list-title">{title}</h2>}
      {remark !== null && <p class="note">{remark}</p>}
      {error !== undefined ? (
        <Failure error={error} />
      ) : (
        <Table
          label={label}
          columns={columns}
          items={shown.map((item, at) => ({ ...item, rank: before + at + 1 }))}
          empty={empty}
        />
      )}
      {(trail.length > 1 || next !== null || (hasCsv && shown.length > 0)) && (
        <div class="pager">
          {(trail.length > 1 || next !== null) && (
            <>
              <button
                type="button"
                class="plain"
                disabled={trail.length < 2}
                onClick={() => setTrail(trail.slice(0, -1))}
              >
                Previous
              </button>
              <button
                type="button"
                class="plain"
                disabled={next === null}
                onClick={() => next !== null && setTrail([...trail, next])}
              >
                Next
              </button>
            </>
          )}
          {hasCsv && <CsvButton path={path} items={items} />}
        </div>
      )}
    </>
  );
}
