import { get } from '../api.ts';
import { useKept } from '../router.ts';
import { useLoaded } from './hooks.ts';
import { type Column, Failure, Skeleton, Table } from './parts.tsx';

/** A list inside a page with paging buttons. `items`: name of the list in the response. */
export function Paged<T>({
  path,
  items,
  label,
  columns,
  empty,
  title,
}: {
  path: string;
  items: string;
  label: string;
  columns: readonly Column<T>[];
  empty: string;
  /** Heading of the list, for panels with several lists. */
  title?: string;
}) {
  const [trail, setTrail] = useKept<readonly string[]>(path, [path]);
  const at = trail.at(-1) ?? path;
  const { value, error } = useLoaded(at, () =>
    get<Record<string, unknown> & { links?: { next: string | null } }>(at),
  );
  if (error !== undefined) return <Failure error={error} />;
  if (value === undefined) return <Skeleton />;
  const next = value.links?.next ?? null;
  const list = value[items];
  return (
    <>
      {title !== undefined && <h2 class="list-title">{title}</h2>}
      <Table
        label={label}
        columns={columns}
        items={Array.isArray(list) ? (list as readonly T[]) : []}
        empty={empty}
      />
      {(trail.length > 1 || next !== null) && (
        <div class="pager">
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
        </div>
      )}
    </>
  );
}
