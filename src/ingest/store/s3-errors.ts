import { StreamFileError, type StreamFileErrorCode } from '../decode/stream-error.ts';

/** Names of the settings that messages mention; what is not named is not mentioned. */
export interface S3SettingNames {
  readonly bucket?: string;
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: string;
  readonly requesterPays?: string;
}

/** What is known of the request that failed. */
export interface FailedRequest {
  /** The key, or the name of the store where it was no object. */
  readonly file: string;
  readonly bucket: string;
  /** Whether it was signed. */
  readonly signed: boolean;
  readonly settings: S3SettingNames;
}

/** A refusal, and whether the same request may succeed a moment later. */
export interface S3Failure {
  readonly error: StreamFileError;
  readonly isTransient: boolean;
}

/** Errors of sockets and names that may pass. */
const NETWORK = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ERR_STREAM_PREMATURE_CLOSE',
]);
const TOO_MANY = new Set([
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  'RequestLimitExceeded',
  'TooManyRequests',
]);
/** Statuses of redirects: the bucket is elsewhere. */
const ELSEWHERE = new Set([301, 302, 307, 308]);
const CODE = /^[A-Za-z]{1,64}$/;

/**
 * What went wrong with a request to a bucket, in one sentence that names the bucket and the setting to look at. Only
 * the service's error code is taken from its answer: its messages repeat parts of credentials and of the request.
 */
export function s3Failure(thrown: unknown, request: FailedRequest): S3Failure {
  if (thrown instanceof StreamFileError) {
    const isTransient = thrown.code === 'timeout' || thrown.code === 'unreadable';
    return { error: thrown, isTransient };
  }
  const { code, status } = readError(thrown);
  const fail = (kind: StreamFileErrorCode, reason: string, isTransient = false): S3Failure => ({
    error: new StreamFileError(kind, request.file, null, reason),
    isTransient,
  });
  const where = `bucket ${request.bucket}`;
  const { settings } = request;
  const said = code === null ? `${status ?? 'no status'}` : `${status ?? ''} ${code}`.trim();
  if (code === 'NoSuchBucket') {
    return fail('unreadable', `${where} does not exist${see(settings.bucket, settings.endpoint)}`);
  }
  if (status === 404) return fail('missing', `is not in ${where}`);
  if (status === 401 || status === 403 || status === 402) {
    const hint = see(settings.credentials, settings.requesterPays);
    const how = request.signed ? 'these credentials' : 'requests without credentials';
    return fail('unreadable', `${where} refuses ${how} (${said})${hint}`);
  }
  if (status !== null && ELSEWHERE.has(status)) {
    return fail(
      'unreadable',
      `${where} is in another region or place (${said})${see(settings.region, settings.endpoint)}`,
    );
  }
  const isBusy = status === 429 || status === 408 || (code !== null && TOO_MANY.has(code));
  if (isBusy || (status !== null && status >= 500)) {
    return fail('unreadable', `${where} cannot answer now (${said})`, true);
  }
  const network = networkCode(thrown);
  if (network !== null) {
    const hint = network === 'ENOTFOUND' || network === 'ECONNREFUSED' ? see(settings.endpoint) : '';
    return fail('unreadable', `the connection to ${where} failed (${network})${hint}`, true);
  }
  if (status === null || status < 300)
    return fail('unreadable', `${where} gives no answer that can be read`, true);
  return fail('unreadable', `${where} refuses the request (${said})${see(settings.bucket, settings.region)}`);
}

function see(...names: readonly (string | undefined)[]): string {
  const known = names.filter((name) => name !== undefined);
  return known.length === 0 ? '' : `: see ${known.join(' and ')}`;
}

function readError(thrown: unknown): { readonly code: string | null; readonly status: number | null } {
  if (typeof thrown !== 'object' || thrown === null) return { code: null, status: null };
  const { name, $metadata: metadata } = thrown as {
    name?: unknown;
    $metadata?: { httpStatusCode?: unknown };
  };
  const status = metadata?.httpStatusCode;
  const isService = typeof status === 'number';
  return {
    code: isService && typeof name === 'string' && CODE.test(name) ? name : null,
    status: isService ? status : null,
  };
}

/** The code of a network error, also where another error wraps it. */
function networkCode(thrown: unknown, depth = 0): string | null {
  if (typeof thrown !== 'object' || thrown === null || depth > 4) return null;
  const { code, name, message, cause } = thrown as Record<string, unknown>;
  if (typeof code === 'string' && NETWORK.has(code)) return code;
  if (name === 'TimeoutError') return 'ETIMEDOUT';
  if (message === 'aborted' || message === 'socket hang up') return 'ECONNRESET';
  return networkCode(cause, depth + 1);
}
