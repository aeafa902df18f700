import { PATH_TYPES } from '../../ingest/source/record-layout.ts';
import { furtherBuckets } from './bucket-kinds.ts';
import { type Setting, setting, shownAs } from './setting.ts';
import { boolean, duration, integer, oneOf, optional, secret, text, url } from './setting-kinds.ts';

/** Settings of the buckets that streams are read from. */
export const BUCKET_SETTINGS = {
  bucketProvider: setting(
    'Buckets',
    'TAIN_BUCKET_PROVIDER',
    oneOf('s3', 'gcs'),
    's3',
    'What serves the buckets of the streams: Amazon S3 and what speaks as it does, or Google Cloud Storage.',
  ),
  bucketEndpoint: shownAs(
    setting(
      'Buckets',
      'TAIN_BUCKET_ENDPOINT',
      optional(url('https:', 'http:')),
      '',
      'URL of the service, such as that of a MinIO.',
    ),
    "the provider's",
  ),
  bucketRegion: shownAs(
    setting('Buckets', 'TAIN_BUCKET_REGION', optional(text), '', 'Region of the buckets.'),
    '`us-east-1`; of GCS `auto`',
  ),
  bucketName: shownAs(
    setting(
      'Buckets',
      'TAIN_BUCKET_NAME',
      optional(text),
      '',
      "Bucket of the record stream, and of blocks where no `TAIN_BLOCK_NODES` give them. Not read where `TAIN_STREAMS` names a folder; the network's own are read only where neither names another source.",
    ),
    "the network's: `hedera-mainnet-streams`, `hedera-testnet-streams-2024-02`, `hedera-preview-testnet-streams`",
  ),
  bucketPrefix: shownAs(
    setting(
      'Buckets',
      'TAIN_BUCKET_PREFIX',
      optional(text),
      '',
      'What all its keys begin with, before `recordstreams/`.',
    ),
    'none',
  ),
  bucketPathType: setting(
    'Buckets',
    'TAIN_BUCKET_PATH_TYPE',
    oneOf(...PATH_TYPES),
    'AUTO',
    "How nodes' folders are named: `recordstreams/record0.0.3/` (`ACCOUNT_ID`), `mainnet/0/0/record/` (`NODE_ID`), or as they are found, each node by itself (`AUTO`).",
  ),
  bucketAccessKey: shownAs(
    setting(
      'Buckets',
      'TAIN_BUCKET_ACCESS_KEY',
      optional(secret(text)),
      '',
      'Access key id of the account that reads (of GCS: of an HMAC key). Public networks need one, since who reads pays.',
    ),
    'none: requests are not signed',
  ),
  bucketSecretKey: shownAs(
    setting(
      'Buckets',
      'TAIN_BUCKET_SECRET_KEY',
      optional(secret(text)),
      '',
      'Secret access key of that account.',
    ),
    'none',
  ),
  bucketSessionToken: shownAs(
    setting(
      'Buckets',
      'TAIN_BUCKET_SESSION_TOKEN',
      optional(secret(text)),
      '',
      'Session token of temporary credentials.',
    ),
    'none',
  ),
  bucketRequesterPays: shownAs(
    setting(
      'Buckets',
      'TAIN_BUCKET_REQUESTER_PAYS',
      optional(boolean),
      '',
      'Whether the account that reads pays for requests (S3).',
    ),
    "on for a public network's own bucket, else off",
  ),
  bucketProject: shownAs(
    setting('Buckets', 'TAIN_BUCKET_PROJECT', optional(text), '', 'Project that pays for requests (GCS).'),
    'none',
  ),
  furtherBuckets: shownAs(
    setting(
      'Buckets',
      'TAIN_BUCKET_FALLBACKS',
      optional(secret(furtherBuckets)),
      '',
      'Further services that hold the same buckets, asked in turn while those before them fail: a JSON list of `{"provider", "endpoint", "region", "name", "blockName", "accessKey", "secretKey", "requesterPays", "project"}`; what is left out is as above, credentials and endpoint are not.',
    ),
    'none',
  ),
  blockBucketName: shownAs(
    setting(
      'Buckets',
      'TAIN_BLOCK_BUCKET_NAME',
      optional(text),
      '',
      'Bucket of the block stream, at the same service.',
    ),
    "the network's: `hedera-mainnet-recent-block-streams` and so on; else that of the record stream",
  ),
  blockBucketPrefix: shownAs(
    setting(
      'Buckets',
      'TAIN_BLOCK_BUCKET_PREFIX',
      optional(text),
      '',
      "What all its keys begin with, before the network's folder.",
    ),
    'none',
  ),
  bucketPollInterval: setting(
    'Buckets',
    'TAIN_BUCKET_POLL_INTERVAL',
    duration,
    '500ms',
    'Time between two looks for new files at the end of the stream.',
  ),
  bucketListedNodes: setting(
    'Buckets',
    'TAIN_BUCKET_LISTED_NODES',
    integer(1, 1000),
    '4',
    'Of how many nodes each of these looks lists the folders, in turn. When one shows a new file, those of the others are listed once; when a file is refused, all are.',
  ),
} satisfies Record<string, Setting<unknown>>;
