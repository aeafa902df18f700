import { PATH_TYPES } from '../ingest/source/record-layout.ts';
import { BUCKET_SERVICE_NAMES } from '../ingest/store/bucket-services.ts';
import { type Setting, setting, shownAs } from '../kernel/settings/setting.ts';
import { boolean, duration, oneOf, optional, secret, text, url } from '../kernel/settings/setting-kinds.ts';
import { furtherBuckets } from './bucket-kinds.ts';

/** Settings of the buckets that streams are read from. */
export const BUCKET_SETTINGS = {
  bucketProvider: setting(
    'Buckets',
    'TAIN_BUCKET_PROVIDER',
    oneOf(...BUCKET_SERVICE_NAMES),
    's3',
    'Amazon S3 and compatible services, or Google Cloud Storage.',
  ),
  bucketEndpoint: shownAs(
    setting(
      'Buckets',
      'TAIN_BUCKET_ENDPOINT',
      optional(url('https:', 'http:')),
      '',
      'Endpoint of the service, such as that of a MinIO server.',
    ),
    "the provider's",
  ),
  bucketRegion: shownAs(
    setting('Buckets', 'TAIN_BUCKET_REGION', optional(text), '', 'Region of the buckets.'),
    '`us-east-1`; for GCS `auto`',
  ),
  bucketName: shownAs(
    setting(
      'Buckets',
      'TAIN_BUCKET_NAME',
      optional(text),
      '',
      'Bucket of the record stream, and of blocks without `TAIN_BLOCK_NODES`. Ignored with `TAIN_STREAMS`; the default also with `TAIN_BLOCK_NODES`.',
    ),
    "the network's: `hedera-mainnet-streams`, `hedera-testnet-streams-2024-02`, `hedera-preview-testnet-streams`",
  ),
  bucketPrefix: shownAs(
    setting(
      'Buckets',
      'TAIN_BUCKET_PREFIX',
      optional(text),
      '',
      'Prefix of its keys, before `recordstreams/`.',
    ),
    'none',
  ),
  bucketPathType: setting(
    'Buckets',
    'TAIN_BUCKET_PATH_TYPE',
    oneOf(...PATH_TYPES),
    'AUTO',
    "Nodes' folders: `recordstreams/record0.0.3/` (`ACCOUNT_ID`), `mainnet/0/0/record/` (`NODE_ID`), or detected for each node (`AUTO`).",
  ),
  bucketAccessKey: shownAs(
    setting(
      'Buckets',
      'TAIN_BUCKET_ACCESS_KEY',
      optional(secret(text)),
      '',
      'Access key id of the reader (GCS: of an HMAC key). [Public networks](operations.md#buckets) need one.',
    ),
    'none: requests are not signed',
  ),
  bucketSecretKey: shownAs(
    setting('Buckets', 'TAIN_BUCKET_SECRET_KEY', optional(secret(text)), '', 'Its secret access key.'),
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
      'The reader pays for requests (S3).',
    ),
    "on for a public network's own bucket",
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
      'Services with the same buckets, used [while those before them fail](operations.md#requests-and-failures): list of `{"provider", "endpoint", "region", "name", "blockName", "accessKey", "secretKey", "requesterPays", "project"}`; missing fields have the values of the settings above, except credentials and endpoint.',
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
    "the network's (`hedera-mainnet-recent-block-streams` and so on), else the record stream's",
  ),
  blockBucketPrefix: shownAs(
    setting(
      'Buckets',
      'TAIN_BLOCK_BUCKET_PREFIX',
      optional(text),
      '',
      "Prefix of its keys, before the network's folder.",
    ),
    'none',
  ),
  bucketPollInterval: setting(
    'Buckets',
    'TAIN_BUCKET_POLL_INTERVAL',
    duration,
    '500ms',
    'Interval of polls for new files at the end of the stream.',
  ),
} satisfies Record<string, Setting<unknown>>;
