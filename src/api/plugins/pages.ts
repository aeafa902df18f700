import type { FastifyInstance } from 'fastify';
import { ready } from '../answer/ready-answer.ts';
import { ICON } from '../pages/frame.ts';
import { PROOF_PATH, proofPage, VERIFIER_PATH, verifierAnswer } from '../pages/proof-page.ts';
import type { ExplorerPage } from './explorer.ts';
import { missing, type Send } from './reply.ts';

interface PageOptions {
  /** Link to the status page; null where none is known. */
  readonly statusUrl: string | null;
  /** Where the status page is for a client that reached us by a `Host`; null where that is not known. */
  readonly statusUrlAt: (host: string | undefined) => string | null;
  readonly send: Send;
  /** Whether the server makes proofs. */
  readonly hasProofs: boolean;
  readonly explorer: ExplorerPage;
}

/** Answers what is no page of the explorer: the page that verifies proofs, the way to the status page, and the icon. */
export function servePages(app: FastifyInstance, options: PageOptions): void {
  const { send, explorer } = options;
  if (options.hasProofs) serveProofPage(app, options);
  app.get('/status', (request, reply) => {
    const location = options.statusUrlAt(request.headers.host);
    if (location === null) return send(reply, explorer(request) ?? missing(request));
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
  app.get(PROOF_PATH, ({ url }, reply) => {
    const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
    return send(reply, proofPage((query.get('transaction') ?? '').slice(0, MAX_NAME_LENGTH), statusUrl));
  });
}

/** Characters of the longest name of a transaction that the page takes from its address. */
const MAX_NAME_LENGTH = 500;
