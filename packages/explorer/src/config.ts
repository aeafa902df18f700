import { hasConsent, storeConsent } from './words/picture-consent.ts';

/** Content of `config.json` in the folder of the pages. */
export interface Config {
  /** URL of the mirror, without `/api/v1`; empty: that of the pages. */
  readonly mirror: string;
  /** URL of the status service; null: none. */
  readonly status: string | null;
  /** URL of the JSON-RPC service, for wallets and the methods of a local network; null: none. */
  readonly rpc: string | null;
  /** URL of a Sourcify server, in which sources are looked for on request; null: none. */
  readonly sourcify: string | null;
  /** Name of the network, for a mirror that does not report it; null: none. */
  readonly network: string | null;
  /** Whether page addresses are paths, for which the server must respond with `index.html`, or fragments after `#`. */
  readonly routing: 'path' | 'hash';
}

let current: Config = { mirror: '', status: null, rpc: null, sourcify: null, network: null, routing: 'hash' };

/** Returns the loaded configuration. */
export function config(): Config {
  return current;
}

/** Reads `config.json` and limits connections to the addresses in it. Throws when it cannot be read. */
export async function loadConfig(): Promise<void> {
  const response = await fetch(new URL('../config.json', import.meta.url));
  if (!response.ok) throw new Error(`config.json: ${response.status}`);
  const given = (await response.json()) as Partial<Config>;
  current = {
    mirror: addressOf(given.mirror) ?? location.origin,
    status: addressOf(given.status),
    rpc: addressOf(given.rpc),
    sourcify: addressOf(given.sourcify),
    network: typeof given.network === 'string' ? given.network : null,
    routing: given.routing === 'path' ? 'path' : 'hash',
  };
  restrict(current);
}

/** Returns an http or https URL without its last slash; null for others. */
function addressOf(text: unknown): string | null {
  if (typeof text !== 'string' || !URL.canParse(text) || !/^https?:/.test(text)) return null;
  return text.replace(/\/+$/, '');
}

/** Stores that the user allowed pictures from other servers. */
export function allowPictures(): void {
  storeConsent(() => sessionStorage);
}

/** Returns whether the user allowed pictures from other servers. */
export function picturesAllowed(): boolean {
  return hasConsent(location.search, () => sessionStorage);
}

/** Sets a Content-Security-Policy equal to that of the query service, for static hosts that send none. */
function restrict({ mirror, status, rpc, sourcify }: Config): void {
  const origins = [mirror, status, rpc, sourcify].flatMap((url) =>
    url === null ? [] : [new URL(url).origin],
  );
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ${origins.join(' ')}${picturesAllowed() ? ' https:' : ''}; img-src 'self' data:${picturesAllowed() ? ' https:' : ''}; base-uri 'none'; form-action 'none'`;
  document.head.append(policy);
}
