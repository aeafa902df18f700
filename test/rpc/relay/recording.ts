import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Answer } from '../../clients/relay-process.ts';
import type { Request } from './requests.ts';

/** A request and the relay's response. */
export interface RecordedPair {
  readonly request: Request;
  readonly relay: Answer;
}

const FILE = new URL('recorded.json.gz', import.meta.url);
/**
 * Maximum length of a response whose pairs are all recorded. Only the first of the longer ones are recorded for each
 * method.
 */
const SHORT = 2_500;
const LONG_PER_METHOD = 4;
/** Maximum length of a recorded response. */
const TOO_LONG = 60_000;

/** Reads the pairs that `writeRecording` wrote. */
export function readRecording(): RecordedPair[] {
  return JSON.parse(gunzipSync(readFileSync(FILE)).toString('utf8')) as RecordedPair[];
}

/** Records a sample of pairs: each different request with a short response, and a few with long responses of each method. */
export function writeRecording(pairs: readonly RecordedPair[]): void {
  const seen = new Set<string>();
  const long = new Map<string, number>();
  const sample = pairs.filter(({ request, relay }) => {
    const key = JSON.stringify(request);
    const length = JSON.stringify(relay).length;
    if (seen.has(key) || length > TOO_LONG) return false;
    seen.add(key);
    if (length <= SHORT) return true;
    const count = (long.get(request[0]) ?? 0) + 1;
    long.set(request[0], count);
    return count <= LONG_PER_METHOD;
  });
  writeFileSync(FILE, gzipSync(JSON.stringify(sample), { level: 9 }));
}
