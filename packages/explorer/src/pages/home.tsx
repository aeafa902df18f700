import { useEffect, useState } from 'preact/hooks';
import type {
  Block,
  BlocksPage,
  ExchangeRates,
  NetworkNodesPage,
  NetworkSupply,
  Transaction,
} from '../../../../src/client/types.ts';
import { apiUrl, get } from '../api.ts';
import { type About, NETWORKS, useAbout } from '../app.tsx';
import { useLoaded } from '../ui/hooks.ts';
import { A, Card, type Column, Failure, Skeleton, Table, Time } from '../ui/parts.tsx';
import { Transactions } from '../ui/transactions.tsx';
import { grouped, withPoint } from '../words/format.ts';

type Tx = Transaction<number | bigint>;
const BLOCKS = '/api/v1/blocks?limit=10&order=desc';
const TRANSACTIONS = '/api/v1/transactions?limit=10&order=desc';
/** Milliseconds between two requests where the mirror has no streams. */
const POLL_MS = 3000;
/** Milliseconds between two repaints of the live lists: at most four a second. */
const REPAINT_MS = 250;

/** The newest items of a list, kept up to date by its stream, or by requests where the mirror has none. */
function useNewest<T>(
  name: 'blocks' | 'transactions',
  path: string,
  keyOf: (item: T) => string,
): { readonly items: readonly T[] | undefined; readonly error: Error | undefined } {
  const hasStreams = useAbout()?.features.event_streams?.available === true;
  const first = useLoaded(
    path,
    async () => (await get<Record<string, readonly T[]>>(path))[name] ?? [],
    hasStreams ? undefined : POLL_MS,
  );
  const [live, setLive] = useState<readonly T[]>([]);
  useEffect(() => {
    if (!hasStreams) return;
    const source = new EventSource(apiUrl(`/api/v1/${name}/stream`));
    let waiting: T[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    source.onmessage = ({ data }: MessageEvent<string>) => {
      waiting = [JSON.parse(data) as T, ...waiting].slice(0, 10);
      timer ??= setTimeout(() => {
        timer = undefined;
        const batch = waiting;
        waiting = [];
        setLive((shown) => [...batch, ...shown].slice(0, 10));
        document.documentElement.dataset[`${name}Repaints`] = String(
          Number(document.documentElement.dataset[`${name}Repaints`] ?? 0) + 1,
        );
      }, REPAINT_MS);
    };
    return () => {
      source.close();
      clearTimeout(timer);
    };
  }, [hasStreams, name]);
  const known = new Set(live.map(keyOf));
  const items =
    first.value === undefined
      ? undefined
      : [...live, ...first.value.filter((item) => !known.has(keyOf(item)))].slice(0, 10);
  return { items, error: first.error };
}

const BLOCK_COLUMNS: readonly Column<Block<number | bigint>>[] = [
  { head: 'Block', cell: ({ number }) => <A to={`/block/${number}`}>{grouped(number)}</A> },
  { head: 'Time', cell: ({ timestamp }) => <Time at={timestamp.to ?? timestamp.from} brief /> },
  { head: 'Count', cell: ({ count }) => grouped(count), isNumber: true },
];

/** The first page. */
export function Home() {
  const about = useAbout();
  const blocks = useNewest<Block<number | bigint>>('blocks', BLOCKS, ({ number }) => String(number));
  const transactions = useNewest<Tx>(
    'transactions',
    TRANSACTIONS,
    ({ consensus_timestamp }) => consensus_timestamp,
  );
  const facts = useLoaded(
    'facts',
    async () => {
      const [recent, nodes, rates, supply] = await Promise.all([
        get<BlocksPage>('/api/v1/blocks?limit=25&order=desc'),
        get<NetworkNodesPage>('/api/v1/network/nodes?limit=100').catch(() => null),
        get<ExchangeRates>('/api/v1/network/exchangerate').catch(() => null),
        get<NetworkSupply>('/api/v1/network/supply').catch(() => null),
      ]);
      return { rate: rateOf(recent.blocks), nodes, rates, supply };
    },
    5000,
  );
  const rate = facts.value?.rates?.current_rate;
  const dollars =
    rate === undefined || rate === null ? null : rate.cent_equivalent / rate.hbar_equivalent / 100;
  return (
    <>
      <div class="head">
        <h1>{titleOf(about)}</h1>
        <p class="lead quiet">
          {about?.features.event_streams?.available === true
            ? 'Blocks and transactions appear as they come.'
            : `Blocks and transactions, read again every ${POLL_MS / 1000} seconds: this mirror has no event streams.`}
        </p>
        <Grounds about={about} />
      </div>
      <dl class="tiles">
        <Tile
          name="Last block"
          value={blocks.items?.[0] === undefined ? '–' : grouped(blocks.items[0].number)}
        />
        <Tile
          name="Transactions per second"
          value={facts.value === undefined ? '–' : facts.value.rate.toFixed(1)}
        />
        <Tile
          name="Nodes"
          value={
            facts.value?.nodes === null || facts.value === undefined
              ? '–'
              : String(facts.value.nodes.nodes.length)
          }
        />
        <Tile name="1 ℏ" value={dollars === null ? '–' : `$${dollars.toFixed(4)}`} />
        <Tile
          name="Transfer fee"
          value={dollars === null ? '–' : '$0.0001'}
          aside={dollars === null ? '' : `${(0.0001 / dollars).toFixed(4)} ℏ`}
        />
        <Tile
          name="In circulation"
          value={
            facts.value?.supply == null
              ? '–'
              : `${withPoint(BigInt(facts.value.supply.released_supply) / 10n ** 12n, 2)} million ℏ`
          }
        />
      </dl>
      {blocks.error !== undefined && <Failure error={blocks.error} />}
      <div class="home">
        <Card title="Latest transactions" aside={<A to="/transactions">All transactions</A>}>
          {transactions.items === undefined ? (
            <Skeleton lines={10} />
          ) : (
            <Transactions items={transactions.items} label="Latest transactions" />
          )}
        </Card>
        <Card title="Latest blocks" aside={<A to="/blocks">All blocks</A>}>
          {blocks.items === undefined ? (
            <Skeleton lines={10} />
          ) : (
            <Table
              label="Latest blocks"
              columns={BLOCK_COLUMNS}
              items={blocks.items}
              empty="There is no block yet."
            />
          )}
        </Card>
      </div>
    </>
  );
}

/** What a person should know of the history here before trusting it. */
function Grounds({ about }: { about: About | null | undefined }) {
  if (about === null || about === undefined) return null;
  const { blocks, proof } = about;
  const begin = blocks.first;
  return (
    <>
      {begin !== null && begin.number > 0 && (
        <p class="note">
          This mirror begins with block <A to={`/block/${begin.number}`}>{grouped(begin.number)}</A>,{' '}
          <Time at={begin.timestamp} />: of what is older it knows only what later blocks tell.
        </p>
      )}
      {proof.kinds.includes('hash_chain_alone') && (
        <p class="alert" role="alert">
          Some blocks here are stored on their hash chain alone: nobody is known to have signed them. The
          operator accepts such blocks, or they are those of a demo network.
        </p>
      )}
      {proof.kinds.includes('ledger_on_first_use') && (
        <p class="alert" role="alert">
          The network’s first ledger is trusted because it came first in the stream: whoever wrote the stream
          may have made it up. The operator can name the right one.
        </p>
      )}
    </>
  );
}

function titleOf(about: About | null | undefined): string {
  const network = about === null || about === undefined ? undefined : NETWORKS[about.chain_id];
  return network === undefined ? 'What happens on the network' : `What happens on ${network.in}`;
}

function Tile({ name, value, aside = '' }: { name: string; value: string; aside?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value} <small class="quiet">{aside}</small>
      </dd>
    </div>
  );
}

/** Transactions a second over the newest blocks. */
function rateOf(blocks: BlocksPage['blocks']): number {
  const [newest, oldest] = [blocks[0], blocks.at(-1)];
  if (newest === undefined || oldest === undefined || newest === oldest) return 0;
  const seconds = Number(newest.timestamp.to) - Number(oldest.timestamp.to);
  const count = blocks.slice(0, -1).reduce((sum, block) => sum + block.count, 0);
  return seconds > 0 ? count / seconds : 0;
}
