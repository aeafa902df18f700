import type { Nft, NftTransaction } from '../../../../src/client/types.ts';
import { get } from '../api.ts';
import { config, picturesAllowed } from '../config.ts';
import type { PageProps } from '../routes.ts';
import { useLoaded } from '../ui/hooks.ts';
import { JsonPanel } from '../ui/json.tsx';
import { Paged } from '../ui/paged.tsx';
import { A, Entity, Facts, Failure, Skeleton, Tabs, Time } from '../ui/parts.tsx';
import { memoText } from '../words/format.ts';
import { typeName } from '../words/transaction-names.ts';

/** An NFT: its owner, metadata, picture and history. */
export function NftPage({ params, path: place }: PageProps) {
  const [token = '', serial = ''] = [params.id, params.serial];
  const path = `/api/v1/tokens/${encodeURIComponent(token)}/nfts/${encodeURIComponent(serial)}`;
  const { value: nft, error } = useLoaded(path, () => get<Nft<number | bigint>>(path));
  if (error !== undefined) return <Failure error={error} />;
  if (nft === undefined) return <Skeleton lines={10} />;
  const metadata = memoText(nft.metadata ?? '');
  return (
    <>
      <div class="head">
        <span class="kind">NFT</span>
        <h1>
          NFT #{String(nft.serial_number)} of <A to={`/token/${token}`}>{token}</A>
        </h1>
        <p class="lead">
          {nft.deleted || nft.account_id === null ? (
            'It is burned.'
          ) : (
            <>
              It belongs to <Entity id={nft.account_id} kind="account" />.
            </>
          )}
        </p>
      </div>
      <Tabs
        tabs={[
          {
            name: 'Details',
            render: () => (
              <>
                <Facts
                  rows={[
                    ['Owner', <Entity id={nft.account_id} kind="account" />],
                    ['Metadata', metadata],
                    ['Created', <Time at={nft.created_timestamp} />],
                    ['Changed', <Time at={nft.modified_timestamp} />],
                    ['Spender', nft.spender !== null && <Entity id={nft.spender} kind="account" />],
                  ]}
                />
                {urlOf(metadata) !== null && <Metadata url={urlOf(metadata) ?? ''} place={place} />}
              </>
            ),
          },
          {
            name: 'History',
            render: () => (
              <Paged<NftTransaction<number | bigint>>
                path={`${path}/transactions?limit=25`}
                items="transactions"
                label="History"
                empty="No transactions."
                columns={[
                  {
                    head: 'Time',
                    cell: ({ transaction_id, consensus_timestamp }) => (
                      <A to={`/transaction/${transaction_id}`}>
                        <Time at={consensus_timestamp} />
                      </A>
                    ),
                  },
                  { head: 'Type', cell: ({ type }) => typeName(type) },
                  {
                    head: 'From',
                    cell: ({ sender_account_id }) => <Entity id={sender_account_id} kind="account" />,
                  },
                  {
                    head: 'To',
                    cell: ({ receiver_account_id }) => <Entity id={receiver_account_id} kind="account" />,
                  },
                ]}
              />
            ),
          },
          { name: 'JSON', render: () => <JsonPanel paths={[path]} /> },
        ]}
      />
    </>
  );
}

/** Gateway for content that is addressed by its hash (`ipfs://…`). */
const GATEWAY = 'https://ipfs.io/ipfs/';

/** Address of what the metadata names, by HTTPS or in IPFS; null when it names nothing that a browser can load. */
function urlOf(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const url = text
    .replace(/^ipfs:\/\/(?:ipfs\/)?/, GATEWAY)
    .replace(/^(?=(?:Qm[1-9A-Za-z]{44}|baf[a-z2-7]{50,})(?:\/|$))/, GATEWAY);
  return /^https:\/\//.test(url) && URL.canParse(url) ? url : null;
}

/** Bytes of metadata that are read at most. */
const MAX_METADATA_BYTES = 100_000;

/** Metadata as HIP-412 describes it, as far as it is shown. */
interface Described {
  readonly name: string | null;
  readonly description: string | null;
  readonly image: string | null;
}

/** Loads what metadata names: a JSON document that names a picture, or the picture itself. */
async function loadDescribed(url: string): Promise<Described> {
  const picture = { name: null, description: null, image: url };
  const response = await fetch(url, { referrerPolicy: 'no-referrer', credentials: 'omit' });
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}.`);
  if (/^image\//.test(response.headers.get('content-type') ?? '')) return picture;
  const text = await response.text();
  if (text.length > MAX_METADATA_BYTES) return picture;
  try {
    const { name, description, image } = JSON.parse(text) as Record<string, unknown>;
    const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
    return { name: textOf(name), description: textOf(description), image: urlOf(image) };
  } catch {
    return picture;
  }
}

/** What the metadata names, once the person asked: the page is loaded again with a policy that allows it. */
function Metadata({ url, place }: { url: string; place: string }) {
  if (picturesAllowed()) return <Elsewhere url={url} />;
  return (
    <div class="body">
      <p>
        The metadata names something at {new URL(url).host}. Showing it tells that server your network
        address, and so does a picture that it names in turn.
      </p>
      <a
        class="button plain"
        href={config().routing === 'hash' ? `?pictures=on#${place}` : `${place}?pictures=on`}
      >
        Show what is elsewhere
      </a>
    </div>
  );
}

function Elsewhere({ url }: { url: string }) {
  const { value, error } = useLoaded(`described ${url}`, () => loadDescribed(url));
  if (error !== undefined) return <Failure error={error} />;
  if (value === undefined) return <Skeleton />;
  return (
    <div class="body">
      {value.name !== null && <h3>{value.name}</h3>}
      {value.description !== null && <p>{value.description}</p>}
      {value.image === null ? (
        <p class="quiet">It names no picture that can be shown.</p>
      ) : (
        <img
          class="picture"
          src={value.image}
          alt={value.name ?? 'As the metadata of the NFT names it'}
          referrerpolicy="no-referrer"
        />
      )}
    </div>
  );
}
