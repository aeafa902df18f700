import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const BUILT = new URL('../../dist/explorer/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', html: 'text/html' };
/** Paths of the public mirror's interface (0.160); `*` is one segment, `#` an id. */
const PUBLIC_PATHS =
  `accounts accounts/* accounts/*/hooks accounts/*/nfts accounts/*/rewards accounts/*/tokens
accounts/*/airdrops/outstanding accounts/*/airdrops/pending accounts/*/allowances/crypto accounts/*/allowances/tokens
accounts/*/allowances/nfts balances blocks blocks/* contracts contracts/call contracts/* contracts/*/results contracts/*/state
contracts/*/results/logs contracts/*/results/* contracts/results contracts/results/* contracts/results/*/actions
contracts/results/*/opcodes contracts/results/logs network/exchangerate network/fees network/nodes network/registered-nodes
network/stake network/supply schedules schedules/* transactions transactions/* topics/* topics/*/messages topics/*/messages/*
topics/messages/* tokens tokens/# tokens/#/balances tokens/#/nfts tokens/#/nfts/* tokens/#/nfts/*/transactions`
    .split(/\s+/)
    .map((path) => path.replaceAll('*', '[^/]+').replaceAll('#', '[\\d.]+'));
const PUBLIC = new RegExp(`^/api/v1/(?:${PUBLIC_PATHS.join('|')})$`);
const MISSING = '{"_status":{"messages":[{"message":"Not found"}]}}';

/** A mirror and a static host for the explorer, each at its own address. */
export interface PlainMirror {
  /** Address of the explorer. Routes follow `#`. */
  readonly explorer: string;
  /** Address of the mirror. */
  readonly mirror: string;
  /** Requested paths that the public interface lacks. */
  readonly refused: Set<string>;
  /** Ends all connections to the mirror, and each new one, until it is called with false. */
  setDown(isDown: boolean): void;
  close(): Promise<void>;
}

export interface PlainMirrorOptions {
  /** Address of the upstream server. */
  readonly api: string;
  /** Number of blocks per second on the event stream, whose capability is then reported. Default: no extensions. */
  readonly blocksPerSecond?: number;
}

/**
 * Starts a mirror with only the interface of the public mirror node: no streams, no proofs, no extensions of Tain. The
 * explorer is served from another origin, as files of a static host.
 */
export async function startPlainMirror({ api, blocksPerSecond }: PlainMirrorOptions): Promise<PlainMirror> {
  const refused = new Set<string>();
  let isDown = false;
  const mirror = http.createServer((request, response) => {
    if (isDown) {
      request.socket.destroy();
      return;
    }
    const { pathname } = new URL(request.url ?? '/', api);
    response.setHeader('access-control-allow-origin', '*');
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-headers', 'content-type').end();
    } else if (blocksPerSecond !== undefined && pathname.endsWith('/capabilities')) {
      response.setHeader('content-type', 'application/json').end(
        JSON.stringify({
          chain_id: '0x12a',
          features: { event_streams: { available: true } },
          blocks: { first: null },
          proof: { kinds: [] },
        }),
      );
    } else if (blocksPerSecond !== undefined && pathname === '/api/v1/blocks/stream') {
      void sendBlocks(api, blocksPerSecond, response);
    } else if (!PUBLIC.test(pathname) || /\/(?:capabilities|stream|proof)$/.test(pathname)) {
      refused.add(pathname);
      response.writeHead(404, { 'content-type': 'application/json' }).end(MISSING);
    } else {
      const { accept = '*/*', 'content-type': type } = request.headers;
      const headers = { accept, ...(type === undefined ? {} : { 'content-type': type }) };
      const forwarded = http.request(
        new URL(request.url ?? '/', api),
        { method: request.method, headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, { 'content-type': answer.headers['content-type'] });
          answer.pipe(response);
        },
      );
      forwarded.on('error', () => response.destroy());
      request.pipe(forwarded);
    }
  });
  const mirrorUrl = await listen(mirror);
  const host = http.createServer((request, response) => {
    const name = (request.url ?? '/').split('?')[0]?.slice(1) || 'index.html';
    if (name === 'config.json') {
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ mirror: mirrorUrl, status: null, routing: 'hash' }));
    } else if (/^(?:index\.html|assets\/[\w.-]+)$/.test(name)) {
      response.setHeader('content-type', TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain');
      response.end(readFileSync(new URL(name, BUILT)));
    } else response.writeHead(404).end();
  });
  const explorer = await listen(host);
  return {
    explorer,
    mirror: mirrorUrl,
    refused,
    setDown(down) {
      isDown = down;
      if (down) mirror.closeAllConnections();
    },
    async close() {
      for (const server of [mirror, host]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

async function listen(server: http.Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Milliseconds between two writes of the stream. */
const TICK_MS = 20;

/** Sends copies of the last block as events, each with the next number, until the client disconnects. */
async function sendBlocks(api: string, perSecond: number, response: http.ServerResponse): Promise<void> {
  const answer = (await (await fetch(`${api}/api/v1/blocks?limit=1`)).json()) as {
    blocks: readonly { readonly number: number }[];
  };
  const [last] = answer.blocks;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const began = Date.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((Date.now() - began) / 1000) * perSecond);
    for (; sent < due; sent++) {
      const block = { ...last, number: (last?.number ?? 0) + 1 + sent };
      response.write(`data: ${JSON.stringify(block)}\n\n`);
    }
  }, TICK_MS);
  response.on('close', () => clearInterval(timer));
}
