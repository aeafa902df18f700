import { allowPictures, config, picturesAllowed } from '../config.ts';
import { useLoaded } from './hooks.ts';
import { Failure, Skeleton } from './parts.tsx';

/** Gateway for content addressed by hash (`ipfs://…`). */
const GATEWAY = 'https://ipfs.io/ipfs/';

/** Returns the host of a picture in the metadata, or null. */
export function hostOf(metadata: string): string | null {
  const url = urlOf(metadata);
  return url === null ? null : new URL(url).host;
}

/** Returns the URL in the metadata, over HTTPS or from IPFS; null when a browser cannot load it. */
function urlOf(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const url = text
    .replace(/^ipfs:\/\/(?:ipfs\/)?/, GATEWAY)
    .replace(/^(?=(?:Qm[1-9A-Za-z]{44}|baf[a-z2-7]{50,})(?:\/|$))/, GATEWAY);
  return /^https:\/\//.test(url) && URL.canParse(url) ? url : null;
}

/** Maximum size of metadata that is read. */
const MAX_METADATA_BYTES = 100_000;

/** Fields of HIP-412 metadata that are shown. */
interface Description {
  readonly name: string | null;
  readonly description: string | null;
  readonly image: string | null;
}

/** Loads the target of metadata: a JSON document that names a picture, or the picture itself. */
async function loadDescription(url: string): Promise<Description> {
  const picture = { name: null, description: null, image: url };
  const response = await fetch(url, { referrerPolicy: 'no-referrer', credentials: 'omit' });
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}.`);
  if (/^image\//.test(response.headers.get('content-type') ?? '')) return picture;
  const text = await shortText(response);
  if (text === null) return picture;
  try {
    const { name, description, image } = JSON.parse(text) as Record<string, unknown>;
    const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
    return { name: textOf(name), description: textOf(description), image: urlOf(image) };
  } catch {
    return picture;
  }
}

/** Reads a text; null when it is longer than metadata may be. A foreign server could send without end. */
async function shortText({ body }: Response): Promise<string | null> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let text = '';
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
    if (done || value === undefined) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length <= MAX_METADATA_BYTES) continue;
    await reader?.cancel();
    return null;
  }
}

/**
 * Picture and text of metadata, shown after the user consented. Consent reloads the page with a policy that allows
 * them.
 */
export function MetadataContent({ metadata, pagePath }: { metadata: string; pagePath: string }) {
  const url = urlOf(metadata);
  if (url === null) return null;
  if (!picturesAllowed()) return <PictureConsent hosts={[new URL(url).host]} pagePath={pagePath} />;
  return <ExternalContent url={url} />;
}

/** Names the hosts of the pictures, and requests consent. `pagePath`: the page's path and query. */
export function PictureConsent({ hosts, pagePath }: { hosts: readonly string[]; pagePath: string }) {
  const consentHref = `${pagePath}${pagePath.includes('?') ? '&' : '?'}pictures=on`;
  return (
    <div class="body">
      <p>
        The metadata links to content at {[...new Set(hosts)].join(', ')}. Loading it reveals your IP address
        to that server, and to the server of any picture that the content links to.
      </p>
      <a
        class="button plain"
        onClick={allowPictures}
        href={config().routing === 'hash' ? `?pictures=on#${pagePath}` : consentHref}
      >
        Load external content
      </a>
    </div>
  );
}

/** Small picture in a list. Empty if the metadata has none, or pictures are not allowed. */
export function Thumbnail({ metadata }: { metadata: string }) {
  const url = urlOf(metadata);
  const { value } = useLoaded(`described ${url}`, async () => (url === null ? null : loadDescription(url)));
  if (value?.image == null) return null;
  return (
    <img
      class="thumbnail"
      src={value.image}
      alt={value.name ?? ''}
      loading="lazy"
      referrerpolicy="no-referrer"
    />
  );
}

function ExternalContent({ url }: { url: string }) {
  const { value, error } = useLoaded(`described ${url}`, () => loadDescription(url));
  if (error !== undefined) return <Failure error={error} />;
  if (value === undefined) return <Skeleton />;
  return (
    <div class="body">
      {value.name !== null && <h2>{value.name}</h2>}
      {value.description !== null && <p>{value.description}</p>}
      {value.image === null ? (
        <p class="quiet">The metadata has no picture that can be displayed.</p>
      ) : (
        <img
          class="picture"
          src={value.image}
          alt={value.name ?? 'Picture of the NFT'}
          referrerpolicy="no-referrer"
        />
      )}
    </div>
  );
}
