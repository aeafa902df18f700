import type { TransactionsPage } from '@tain/client/types';
import { useEffect } from 'preact/hooks';
import { loadAbout } from '../about.ts';
import { find } from '../api.ts';
import { accountOf, transactionAt, useLedgerId } from '../reads.ts';
import { navigate, type PageProps } from '../router.ts';
import { useLoaded } from '../ui/hooks.ts';
import { A, Card, Failure, Skeleton, Table } from '../ui/parts.tsx';
import { transactionPath } from '../ui/transactions.tsx';
import { type Lookup, lookupsOf, type WrongChecksum, wrongChecksum } from '../words/search.ts';

interface Hit {
  readonly kind: string;
  readonly path: string;
  readonly name: string;
}

/** Kinds of entities with their API path. Contracts are tried first, because the mirror lists them as accounts, too. */
const KINDS = [
  ['contract', 'contracts'],
  ['token', 'tokens'],
  ['topic', 'topics'],
  ['schedule', 'schedules'],
  ['account', 'accounts'],
] as const;

async function entityHits(id: string): Promise<Hit[]> {
  const hits = await Promise.all(
    KINDS.map(async ([kind, group]): Promise<Hit[]> => {
      const query = group === 'accounts' ? '?transactions=false' : '';
      const found = await find(`/api/v1/${group}/${encodeURIComponent(id)}${query}`);
      return found === null ? [] : [{ kind, path: `/${kind}/${id}`, name: id }];
    }),
  );
  return hits.flat().slice(0, 1);
}

async function hitsOf(lookup: Lookup): Promise<Hit[]> {
  switch (lookup.kind) {
    case 'entity':
      return entityHits(lookup.id);
    case 'account': {
      const account = await accountOf(lookup.name);
      return account === null ? [] : entityHits(account);
    }
    case 'transaction': {
      const found = await find<TransactionsPage<number | bigint>>(
        `/api/v1/transactions/${encodeURIComponent(lookup.id)}`,
      );
      // A hash names one transaction. For an id, the page of the submitted transaction is opened.
      const [first] = found?.transactions ?? [];
      if (first === undefined) return [];
      const isId = lookup.id === first.transaction_id;
      const path = isId ? `/transaction/${lookup.id}` : `/transaction/${first.consensus_timestamp}`;
      return [{ kind: 'transaction', path, name: first.transaction_id }];
    }
    case 'ethereum': {
      const found = await find<{ timestamp: string }>(`/api/v1/contracts/results/${lookup.hash}`);
      return found === null ? [] : hitsAt(found.timestamp);
    }
    case 'time':
      return [...(await hitsAt(lookup.timestamp)), ...(await blockAt(lookup.timestamp))];
    case 'block': {
      const found = await find<{ number: number }>(`/api/v1/blocks/${encodeURIComponent(lookup.name)}`);
      return found === null
        ? []
        : [{ kind: 'block', path: `/block/${found.number}`, name: String(found.number) }];
    }
    case 'publicKey': {
      const found = await find<{ accounts: readonly { account: string }[] }>(
        `/api/v1/accounts?account.publickey=${lookup.key}&balance=false`,
      );
      return (found?.accounts ?? []).map(({ account }) => ({
        kind: 'account',
        path: `/account/${account}`,
        name: account,
      }));
    }
    default: {
      const found =
        lookup.name.length < 3
          ? null
          : await find<TokensAnswer>(`/api/v1/tokens?name=${encodeURIComponent(lookup.name)}`);
      const [bySymbol, byMemo] = await Promise.all([tokensBySymbol(lookup.name), hitsByMemo(lookup.name)]);
      const tokens = [...bySymbol, ...(found?.tokens ?? [])];
      const byId = new Map(tokens.map((token) => [token.token_id, token]));
      const named = [...byId.values()].map(({ token_id, name, symbol }) => ({
        kind: 'token',
        path: `/token/${token_id}`,
        name: `${name} (${symbol})`,
      }));
      // A symbol names a token, though memos may begin with it.
      const isSymbol = tokens.some(({ symbol }) => symbol.toLowerCase() === lookup.name.toLowerCase());
      return isSymbol ? named : [...named, ...byMemo];
    }
  }
}

interface FoundByMemo {
  readonly topic_id?: string;
  readonly contract_id?: string;
  readonly memo: string;
}

/** Topics and contracts whose memo begins with a text; none where the mirror has no such search. */
async function hitsByMemo(text: string): Promise<Hit[]> {
  if ((await loadAbout())?.features.memo_search?.available !== true) return [];
  const hits = await Promise.all(
    (['topic', 'contract'] as const).map(async (kind) => {
      const path = `/api/v1/${kind}s/search?query=${encodeURIComponent(text)}`;
      const found = (await find<Record<string, readonly FoundByMemo[]>>(path))?.[`${kind}s`] ?? [];
      return found.map(({ memo, [`${kind}_id` as const]: id = '' }) => ({
        kind,
        path: `/${kind}/${id}`,
        name: `${id} (${memo})`,
      }));
    }),
  );
  return hits.flat();
}

interface FoundToken {
  readonly token_id: string;
  readonly name: string;
  readonly symbol: string;
}

