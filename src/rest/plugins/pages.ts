import type { FastifyInstance } from 'fastify';
import { ready } from '../answer/ready-answer.ts';
import { ICON } from '../pages/frame.ts';
import { PROOF_PATH, proofPage, VERIFIER_PATH, verifierAnswer } from '../pages/proof-page.ts';
import { type ExplorerPage, missing, type Send } from './framework.ts';

interface PageOptions {
  /** Link to the status page; null where none is known. */
  readonly statusUrl: string | null;
  /** Returns the address of the status page for a client that used a `Host`; null when unknown. */
  readonly statusUrlAt: (host: string | undefined) => string | null;
  readonly send: Send;
  /** Whether the server makes proofs. */
  readonly hasProofs: boolean;
  readonly explorer: ExplorerPage;
}

/** Serves the pages outside of the explorer: the page that verifies proofs, the redirect to the status page, and the icon. */
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
  // Browsers request `/favicon.ico` if a document names no icon.
  for (const path of ['/favicon.svg', '/favicon.ico']) app.get(path, (_request, reply) => send(reply, icon));
}

/** Serves the page that verifies a proof in the browser, and its module. */
function serveProofPage(app: FastifyInstance, { statusUrl, send }: PageOptions): void {
  const verifier = verifierAnswer();
  if (verifier === null) return;
  app.get(VERIFIER_PATH, (_request, reply) => send(reply, verifier));
  app.get(PROOF_PATH, ({ url }, reply) => {
    const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
    return send(reply, proofPage((query.get('transaction') ?? '').slice(0, MAX_NAME_LENGTH), statusUrl));
  });
}

/** Maximum length in characters of a transaction's name in the page's address. */
const MAX_NAME_LENGTH = 500;
