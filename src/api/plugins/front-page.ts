import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sql } from '../../access/sql.ts';
import { frontPage, statusUrlFor } from '../front-page/front-page.ts';
import { type Latest, selectLatest } from '../front-page/select-latest.ts';
import { type Proof, selectProof } from '../front-page/select-proof.ts';
import type { AnswerCache } from '../http/answer-cache.ts';
import { beginRequest } from '../http/request-progress.ts';
import type { Selector } from '../http/select.ts';
import type { ApiSettings } from '../route/settings.ts';
import { missing, type Send } from './reply.ts';

interface FrontPageOptions {
  readonly settings: Pick<ApiSettings, 'chainId' | 'streams'>;
  readonly selector: Selector;
  readonly cache: AnswerCache | undefined;
  readonly clientOf: (request: FastifyRequest) => string;
  /** Where people reach the status service; else its port on this machine, if there is one to link to. */
  readonly statusUrl: string | undefined;
  readonly statusPort: number | undefined;
  readonly send: Send;
}

/** Answers `/` with a page for people, which shows the proof of the last block while the database answers. */
export function serveFrontPage(app: FastifyInstance, options: FrontPageOptions): void {
  const { selector, cache, clientOf, statusPort, send } = options;
  const { chainId, streams } = options.settings;
  const isLive = streams.most > 0;
  app.get('/', async (request, reply) => {
    // The framework takes `//` for the same.
    if (!/^\/(\?|$)/.test(request.url)) return send(reply, missing(request));
    const statusUrl = options.statusUrl ?? statusUrlFor(request.headers.host, statusPort);
    const page = (proof: Proof | null, latest?: Latest) =>
      frontPage({ chainId, proof, latest, isLive, statusUrl });
    const progress = beginRequest(clientOf(request));
    const select = (query: Sql) => selector.select('/', query, progress);
    const make = () =>
      selector.read(progress, async () => {
        const proof = await selectProof(select);
        // A list of nothing is no use, and moves when the first block comes.
        return proof.block === null ? page(proof) : page(proof, await selectLatest(select));
      });
    const made = cache === undefined ? make() : cache.answer(`/ ${statusUrl ?? ''}`, () => false, make);
    const answer = await made.catch(() => page(null));
    return send(reply, answer);
  });
}
