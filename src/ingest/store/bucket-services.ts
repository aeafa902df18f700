/** Properties of a bucket service that speaks S3. */
export interface BucketService {
  /** Scheme of bucket URLs. */
  readonly scheme: string;
  /** Endpoint of the service; null: the client's default, by region. */
  readonly endpoint: string | null;
  readonly region: string;
  /** Form in which a request names its payer: in a header, or a project in a parameter of this name. */
  readonly payer: 'header' | { readonly parameter: string };
  /** Requirements for a payer besides the two keys, as the end of a sentence. */
  readonly payerNeeds: string;
  /** Whether the service can store the archive. */
  readonly isWritable: boolean;
}

/**
 * All bucket services, by their names in the settings. `s3`: Amazon S3 and compatible services (MinIO, with an
 * endpoint). `gcs`: Google Cloud Storage by its XML interface; its HMAC keys are the credentials.
 */
export const BUCKET_SERVICES = {
  s3: {
    scheme: 's3',
    endpoint: null,
    region: 'us-east-1',
    payer: 'header',
    payerNeeds: '',
    isWritable: true,
  },
  gcs: {
    scheme: 'gs',
    endpoint: 'https://storage.googleapis.com',
    region: 'auto',
    payer: { parameter: 'userProject' },
    payerNeeds: ' (an HMAC key), and TAIN_BUCKET_PROJECT',
    isWritable: false,
  },
} as const satisfies Readonly<Record<string, BucketService>>;

export type BucketServiceName = keyof typeof BUCKET_SERVICES;

export const BUCKET_SERVICE_NAMES = Object.keys(BUCKET_SERVICES) as readonly BucketServiceName[];

/** Returns the payer of requests for `S3StoreOptions`: whether the reader pays, or the configured project. */
export function payerOf(
  name: BucketServiceName,
  { pays, project }: { readonly pays: boolean; readonly project: string | null },
): boolean | string {
  return BUCKET_SERVICES[name].payer === 'header' ? pays : (project ?? false);
}
