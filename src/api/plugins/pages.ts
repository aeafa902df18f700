import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../query/problem.ts';
import { type ReadyAnswer, ready } from '../answer/ready-answer.ts';
import { requestBy } from '../http/request-context.ts';
import type { RequestHandler } from '../http/request-handler.ts';
import { type Reads, type SnapshotReader, succeeded } from '../http/snapshot-reader.ts';
import { type Asking, answered, Refused } from '../pages/ask.ts';
import { ICON, pageAnswer } from '../pages/frame.ts';
import { nameOf, PAGES } from '../pages/pages.ts';
import { shownHtml } from '../pages/parts.ts';
import { problemHtml } from '../pages/problem-page.ts';
import { PROOF_PATH, proofPage, VERIFIER_PATH, verifierAnswer } from '../pages/proof-page.ts';
import { find } from '../pages/search.ts';
import { repeatable } from '../route/repeatable.ts';
import type { Route } from '../route/route.ts';
import type { ApiSettings } from '../route/settings.ts';
import { acceptsPage, type ExplorerPage } from './explorer.ts';
import { missing, type Send } from './reply.ts';

interface PageOptions {
  readonly settings: Pick<ApiSettings, 'shard' | 'realm'>;
  readonly requests: RequestHandler;
  readonly reader: SnapshotReader;
  readonly clientOf: (request: FastifyRequest) => string;
  /** Link to the status page; null where none is known. */
  readonly statusUrl: string | null;
  /** Where the status page is for a client that reached us by a `Host`; null where that is not known. */
  readonly statusUrlAt: (host: string | undefined) => string | null;
  readonly send: Send;
  /** Whether the server makes proofs. */
  readonly hasProofs: boolean;
  readonly explorer: ExplorerPage;
}

/** Answers pages about one thing, the search, and the icon. */
export function servePages(app: FastifyInstance, options: PageOptions): void {
  const { statusUrl, send, explorer } = options;
  const answer = async (reply: FastifyReply, make: () => Promise<ReadyAnswer>) =>
    send(
      reply,
      explorer(reply.request) ?? (await make().catch((error: unknown) => refusal(error, statusUrl))),
    );
  for (const [kind, make] of Object.entries(PAGES)) {
    app.get(`/${kind}/:name`, (request, reply) =>
      answer(reply, async () => {
        const { name } = request.params as { readonly name: string };
        const shown = await make(nameOf(kind, name), askingOf(request, options));
        return pageAnswer({
          title: `${shown.title} · Tain`,
          body: shownHtml(shown),
          statusUrl,
          byAccept: true,
        });
      }),
    );
  }
  app.get('/search', (request, reply) =>
    answer(reply, async () => {
      const text = queryValue(request, 'q');
      const found = await find(text, askingOf(request, options));
      if ('location' in found) {
        return ready('', 303, { location: found.location, 'cache-control': 'no-store' });
      }
      return pageAnswer({
        title: 'Search · Tain',
        body: shownHtml(found.shown),
        statusUrl,
        query: text,
        status: found.isFound ? 200 : 404,
        byAccept: true,
      });
    }),
  );
  if (options.hasProofs) serveProofPage(app, options);
  app.get('/status', (request, reply) => {
    const location = options.statusUrlAt(request.headers.host);
    if (location === null)
      return send(reply, acceptsPage(request) ? missingPage(request, null) : missing(request));
    return send(reply, ready('', 302, { location, 'cache-control': 'no-store' }));
  });
  const icon = ready(ICON, 200, {
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=86400',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  });
  // Browsers request the second one where a document names no icon.
  for (const path of ['/favicon.svg', '/favicon.ico']) app.get(path, (_request, reply) => send(reply, icon));
}

/** The page that verifies a proof in the browser, and the module with which it does. */
function serveProofPage(app: FastifyInstance, { statusUrl, send }: PageOptions): void {
  const verifier = verifierAnswer();
  if (verifier === null) return;
  app.get(VERIFIER_PATH, (_request, reply) => send(reply, verifier));
  app.get(PROOF_PATH, (request, reply) => {
    const id = queryValue(request, 'transaction');
    return send(reply, proofPage(id, statusUrl));
  });
}

/** A value of the query, cut where it is longer than any name. */
function queryValue({ url }: FastifyRequest, name: string): string {
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  return (new URLSearchParams(query).get(name) ?? '').slice(0, LONGEST_QUERY);
}

const LONGEST_QUERY = 500;

/** Lets a page ask as the client that wants it. */
function askingOf(request: FastifyRequest, options: PageOptions): Asking {
  const { requests, reader, clientOf, settings, hasProofs } = options;
  const client = clientOf(request);
  return {
    home: settings,
    hasProofs,
    lookUp: async (query) => {
      const read = repeatable(({ lookUp }: Reads) => lookUp(query));
      return succeeded(await reader.read(requestBy(client, '/'), read)).value;
    },
    async ask(route, path, query) {
      const url = `${pathWith(route, path)}${query === undefined ? '' : `?${query}`}`;
      const { answer } = await requests.handle(route, {
        url,
        pathTexts: path,
        client,
        authorization: request.headers.authorization,
        contentType: undefined,
        acceptEncoding: undefined,
        body: undefined,
      });
      return answered(url, answer.status, answer.body.toString());
    },
  };
}

function pathWith({ path }: Route, texts: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(texts[name] ?? ''));
}

/** The page of a request that failed. What is no refusal is thrown again: it is ours. */
function refusal(error: unknown, statusUrl: string | null): ReadyAnswer {
  if (error instanceof Refused) return problemAnswer(error.answer.status, error.message, statusUrl);
  if (error instanceof Problem)
    return problemAnswer(error.status, 'The database does not answer.', statusUrl);
  throw error;
}

function problemAnswer(status: number, detail: string, statusUrl: string | null): ReadyAnswer {
  return pageAnswer({ ...problemHtml(status, detail), status, statusUrl, byAccept: true });
}

/** 404 as a page. */
export function missingPage(request: FastifyRequest, statusUrl: string | null): ReadyAnswer {
  const [path = ''] = request.url.split('?');
  const { title, body } = problemHtml(404, `Nothing is at ${path}.`);
  return pageAnswer({ title, body, status: 404, statusUrl, byAccept: true });
}
