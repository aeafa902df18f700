import type { FurtherBucket } from '../config/bucket-kinds.ts';
import type { Config } from '../config/config.ts';
import type { NetworkName } from '../config/general-settings.ts';
import { BUCKET_SERVICES, payerOf } from '../ingest/store/bucket-services.ts';
import type { BucketLocation } from '../ingest/store/store-kinds.ts';
import { Failure } from '../kernel/failure.ts';

/** Names of the public networks' buckets. */
const BUCKETS: Partial<Record<NetworkName, { readonly records: string; readonly blocks: string }>> = {
  mainnet: { records: 'hedera-mainnet-streams', blocks: 'hedera-mainnet-recent-block-streams' },
  testnet: { records: 'hedera-testnet-streams-2024-02', blocks: 'hedera-testnet-recent-block-streams' },
  previewnet: {
    records: 'hedera-preview-testnet-streams',
    blocks: 'hedera-previewnet-recent-block-streams',
  },
};

const SETTING_NAMES = {
  bucket: 'TAIN_BUCKET_NAME',
  endpoint: 'TAIN_BUCKET_ENDPOINT',
  region: 'TAIN_BUCKET_REGION',
  credentials: 'TAIN_BUCKET_ACCESS_KEY and TAIN_BUCKET_SECRET_KEY',
  requesterPays: 'TAIN_BUCKET_REQUESTER_PAYS',
};
const FALLBACK_NAMES = {
  bucket: 'TAIN_BUCKET_FALLBACKS',
  endpoint: 'TAIN_BUCKET_FALLBACKS',
  region: 'TAIN_BUCKET_FALLBACKS',
  credentials: 'TAIN_BUCKET_FALLBACKS',
  requesterPays: 'TAIN_BUCKET_FALLBACKS',
};

const BUCKET_KINDS = ['records', 'blocks'] as const;

/** Kind of a network's bucket. */
export type BucketKind = (typeof BUCKET_KINDS)[number];

/** Returns whether the settings select a bucket: they name one, or a public network and no other source. */
export function readsBuckets(config: Config): boolean {
  if (config.streams !== null) return false;
  return config.bucketName !== null || (config.blockNodes === null && config.network in BUCKETS);
}

/** Throws `Failure` when the settings select a bucket but lack something that it needs. */
export function requireBuckets(config: Config): void {
  if (readsBuckets(config)) for (const kind of BUCKET_KINDS) bucketsOf(config, kind);
}

/** Returns the name of a stream's bucket: as set, else that of the public network; null without one. */
export function bucketNameOf(config: Config, kind: BucketKind): string | null {
  return setBucketOf(config, kind) ?? BUCKETS[config.network]?.[kind] ?? null;
}

function setBucketOf({ bucketName, blockBucketName }: Config, kind: BucketKind): string | null {
  return kind === 'records' ? bucketName : (blockBucketName ?? bucketName);
}

/**
 * Returns the access parameters of a stream's bucket, followed by those of further services with the same content, in
 * order. Throws `Failure` that names the settings of missing credentials.
 */
export function bucketsOf(config: Config, kind: BucketKind): BucketLocation[] {
  const bucket = bucketNameOf(config, kind);
  if (bucket === null) throw new Failure('usage', 'Setting TAIN_BUCKET_NAME must be given.');
  const prefix = (kind === 'records' ? config.bucketPrefix : config.blockBucketPrefix) ?? '';
  const credentials = credentialsOf(config);
  const ownBucket = setBucketOf(config, kind) === null && config.bucketEndpoint === null;
  const pays = config.bucketRequesterPays ?? ownBucket;
  if (pays && credentials === null) {
    throw new Failure(
      'usage',
      `The reader of bucket ${bucket} pays for requests: settings TAIN_BUCKET_ACCESS_KEY and TAIN_BUCKET_SECRET_KEY must be given${BUCKET_SERVICES[config.bucketProvider].payerNeeds}. Other sources: TAIN_STREAMS, TAIN_BLOCK_NODES. To serve only a database, omit the role ingest (TAIN_ROLES).`,
    );
  }
  const first: BucketLocation = {
    kind: config.bucketProvider,
    endpoint: config.bucketEndpoint,
    region: config.bucketRegion,
    bucket,
    prefix,
    credentials,
    requesterPays: payerOf(config.bucketProvider, { pays, project: config.bucketProject }),
    settings: SETTING_NAMES,
  };
  return [first, ...(config.furtherBuckets ?? []).map((further) => fallbackOf(first, further, kind))];
}

function credentialsOf(config: Config): BucketLocation['credentials'] {
  const { bucketAccessKey: accessKeyId, bucketSecretKey: secretAccessKey, bucketSessionToken } = config;
  if (accessKeyId === null && secretAccessKey === null) return null;
  if (accessKeyId === null || secretAccessKey === null) {
    const missing = accessKeyId === null ? 'TAIN_BUCKET_ACCESS_KEY' : 'TAIN_BUCKET_SECRET_KEY';
    throw new Failure('usage', `Setting ${missing} must be given: credentials have two parts.`);
  }
  return {
    accessKeyId,
    secretAccessKey,
    ...(bucketSessionToken === null ? {} : { sessionToken: bucketSessionToken }),
  };
}

function fallbackOf(first: BucketLocation, further: FurtherBucket, kind: BucketKind): BucketLocation {
  const provider = further.provider ?? first.kind;
  const { accessKey, secretKey } = further;
  return {
    kind: provider,
    endpoint: further.endpoint ?? null,
    region: further.region ?? null,
    bucket: (kind === 'records' ? further.name : further.blockName) ?? first.bucket,
    prefix: first.prefix,
    credentials:
      accessKey !== undefined && secretKey !== undefined
        ? { accessKeyId: accessKey, secretAccessKey: secretKey }
        : null,
    requesterPays: payerOf(provider, {
      pays: further.requesterPays ?? false,
      project: further.project ?? null,
    }),
    settings: FALLBACK_NAMES,
  };
}
