import { readdirSync, readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ReadyAnswer, ready } from '../answer/ready-answer.ts';
import { type ExplorerPage, missing, type Send } from './framework.ts';

interface ExplorerOptions {
  /** Returns the address of the status page for a client that used a `Host`; null when unknown. */
  readonly statusUrlAt: (host: string | undefined) => string | null;
  /** Returns the address of JSON-RPC for such a client; null when there is none. */
  readonly rpcUrlAt: (host: string | undefined) => string | null;
  /** Address of a Sourcify server; null: none. */
  readonly sourcifyUrl: string | null;
  readonly send: Send;
}

const BUILT = new URL('../../../dist/explorer/', import.meta.url);

/** First segments of the paths for which the explorer has a page. */
const PAGES =
  /^\/(?:$|(?:transactions|blocks|accounts|tokens|nfts|topics|contracts|schedules|nodes|network|fees|search)$|(?:transaction|tx|block|account|address|contract|token|topic|schedule|id)\/[^/]+(?:\/\d+)?$)/;

/** Slashes at the end of a path. Without the lookbehind, a long path of slashes takes quadratic time. */
const LAST_SLASHES = /(?<!\/)\/+$/;

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/**
 * Serves the files of the explorer, including `/`, and returns the handler of its other addresses, which are chosen
 * by `Accept`.
 */
export function serveExplorer(
  app: FastifyInstance,
  { statusUrlAt, rpcUrlAt, sourcifyUrl, send }: ExplorerOptions,
): ExplorerPage {
  const built = readBuilt();
  if (built === null) return () => null;
  app.get('/assets/:file', (request, reply) => {
    const { file } = request.params as { readonly file: string };
    return send(reply, built.assets.get(file) ?? missing(request));
  });
  app.get('/config.json', (request, reply) => {
    const { host } = request.headers;
    const config = JSON.stringify({
      mirror: '',
      status: statusUrlAt(host),
      rpc: rpcUrlAt(host),
      sourcify: sourcifyUrl,
      routing: 'path',
    });
    return send(
      reply,
      ready(config, 200, {
        'content-type': 'application/json; charset=utf-8',
        // The addresses depend on the client's `Host`.
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      }),
    );
  });
  const pageFor = ({ url, headers }: FastifyRequest): ReadyAnswer => {
    const [path = '', query = ''] = url.split('?');
    const status = PAGES.test(path.replace(LAST_SLASHES, '') || '/') ? 200 : 404;
    const pictures = new URLSearchParams(query).get('pictures') === 'on';
    const others = [statusUrlAt(headers.host), rpcUrlAt(headers.host), sourcifyUrl].map(originOf).join('');
    return explorerAnswer(built.page, status, others, pictures);
  };
  // The framework treats `//` as the same path.
  app.get('/', (request, reply) =>
    send(reply, /^\/(\?|$)/.test(request.url) ? pageFor(request) : missing(request)),
  );
  return (request) => (acceptsPage(request) ? pageFor(request) : null);
}

/** Returns whether a request comes from a browser that shows a page, not from another program. */
function acceptsPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '');
}

/**
 * Returns the page of the explorer. `origins`: those that it may connect to, each after a space; `pictures`: whether the
 * user enabled pictures from other servers.
 */
function explorerAnswer(page: Buffer, status: number, origins: string, pictures: boolean): ReadyAnswer {
  return ready(page, status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    vary: 'accept',
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'${origins}${pictures ? ' https:' : ''}; img-src 'self' data:${pictures ? ' https:' : ''}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
}

function originOf(url: string | null): string {
  return url !== null && URL.canParse(url) ? ` ${new URL(url).origin}` : '';
}

/** Reads the page and the assets of the explorer; null when `npm run build` has not made them. */
function readBuilt(): { readonly page: Buffer; readonly assets: ReadonlyMap<string, ReadyAnswer> } | null {
  let names: string[];
  try {
    names = readdirSync(new URL('assets/', BUILT));
  } catch {
    return null;
  }
  const assets = new Map(
    names.map((name) => {
      const answer = ready(readFileSync(new URL(`assets/${name}`, BUILT)), 200, {
        'content-type': TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      return [name, answer] as const;
    }),
  );
  // Pages have paths of any depth, so relative addresses do not work.
  const page = readFileSync(new URL('index.html', BUILT), 'utf8').replaceAll('"./', '"/');
  return { page: Buffer.from(page), assets };
}
