import type { ComponentType } from 'preact';
import { useEffect, useErrorBoundary, useRef, useState } from 'preact/hooks';
import { NETWORKS, useAbout, useFeature } from './about.ts';
import { apiUrl, probe } from './api.ts';
import { config } from './config.ts';
import { useLostSince } from './connection.ts';
import { hrefOf, navigate, type PageProps, useLocation } from './router.ts';
import { routeOf } from './routes.ts';
import { useLoaded } from './ui/hooks.ts';
import { A, Failure, Skeleton, Time } from './ui/parts.tsx';

const SITE = [
  'transactions',
  'blocks',
  'accounts',
  'tokens',
  'nfts',
  'topics',
  'contracts',
  'schedules',
  'network',
];
const names: Readonly<Record<string, string>> = { nfts: 'NFTs' };
const titled = (name: string): string => names[name] ?? name.charAt(0).toUpperCase() + name.slice(1);

/** Page components by the pattern of their path. */
export type Pages = Readonly<Record<string, ComponentType<PageProps>>>;

/** Frame of all pages, around the page of the current address. `loaded`: pages whose modules are loaded. */
export function App({ loaded }: { loaded: Pages }) {
  const { path, query } = useLocation();
  const route = routeOf(path);
  const [pages, setPages] = useState(loaded);
  const [failure, setFailure] = useState<{ readonly of: string; readonly error: Error }>();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const pattern = route?.pattern;
  useEffect(() => {
    setFailure(undefined);
    if (route === null || pages[route.pattern] !== undefined) return;
    route
      .load()
      .then((page) => setPages((all) => ({ ...all, [route.pattern]: page })))
      .catch((error: unknown) =>
        setFailure({
          of: route.pattern,
          error: error instanceof Error ? error : new Error(String(error)),
        }),
      );
  }, [pattern]);
  useEffect(() => {
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
    const entitle = (): void => {
      const heading = path === '/' ? null : main.current?.querySelector('h1')?.textContent;
      document.title = `${heading || 'Explorer'} · Tain`;
    };
    entitle();
    if (main.current === null) return;
    // The heading of a page has the name of its object, which is loaded later.
    const observer = new MutationObserver(entitle);
    observer.observe(main.current, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [path]);
  const Page = pattern === undefined ? undefined : pages[pattern];
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: with addresses after `#` the default would leave the page */}
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <StatusStrip />
      <Top path={path} />
      <Outage />
      <main id="main" class="wrap" tabIndex={-1} ref={main}>
        {route === null ? (
          <Missing path={path} />
        ) : Page === undefined ? (
          failure !== undefined && failure.of === pattern ? (
            <>
              <Failure error={failure.error} />
              <button type="button" onClick={() => location.reload()}>
                Try again
              </button>
            </>
          ) : (
            <Skeleton />
          )
        ) : (
          <Guarded key={path} page={Page} params={route.params} query={query} path={path} />
        )}
      </main>
      <Foot />
    </>
  );
}

/** A page, or an alert until the next address where it fails by data that it does not expect: the frame around it goes on. */
function Guarded({ page: Page, ...props }: PageProps & { page: ComponentType<PageProps> }) {
  const [error, reset] = useErrorBoundary();
  useEffect(reset, [String(props.query)]);
  return error === undefined ? <Page {...props} /> : <Failure error={error} title="This page failed" />;
}

/** Interval of requests that find out whether the mirror answers again, in milliseconds. */
const PROBE_MS = 3_000;

/** Says since when the mirror has not answered; empty while it answers. */
function Outage() {
  const since = useLostSince();
  const [load, everyMs] = since === null ? [async () => undefined, undefined] : [probe, PROBE_MS];
  useLoaded(`probe ${since}`, load, { everyMs });
  return (
    <div class="wrap" role="alert">
      {since !== null && (
        <p class="alert">
          {config().mirror} does not answer. What you see is as it was{' '}
          <Time at={(since / 1000).toFixed(9)} brief />, and goes on when the mirror is back.
        </p>
      )}
    </div>
  );
}

function Foot() {
  const hasProofs = useFeature('proofs');
  return (
    <footer>
      <div class="wrap">
        <A to="/">Explorer</A> <a href={apiUrl('/api/v1/docs/')}>API documentation</a>{' '}
        {hasProofs && <a href={apiUrl('/proof')}>Verify a proof</a>}{' '}
        {config().status !== null && <a href={config().status ?? ''}>Status</a>}
      </div>
    </footer>
  );
}

function Missing({ path }: { path: string }) {
  return (
    <div class="head">
      <h1>No page has this address</h1>
      <p class="lead">
        <code>{path}</code> leads nowhere. The search above finds accounts, transactions, blocks, tokens,
        topics and contracts.
      </p>
    </div>
  );
}

function Top({ path }: { path: string }) {
  const about = useAbout();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  const search = (event: Event): void => {
    event.preventDefault();
    const text = input.current?.value.trim() ?? '';
    if (text !== '') navigate(`/search?${new URLSearchParams({ q: text })}`);
  };
  const network =
    about === null || about === undefined
      ? config().network
      : (NETWORKS[about.chain_id]?.name ?? `Chain ${about.chain_id}`);
  return (
    <header class="top">
      <div class="wrap">
        <a class="brand" href={hrefOf('/')} data-inner="/">
          <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
            <rect width="32" height="32" rx="8" fill="currentColor" />
            <path d="M8 9h16M16 9v15" stroke="#fff" stroke-width="4" stroke-linecap="round" />
          </svg>
          Tain {network !== null && <small>{network}</small>}
        </a>
        <search class="search-area">
          <form class="search" onSubmit={search}>
            <label class="unseen" for="q">
              Search the ledger
            </label>
            <input
              id="q"
              ref={input}
              type="search"
              placeholder="Id, transaction, hash, address, token name, time ( / )"
              maxLength={500}
              autocomplete="off"
              spellcheck={false}
            />
            <button type="submit">Search</button>
          </form>
        </search>
        <nav class="site" aria-label="Pages">
          {SITE.map((name) => (
            <a
              key={name}
              href={hrefOf(`/${name}`)}
              data-inner={`/${name}`}
              {...(path === `/${name}` ? { 'aria-current': 'page' as const } : {})}
            >
              {titled(name)}
            </a>
          ))}
        </nav>
      </div>
    </header>
  );
}

interface Summary {
  readonly status: { readonly indicator: string; readonly description: string };
}

/** One line about the state of the network, from the status service; empty without a status service. */
function StatusStrip() {
  const { status } = config();
  const load = async (): Promise<Summary | null> => {
    if (status === null) return null;
    const response = await fetch(`${status}/api/v2/status.json`).catch(() => null);
    return response?.ok ? ((await response.json()) as Summary) : null;
  };
  const lostSince = useLostSince();
  const { value } = useLoaded(`status ${status}`, load, { everyMs: 60_000, version: lostSince });
  if (status === null) return null;
  // Its space is reserved while the state is unknown: a line that appears later would shift the whole page.
  const { indicator, description } = value?.status ?? {
    indicator: 'unknown',
    description: value === null ? 'The status service does not answer.' : 'Status of the network',
  };
  return (
    <aside class={`strip ${indicator}`} aria-label="Status of the network">
      <div class="wrap">
        <a href={status}>{description}</a>
      </div>
    </aside>
  );
}
