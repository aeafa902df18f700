import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createDeflate,
  createGzip,
  deflate,
  gzip,
} from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'deflate';

/** Smaller bodies are sent uncompressed. */
export const COMPRESS_FROM_BYTES = 1024;

const gzipAsync = promisify(gzip);
const deflateAsync = promisify(deflate);
const brotliAsync = promisify(brotliCompress);

/** Compresses in the thread pool, at levels suited to answers made on demand. */
export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(body, { level: 4 });
  if (encoding === 'deflate') return deflateAsync(body, { level: 4 });
  return brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

/** Compresses a body that is too long to be cached. Its text is repetitive, so the fastest level suffices. */
export function compressor(encoding: Encoding): Transform {
  if (encoding === 'gzip') return createGzip({ level: 1 });
  if (encoding === 'deflate') return createDeflate({ level: 1 });
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
}

/**
 * Chooses the encoding for an `Accept-Encoding` header: the supported one with the greatest weight; for equal weights
 * gzip before brotli before deflate, by cost.
 */
export function negotiateEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined || header === '' || header.length > 1000) return undefined;
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';');
    const q = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    weights.set(name.trim().toLowerCase(), Number.isNaN(weight) ? 0 : weight);
  }
  let best: Encoding | undefined;
  let max = 0;
  for (const encoding of ['gzip', 'br', 'deflate'] as const) {
    const weight = weights.get(encoding) ?? weights.get('*') ?? 0;
    if (weight > max) {
      max = weight;
      best = encoding;
    }
  }
  return best;
}

const ANY = '*/*';

/**
 * Returns the weight of a media type (`text/csv`) in a header `Accept`: that of the most specific range that covers it, and 0
 * without one. `isNamed`: whether only the type itself counts, not a range of types.
 */
export function mediaWeight(accept: string | undefined, mediaType: string, isNamed = false): number {
  const ranges = isNamed ? [mediaType] : [mediaType, mediaType.replace(/\/.*$/, '/*'), ANY];
  let rank = ranges.length;
  let weight = 0;
  for (const range of (accept ?? '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const at = ranges.indexOf(type);
    if (at < 0 || at > rank) continue;
    const share = /^q=([\d.]{1,5})$/.exec(parameters.find((each) => each.startsWith('q=')) ?? '')?.[1];
    rank = at;
    weight = share === undefined ? 1 : Number(share) || 0;
  }
  return weight;
}
