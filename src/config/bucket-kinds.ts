import { BUCKET_SERVICE_NAMES, type BucketServiceName } from '../ingest/store/bucket-services.ts';
import { parseList, type Reader } from '../kernel/settings/setting-kinds.ts';

/** A further service that holds the buckets of the streams. */
export interface FurtherBucket {
  readonly provider?: BucketServiceName;
  readonly endpoint?: string;
  readonly region?: string;
  readonly name?: string;
  readonly blockName?: string;
  readonly accessKey?: string;
  readonly secretKey?: string;
  readonly requesterPays?: boolean;
  readonly project?: string;
}

const BUCKET_TEXTS = new Set([
  'endpoint',
  'region',
  'name',
  'blockName',
  'accessKey',
  'secretKey',
  'project',
]);

export const furtherBuckets: Reader<readonly FurtherBucket[]> = {
  kind: 'JSON',
  secret: true,
  read(value) {
    const wrong = new Error('a JSON list of buckets, each an object with known names');
    const parsed = parseList(value, wrong);
    for (const bucket of parsed) {
      if (typeof bucket !== 'object' || bucket === null) throw wrong;
      for (const [name, given] of Object.entries(bucket)) {
        const isRight =
          (name === 'provider' && BUCKET_SERVICE_NAMES.some((known) => known === given)) ||
          (name === 'requesterPays' && typeof given === 'boolean') ||
          (BUCKET_TEXTS.has(name) && typeof given === 'string' && given !== '');
        if (!isRight || (name === 'endpoint' && !/^https?:$/.test(schemeOf(given)))) throw wrong;
      }
    }
    return parsed as FurtherBucket[];
  },
};

function schemeOf(given: unknown): string {
  return typeof given === 'string' && URL.canParse(given) ? new URL(given).protocol : '';
}