interface TokensAnswer {
  readonly tokens: readonly FoundToken[];
  readonly links: { readonly next: string | null };
}

/** Maximum number of pages of tokens read to find a symbol, where the mirror searches names only. */
const SYMBOL_PAGES = 3;

/** Tokens whose symbol or name begins with a text; where the mirror has no such search, newest tokens with the symbol. */
async function tokensBySymbol(symbol: string): Promise<FoundToken[]> {
  if ((await loadAbout())?.features.token_search?.available === true) {
    const answer = await find<TokensAnswer>(`/api/v1/tokens/search?query=${encodeURIComponent(symbol)}`);
    return [...(answer?.tokens ?? [])];
  }
  const found: FoundToken[] = [];
  let next: string | null = '/api/v1/tokens?limit=100&order=desc';
  for (let page = 0; next !== null && page < SYMBOL_PAGES; page++) {
    const answer: TokensAnswer | null = await find(next);
    const tokens = answer?.tokens ?? [];
    found.push(...tokens.filter((token) => token.symbol.toLowerCase() === symbol.toLowerCase()));
    next = answer?.links.next ?? null;
  }
  return found;
}

async function hitsAt(timestamp: string): Promise<Hit[]> {
  const found = await transactionAt(timestamp);
  if (found === null) return [];
  return [{ kind: 'transaction', path: transactionPath(found), name: found.transaction_id }];
}

async function blockAt(timestamp: string): Promise<Hit[]> {
  const found = await find<{ blocks: readonly { number: number }[] }>(
    `/api/v1/blocks?timestamp=gte:${timestamp}&order=asc&limit=1`,
  );
  return (found?.blocks ?? []).map(({ number }) => ({
    kind: 'block',
    path: `/block/${number}`,
    name: String(number),
  }));
}

/** Returns the error in a text's checksum; null if there is none, undefined until the network is known. */
function useWrongChecksum(text: string): WrongChecksum | null | undefined {
  const ledgerId = useLedgerId();
  return ledgerId ? wrongChecksum(text, ledgerId) : ledgerId;
}

function ChecksumAlert({ wrong: { id, given, right } }: { wrong: WrongChecksum }) {
  return (
    <p class="alert" role="alert">
      The checksum <code>{given}</code> does not belong to {id} on this network, whose checksum is{' '}
      <code>{right}</code>. The id has a typing error, or is one of another network.
    </p>
  );
}

/** Results of a search. A single result opens directly; several are listed by kind. */
export function SearchPage({ query }: PageProps) {
  const text = query.get('q') ?? '';
  const wrong = useWrongChecksum(text);
  const { value, error } = useLoaded(`search ${text}`, async () =>
    (await Promise.all(lookupsOf(text).map(hitsOf))).flat(),
  );
  const only = value?.length === 1 && wrong === null ? value[0]?.path : undefined;
  useEffect(() => {
    if (only !== undefined) navigate(only, true);
  }, [only]);
  if (error !== undefined) return <Failure error={error} title="Search" />;
  if (value === undefined || wrong === undefined || only !== undefined) return <Skeleton />;
  return (
    <>
      <div class="head">
        <h1>Search</h1>
        {wrong !== null && <ChecksumAlert wrong={wrong} />}
        <p class="lead">
          {value.length === 0 ? (
            <>
              Nothing here is called <code>{text}</code>.
            </>
          ) : (
            <>
              {value.length === 1 ? 'One thing' : `${value.length} things`} may be <code>{text}</code>.
            </>
          )}
        </p>
      </div>
      {value.length === 0 ? (
        <p class="note">
          The search finds ids (0.0.1001, with or without a checksum), EVM addresses, aliases, public keys,
          transaction ids and hashes, block numbers and hashes, times (2026-11-24 14:00) and names or symbols
          of tokens, and memos of topics and contracts.
        </p>
      ) : (
        <Card title="Found">
          <Table
            label="Found"
            items={value}
            empty=""
            columns={[
              { head: 'Kind', cell: ({ kind }) => kind },
              { head: 'Name', cell: ({ path, name }) => <A to={path}>{name}</A> },
            ]}
          />
        </Card>
      )}
    </>
  );
}

/** Determines the kind of an id, and redirects to its page. */
export function EntityPage({ params }: PageProps) {
  const id = params.id ?? '';
  const { value, error } = useLoaded(`entity ${id}`, async () =>
    (await Promise.all(lookupsOf(id).map(hitsOf))).flat(),
  );
  const wrong = useWrongChecksum(id);
  const path = wrong === null ? value?.[0]?.path : undefined;
  useEffect(() => {
    if (path !== undefined) navigate(path, true);
  }, [path]);
  if (error !== undefined) return <Failure error={error} title={id} />;
  if (value === undefined || wrong === undefined || path !== undefined) return <Skeleton />;
  const [hit] = value;
  return (
    <div class="head">
      <h1>{id}</h1>
      {wrong !== null && <ChecksumAlert wrong={wrong} />}
      <p class="lead">
        {hit === undefined ? (
          'The mirror has no page for this id. It may be a file, or be older than the history here.'
        ) : (
          <>
            Without the checksum it is the {hit.kind} <A to={hit.path}>{hit.name}</A>.
          </>
        )}
      </p>
    </div>
  );
}
