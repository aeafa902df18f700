import type { ComponentChildren, ComponentType, TargetedKeyboardEvent } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { hrefOf, navigate, useLocation } from '../router.ts';
import { agoText, dollarText, grouped, hbars, integer, timeText } from '../words/format.ts';
import type { Part } from '../words/sentence.ts';
import { isSuccess, resultText } from '../words/transaction-names.ts';
import { useLoaded, useTimeText } from './hooks.ts';
import { Label } from './labels.tsx';

/** Link to a path of the explorer. */
export function A({ to, children, title }: { to: string; children: ComponentChildren; title?: string }) {
  return (
    <a href={hrefOf(to)} data-inner={to} {...(title === undefined ? {} : { title })}>
      {children}
    </a>
  );
}

/**
 * Button that copies a text. Not shown where browsers refuse to copy: on pages served neither over HTTPS nor from
 * localhost.
 */
export function Copy({ text, what }: { text: string; what: string }) {
  const [isDone, setDone] = useState(false);
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(() => {
      setDone(true);
      setTimeout(() => setDone(false), 1500);
    });
  };
  if (navigator.clipboard === undefined) return null;
  return (
    <button type="button" class="copy" onClick={copy} aria-label={`Copy ${what}`}>
      {isDone ? 'Copied' : 'Copy'}
    </button>
  );
}

/** Link to an account or another entity. `/id/…` determines the kind of the entity. */
export function Entity({ id, kind = 'id' }: { id: string | null | undefined; kind?: string }) {
  if (id === null || id === undefined || id === '') return <span class="quiet">–</span>;
  return (
    <>
      <A to={`/${kind}/${encodeURIComponent(id)}`}>{id}</A>
      <Label name={id} />
    </>
  );
}

/** A long value in full, with a copy button. */
export function Code({ text, what }: { text: string | null | undefined; what: string }) {
  if (text === null || text === undefined || text === '' || text === '0x')
    return <span class="quiet">–</span>;
  return (
    <>
      <code>{text}</code> <Copy text={text} what={what} />
    </>
  );
}

/** A time with its age. */
export function Time({ at, brief = false }: { at: string | null | undefined; brief?: boolean }) {
  const ago = useTimeText((now) => (at ? agoText(at, now) : ''), at ?? '');
  if (at === null || at === undefined) return <span class="quiet">–</span>;
  return (
    <span class={brief ? 'ago' : ''} title={`${timeText(at)} (${at})`}>
      {brief ? ago : `${timeText(at)} · ${ago}`}
    </span>
  );
}

/** The age of a transaction, with a link to it. `at`: its consensus time. */
export function TransactionTime({ at, to = `/transaction/${at}` }: { at: string; to?: string }) {
  return (
    <A to={to}>
      <Time at={at} brief />
    </A>
  );
}

/** An amount in hbars, given in tinybars. `cents`: price of one hbar; if given, the amount is also shown in dollars. */
export function Hbar({
  amount,
  signed = false,
  cents = null,
}: {
  amount: unknown;
  signed?: boolean;
  cents?: number | null;
}) {
  const value = integer(amount);
  if (value === null) return <span class="quiet">–</span>;
  if (!signed)
    return (
      <>
        {hbars(value)}
        {cents !== null && <span class="quiet">{` (${dollarText(value, cents)})`}</span>}
      </>
    );
  return <span class={value < 0n ? 'minus' : 'plus'}>{`${value > 0n ? '+' : ''}${hbars(value)}`}</span>;
}

/** The result of a transaction. */
export function Result({ result }: { result: string }) {
  return (
    <span class={`chip ${isSuccess(result) ? 'good' : 'bad'}`}>
      {isSuccess(result) ? 'Success' : resultText(result)}
    </span>
  );
}

/** A sentence with links. */
export function Sentence({ parts }: { parts: readonly Part[] }) {
  return (
    <>
      {parts.map((part) => (typeof part === 'string' ? part : <Entity key={part.entity} id={part.entity} />))}
    </>
  );
}

/** List of names and values. Rows whose value is null, undefined or false are omitted. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  const shown = rows.filter(
    ([, value]) => value !== null && value !== undefined && value !== false && value !== '',
  );
  return (
    <dl class="facts">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A card with a title. */
