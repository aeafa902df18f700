/** What holds for a service of buckets that speaks S3. */
export interface BucketService {
  /** How a name of a bucket begins. */
  readonly scheme: string;
  /** Null: that of the client, by region. */
  readonly endpoint: string | null;
  readonly region: string;
  /** How a request names its payer: in a header, or a project in a parameter of this name. */
  readonly payer: 'header' | { readonly parameter: string };
  /** What a payer must give besides its two keys, as the end of a sentence. */
  readonly payerNeeds: string;
  /** Whether the archive may be kept in it. */
  readonly keeps: boolean;
}

/**
 * All services of buckets, as the settings name them. `s3`: Amazon S3, and whatever speaks as it does (MinIO, with an
 * endpoint). `gcs`: Google Cloud Storage by its XML interface; its HMAC keys are the credentials.
 */
export const BUCKET_SERVICES = {
  s3: { scheme: 's3', endpoint: null, region: 'us-east-1', payer: 'header', payerNeeds: '', keeps: true },
  gcs: {
    scheme: 'gs',
    endpoint: 'https://storage.googleapis.com',
    region: 'auto',
    payer: { parameter: 'userProject' },
    payerNeeds: ' (an HMAC key), and TAIN_BUCKET_PROJECT',
    keeps: false,
  },
} as const satisfies Readonly<Record<string, BucketService>>;

export type BucketServiceName = keyof typeof BUCKET_SERVICES;

export const BUCKET_SERVICE_NAMES = Object.keys(BUCKET_SERVICES) as readonly BucketServiceName[];

/** Who pays for requests, for `S3StoreOptions`: whether whoever reads does, or the project that the settings name. */
export function payerOf(
  name: BucketServiceName,
  { pays, project }: { readonly pays: boolean; readonly project: string | null },
): boolean | string {
  return BUCKET_SERVICES[name].payer === 'header' ? pays : (project ?? false);
}
