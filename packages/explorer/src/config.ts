/** The file `config.json` in the folder of the pages. */
export interface Config {
  /** Address of the mirror, without `/api/v1`; empty: that of the pages. */
  readonly mirror: string;
  /** Address of the status service; null: none. */
  readonly status: string | null;
  /** Address of JSON-RPC, for wallets; null: none. */
  readonly rpc: string | null;
  /** Whether addresses are paths, for which the server must answer with `index.html`, or come after `#`. */
  readonly routing: 'path' | 'hash';
}

let current: Config = { mirror: '', status: null, rpc: null, routing: 'hash' };

/** The configuration in force. */
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
    routing: given.routing === 'path' ? 'path' : 'hash',
  };
  restrict(current);
}

/** An address without its last slash; null unless it is one of http or https. */
function addressOf(text: unknown): string | null {
  if (typeof text !== 'string' || !URL.canParse(text) || !/^https?:/.test(text)) return null;
  return text.replace(/\/+$/, '');
}

/** Whether the user allowed pictures of other servers: part of the address, because the policy applies to a whole page. */
export function picturesAllowed(): boolean {
  return new URLSearchParams(location.search).get('pictures') === 'on';
}

/** Sets a Content-Security-Policy for static hosts that send none, equal to that of the query service. */
function restrict({ mirror, status }: Config): void {
  const origins = [mirror, ...(status === null ? [] : [status])].map((url) => new URL(url).origin);
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ${origins.join(' ')}${picturesAllowed() ? ' https:' : ''}; img-src 'self' data:${picturesAllowed() ? ' https:' : ''}; base-uri 'none'; form-action 'none'`;
  document.head.append(policy);
}
