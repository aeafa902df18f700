import type { TargetedSubmitEvent } from 'preact';
import { type About, useAbout } from '../about.ts';
import { apiUrl, get } from '../api.ts';
import { navigate, type PageProps, splitQuery } from '../router.ts';
import { CsvButton } from '../ui/csv-button.tsx';
import { useLoaded } from '../ui/hooks.ts';
import { A, Card, Failure, Skeleton, Table } from '../ui/parts.tsx';
import { apiValue, shownValue } from '../words/filters.ts';
import { LISTS } from './lists.tsx';

/**
 * Returns what is known of a list without items. `mayLack`: whether public mirrors lack it. A mirror's description tells whether it is
 * one: null, or undefined while it loads.
 */
function stateOf(
  error: unknown,
  mayLack: boolean,
  about: About | null | undefined,
): 'loading' | 'lacking' | 'failed' {
  if (error === undefined) return 'loading';
  if (!mayLack || about) return 'failed';
  return about === null ? 'lacking' : 'loading';
}

/** List page with filters and paging. The query of its address is that of the API. */
export function ListPage({ path, query }: PageProps) {
  const list = LISTS[path];
  const requested = new URLSearchParams(query);
  for (const [name, value] of Object.entries(list?.defaults ?? {}))
    if (!requested.has(name)) requested.set(name, value);
  const url = `${list?.path}?${requested.toString().replaceAll('%3A', ':')}`;
  const { value, error } = useLoaded(url, () =>
    get<Record<string, unknown> & { links: { next: string | null } }>(url),
  );
  const about = useAbout();
  if (list === undefined) return null;
  const next = splitQuery(value?.links.next ?? '')[1];
  const apply = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const chosen = new URLSearchParams();
    for (const [name, given] of new FormData(event.currentTarget)) {
      if (typeof given !== 'string' || given.trim() === '') continue;
      chosen.set(name, apiValue(list.filters.find((each) => each.name === name)?.kind, given));
    }
    navigate(chosen.size === 0 ? path : `${path}?${chosen.toString().replaceAll('%3A', ':')}`);
  };
  const items = value?.[list.items];
  const state = stateOf(error, list.publicMirrorNote !== undefined, about);
  return (
    <>
      <div class="head">
        <h1>{list.title}</h1>
      </div>
      <form class="filters" onSubmit={apply} key={query.toString()}>
        {list.filters.map(({ name, label, options, placeholder, kind }) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside
          <label key={name}>
            {label}
            {options === undefined ? (
              <input
                name={name}
                defaultValue={shownValue(kind, query.get(name) ?? '')}
                placeholder={placeholder ?? ''}
                autocomplete="off"
                spellcheck={false}
              />
            ) : (
              <select name={name} defaultValue={query.get(name) ?? ''}>
                {options.map(([option, words]) => (
                  <option key={option} value={option} selected={option === (query.get(name) ?? '')}>
                    {words}
                  </option>
                ))}
              </select>
            )}
          </label>
        ))}
        <button type="submit">Apply</button>
        {query.size > 0 && <A to={path}>Clear</A>}
      </form>
      {error !== undefined && state === 'failed' && <Failure error={error} />}
      {state === 'lacking' && <p class="note">{list.publicMirrorNote}</p>}
      {state === 'loading' && value === undefined && <Skeleton lines={12} />}
      {value !== undefined && (
        <Card
          title={`${list.title} on this page`}
          aside={
            <>
              {list.hasCsv && <CsvButton path={url} items={list.items} />} <a href={apiUrl(url)}>JSON</a>
            </>
          }
        >
          <Table
            label={list.title}
            columns={list.columns}
            items={Array.isArray(items) ? (items as unknown as readonly never[]) : []}
            empty="No item matches these filters."
          />
          <nav class="pager" aria-label="Pages of the list">
            {query.size > 0 && <A to={path}>First page</A>}
            {next !== '' && <A to={`${path}?${next}`}>Next page</A>}
          </nav>
        </Card>
      )}
    </>
  );
}
