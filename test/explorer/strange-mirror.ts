import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const BUILT = new URL('../../dist/explorer/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', html: 'text/html' };
const CONFIG = { mirror: '', status: null, rpc: null, routing: 'hash' };

/** Writes a response: JSON, or anything else by a function. */
export type Answer = object | ((response: http.ServerResponse) => void);

/** A server with the explorer's files, routes after `#`, whose API gives any answers. */
export interface StrangeMirror {
  readonly url: string;
  /** Answers by path, without the query; others are 404. */
  readonly answers: Map<string, Answer>;
  /** Requested paths of the API with their queries. */
  readonly requested: string[];
  close(): Promise<void>;
}

export async function startStrangeMirror(): Promise<StrangeMirror> {
  const answers = new Map<string, Answer>();
  const requested: string[] = [];
  const server = http.createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const name = pathname.slice(1) || 'index.html';
    if (/^(?:index\.html|assets\/[\w.-]+)$/.test(name)) {
      response.setHeader('content-type', TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain');
      response.end(readFileSync(new URL(name, BUILT)));
      return;
    }
    if (name !== 'config.json') requested.push(pathname + search);
    const answer = name === 'config.json' ? CONFIG : answers.get(pathname);
    if (typeof answer === 'function') answer(response);
    else
      response
        .writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer ?? { _status: { messages: [{ message: 'Not found' }] } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    requested,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