export function Card({
  title,
  aside,
  children,
}: {
  title?: string;
  aside?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    // The card has no region role, because the table or tabs inside are regions with their own name.
    <section class="card">
      {title !== undefined && (
        <header>
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}

/** A column of a table. */
export interface Column<T> {
  readonly head: string;
  readonly cell: (item: T) => ComponentChildren;
  readonly isNumber?: boolean;
}

/** Number of rows of a table that are shown at first, and with each request for more: a transaction can emit 40,000 events. */
const MAX_ROWS = 500;

/** A table, shown as cards on narrow screens. Arrow keys move between the links of its rows. */
export function Table<T>({
  label,
  columns,
  items,
  empty,
}: {
  label: string;
  columns: readonly Column<T>[];
  items: readonly T[];
  empty: string;
}) {
  const [max, setMax] = useState(MAX_ROWS);
  if (items.length === 0) return <p class="empty">{empty}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section class="scroll" tabIndex={0} aria-label={label} onKeyDown={moveByArrows}>
        <table class="cards">
          <thead>
            <tr>
              {columns.map(({ head, isNumber }) => (
                <th key={head} scope="col" class={isNumber ? 'num' : ''}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.slice(0, max).map((item, row) => (
              <Row key={row} item={item} columns={columns} />
            ))}
          </tbody>
        </table>
      </section>
      {items.length > max && (
        <p class="body">
          The first {grouped(max)} of {grouped(items.length)} rows.{' '}
          <button type="button" class="plain" onClick={() => setMax(max + MAX_ROWS)}>
            Show more
          </button>
        </p>
      )}
    </>
  );
}

/** A table row, rendered again only for another item or other columns. */
function Row<T>({ item, columns }: { item: T; columns: readonly Column<T>[] }) {
  return useMemo(
    () => (
      <tr>
        {columns.map(({ head, cell, isNumber }) => (
          <td key={head} class={isNumber ? 'num' : ''}>
            <span class="label">{head}</span>
            <span>{cell(item)}</span>
          </td>
        ))}
      </tr>
    ),
    [item, columns],
  );
}

function moveByArrows(event: TargetedKeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const links = [...event.currentTarget.querySelectorAll('tbody tr')].flatMap(
    (row) => row.querySelector('a') ?? [],
  );
  const row = document.activeElement?.closest('tr')?.querySelector('a');
  const at = row === null || row === undefined ? -1 : links.indexOf(row);
  links[Math.max(0, Math.min(links.length - 1, at + step))]?.focus();
  event.preventDefault();
}

/** Placeholder lines while content is loading. */
export function Skeleton({ lines = 6 }: { lines?: number }) {
  return (
    <div class="card skeleton" aria-busy="true">
      <span class="unseen" role="status">
        Loading
      </span>
      {Array.from({ length: lines }, (_, at) => (
        <i key={String(at)} />
      ))}
    </div>
  );
}

/** An error message. `title`: name of the missing page. */
export function Failure({ error, title }: { error: Error; title?: string }) {
  const status = error instanceof ApiError ? error.status : 0;
  const words =
    status === 404
      ? title === undefined
        ? 'The mirror does not have this.'
        : 'The mirror has no object with this name.'
      : status === 400
        ? 'The mirror does not accept this request.'
        : status === 501
          ? 'This mirror does not offer this.'
          : 'This could not be loaded.';
  return (
    <>
      {title !== undefined && <h1>{title}</h1>}
      <p class="alert" role="alert">
        {words} <span>{error.message}</span>
      </p>
    </>
  );
}

/** Returns a component whose module is loaded when it is first shown. `name`: unique in the explorer. */
export function later<P extends object>(
  name: string,
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  return (props: P) => {
    const { value: Part, error } = useLoaded(`module ${name}`, load);
    if (error !== undefined) return <Failure error={error} />;
    return Part === undefined ? <Skeleton /> : <Part {...props} />;
  };
}

/** Placeholder where the mirror has no proofs. */
export function NoProofs() {
  return <span class="quiet">This mirror provides no proofs.</span>;
}

/** One of several panels, selected by its name in the address. */
export function Tabs({
  tabs,
}: {
  tabs: readonly { readonly name: string; readonly render: () => ComponentChildren }[];
}) {
  const { path, query } = useLocation();
  const tab = tabs.find(({ name }) => name === query.get('tab')) ?? tabs[0];
  const choose = (name: string): void => {
    const next = new URLSearchParams(query);
    if (name === tabs[0]?.name) next.delete('tab');
    else next.set('tab', name);
    navigate(next.size === 0 ? path : `${path}?${next}`, true);
  };
  const move = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = (tabs.findIndex(({ name }) => name === tab?.name) + step + tabs.length) % tabs.length;
    choose(tabs[at]?.name ?? '');
    const button = event.currentTarget.children[at];
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <section class="card" aria-label="Details">
      <div class="tabs" role="tablist" aria-label="Details" onKeyDown={move}>
        {tabs.map(({ name }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-controls="panel"
            aria-selected={name === tab?.name}
            tabIndex={name === tab?.name ? 0 : -1}
            onClick={() => choose(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="panel" aria-labelledby={`tab-${tab?.name}`} key={tab?.name}>
        {tab?.render()}
      </div>
    </section>
  );
}
