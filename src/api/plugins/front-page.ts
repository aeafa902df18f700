import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Kept, selectKept } from '../../reads/kept.ts';
import { type Begin, frontPage } from '../front-page/front-page.ts';
import { type Latest, selectLatest } from '../front-page/select-latest.ts';
import { type Proof, selectProof } from '../front-page/select-proof.ts';
import { selectRate, selectTotals, type Totals } from '../front-page/select-totals.ts';
import type { AnswerCache } from '../http/answer-cache.ts';
import { requestBy } from '../http/request-context.ts';
import { type Reads, type SnapshotReader, succeeded } from '../http/snapshot-reader.ts';
import { repeatable } from '../route/repeatable.ts';
import type { ApiSettings } from '../route/settings.ts';
import type { ExplorerPage } from './explorer.ts';
import { missing, type Send } from './reply.ts';

interface FrontPageOptions {
  readonly settings: Pick<ApiSettings, 'chainId' | 'eventStreams'>;
  readonly reader: SnapshotReader;
  readonly cache: AnswerCache | undefined;
  readonly clientOf: (request: FastifyRequest) => string;
  /** Link to the status page; null where none is known. */
  readonly statusUrl: string | null;
  readonly network: string | undefined;
  readonly send: Send;
  readonly hasProofs: boolean;
  readonly explorer: ExplorerPage;
}

/** What is shown besides the proof. */
interface Shown {
  readonly begin: Begin | undefined;
  readonly latest: Latest;
  readonly rate: number | null;
  readonly totals: Totals;
}

/** Milliseconds for which totals are shown before they are counted again. */
const TOTALS_MS = 10_000;

/** Answers `/` with a page for people, which shows the proof of the last block while the database answers. */
export function serveFrontPage(app: FastifyInstance, options: FrontPageOptions): void {
  const { reader, cache, clientOf, statusUrl, network, send, hasProofs } = options;
  const { chainId, eventStreams } = options.settings;
  const isLive = eventStreams > 0;
  let kept: { readonly at: number; readonly totals: Totals } | undefined;
  app.get('/', async (request, reply) => {
    // The framework takes `//` for the same.
    if (!/^\/(\?|$)/.test(request.url)) return send(reply, missing(request));
    const explored = options.explorer(request);
    if (explored !== null) return send(reply, explored);
    const page = (proof: Proof | null, shown: Partial<Shown> = {}) =>
      frontPage({ chainId, network, proof, ...shown, isLive, hasProofs, statusUrl });
    const read = repeatable(async ({ select }: Reads) => {
      const proof = await selectProof(select);
      // A list of nothing is no use, and moves when the first block comes.
      if (proof.block === null) return page(proof);
      const latest = await selectLatest(select);
      const rate = await selectRate(select);
      // Totals that were counted a moment ago do for any snapshot.
      if (kept === undefined || performance.now() - kept.at > TOTALS_MS) {
        kept = { at: performance.now(), totals: await selectTotals(select) };
      }
      return page(proof, { begin: beginOf(await selectKept(select)), latest, rate, totals: kept.totals });
    });
    const make = async () => succeeded(await reader.read(requestBy(clientOf(request), '/'), read)).value;
    const made = cache === undefined ? make() : cache.answer('/', () => false, make);
    const answer = await made.catch(() => page(null));
    return send(reply, answer);
  });
}

function beginOf({ start, firstBlock }: Kept): Begin | undefined {
  return start && firstBlock && { number: firstBlock.number, at: start.at };
}
