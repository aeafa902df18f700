import { StreamFileError, type StreamFileErrorCode } from '../decode/stream-error.ts';

/** Names of the settings that messages mention; absent ones are not mentioned. */
export interface S3SettingNames {
  readonly bucket?: string;
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: string;
  readonly requesterPays?: string;
}

/** Facts about the request that failed. */
export interface FailedRequest {
  /** The key, or the name of the store if the request was not for an object. */
  readonly file: string;
  readonly bucket: string;
  /** Host and port of the request; null: the service's default. */
  readonly server: string | null;
  /** Whether the request was signed. */
  readonly signed: boolean;
  readonly settings: S3SettingNames;
}

/** An error, and whether the same request may succeed a moment later. */
export interface S3Failure {
  readonly error: StreamFileError;
  readonly isTransient: boolean;
}

/** Socket errors after a connection was made, which may be temporary. */
const CUT = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);
/**
 * Errors of names and sockets that prevent a connection, which may be temporary, too. The parameter is a name, or
 * address and port.
 */
const UNREACHED: Readonly<Record<string, (target: string) => string>> = {
  ENOTFOUND: (target) => `the name ${target} does not resolve`,
  EAI_AGAIN: (target) => `no name server answers for ${target}`,
  ECONNREFUSED: (target) => `nothing listens at ${target}`,
  EHOSTUNREACH: (target) => `there is no route to ${target}`,
  ENETUNREACH: (target) => `there is no route to ${target}`,
  ENETDOWN: (target) => `the network to ${target} is down`,
  ETIMEDOUT: (target) => `${target} does not answer`,
};
const TOO_MANY = new Set([
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  'RequestLimitExceeded',
  'TooManyRequests',
]);
/** Statuses of redirects, which mean that the bucket has another address. */
const ELSEWHERE = new Set([301, 302, 307, 308]);
const CODE = /^[A-Za-z]{1,64}$/;

/**
 * Returns the error of a request to a bucket, in one sentence that names the bucket and the setting to check. Only the
 * service's error code is taken from its response: its messages repeat parts of credentials and of the request.
 */
export function s3Failure(thrown: unknown, request: FailedRequest): S3Failure {
  const isOurs = thrown instanceof StreamFileError;
  if (isOurs && thrown.code !== 'timeout')
    return { error: thrown, isTransient: thrown.code === 'unreadable' };
  const { code, status } = readError(thrown);
  const fail = (kind: StreamFileErrorCode, reason: string, isTransient = false): S3Failure => ({
    error: new StreamFileError(kind, request.file, null, reason),
    isTransient,
  });
  const where = `bucket ${request.bucket}`;
  const { settings } = request;
  const statusText = code === null ? `${status ?? 'no status'}` : `${status ?? ''} ${code}`.trim();
  if (code === 'NoSuchBucket') {
    return fail('unreadable', `${where} does not exist${see(settings.bucket, settings.endpoint)}`);
  }
  if (status === 404) return fail('missing', `is not in ${where}`);
  if (status === 401 || status === 403 || status === 402) {
    const hint = see(settings.credentials, settings.requesterPays);
    const how = request.signed ? 'these credentials' : 'requests without credentials';
    return fail('unreadable', `${where} refuses ${how} (${statusText})${hint}`);
  }
  if (status !== null && ELSEWHERE.has(status)) {
    return fail(
      'unreadable',
      `${where} is in another region or place (${statusText})${see(settings.region, settings.endpoint)}`,
    );
  }
  const isBusy = status === 429 || status === 408 || (code !== null && TOO_MANY.has(code));
  if (isBusy || (status !== null && status >= 500)) {
    return fail('unreadable', `${where} cannot respond now (${statusText})`, true);
  }
  const network = isOurs ? { code: 'ETIMEDOUT', target: null } : networkError(thrown);
  const unreached = network && UNREACHED[network.code];
  if (unreached) {
    const what = unreached(network.target ?? request.server ?? 'its server');
    const kind = network.code === 'ETIMEDOUT' ? 'timeout' : 'unreadable';
    return fail(kind, `${where} cannot be reached: ${what} (${network.code})${see(settings.endpoint)}`, true);
  }
  if (network) return fail('unreadable', `the connection to ${where} failed (${network.code})`, true);
  if (status === null || status < 300)
    return fail('unreadable', `${where} gives no answer that can be read`, true);
  return fail(
    'unreadable',
    `${where} refuses the request (${statusText})${see(settings.bucket, settings.region)}`,
  );
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

/** A network error, with the name, or address and port, that it concerns, if any. */
interface NetworkError {
  readonly code: string;
  readonly target: string | null;
}

/** Returns the network error, even when it is wrapped in another error, or in one for each address. */
function networkError(thrown: unknown, depth = 0): NetworkError | null {
  if (typeof thrown !== 'object' || thrown === null || depth > 4) return null;
  const { code, name, message, cause, errors } = thrown as Record<string, unknown>;
  if (typeof code === 'string' && (CUT.has(code) || code in UNREACHED)) {
    const [one] = Array.isArray(errors) ? errors : [];
    return { code, target: targetOf(thrown) ?? targetOf(one) };
  }
  if (name === 'TimeoutError') return { code: 'ETIMEDOUT', target: null };
  if (message === 'aborted' || message === 'socket hang up') return { code: 'ECONNRESET', target: null };
  return networkError(cause, depth + 1);
}

/** Returns the name, or address and port, that an error of Node.js concerns. */
function targetOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const { hostname, address, port } = error as Record<string, unknown>;
  if (typeof hostname === 'string') return hostname;
  if (typeof address !== 'string' || typeof port !== 'number') return null;
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}
