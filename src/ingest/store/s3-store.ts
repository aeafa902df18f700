import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { Failure } from '../../kernel/failure.ts';
import { FairSemaphore, SHARED_CLIENT } from '../../kernel/limits/fair-semaphore.ts';
import { delay, pause, waitAfter } from '../../kernel/retry.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { BUCKET_SERVICES } from './bucket-services.ts';
import { limitSilence, limitTime, NoResponse } from './limit-time.ts';
import type { ListedPage } from './list-xml.ts';
import type { ObjectListing, WritableStore } from './object-store.ts';
import { readS3Body } from './s3-body.ts';
import { limitResponse, MAX_CONNECTIONS, type S3ClientOptions, s3Client } from './s3-client.ts';
import { type S3SettingNames, s3Failure } from './s3-errors.ts';
import { broken, compareKeys, readPage, type S3Page, type S3PageRequest } from './s3-page.ts';
import type { StoreObserver, StoreRequest } from './store-observer.ts';

/** Location and access parameters of a bucket. */
export interface S3StoreOptions extends S3ClientOptions {
  /** Prefix of all keys, such as `recordstreams/`; empty for the whole bucket. */
  readonly prefix: string;
  /** Settings to name in messages. */
  readonly settings?: S3SettingNames;
  readonly observer?: StoreObserver;
  readonly limits?: Partial<S3Limits>;
}

/** Time limits in milliseconds. */
export interface S3Limits {
  /** Limit of one request, from the moment at which a connection is available. */
  readonly listMs: number;
  readonly getMs: number;
  readonly putMs: number;
  /** Maximum delay of the first retry. Each further one may wait twice as long. */
  readonly backOffMs: number;
  /**
   * Limit for the headers of the first response to a list or object. Each retry may wait twice as long, up to its
   * limit.
   */
  readonly headersMs: number;
}

const DEFAULT_LIMITS: S3Limits = {
  listMs: 5_000,
  getMs: 30_000,
  putMs: 60_000,
  backOffMs: 200,
  headersMs: 2_000,
};
/** Maximum number of attempts for one call, or the time of as many attempts. The follower tries again in any case. */
const MAX_ATTEMPTS = 3;
/** Maximum number of keys in one page. */
const MAX_PAGE = 1000;
/** Maximum number of empty pages (as returned by a bucket with many deleted versions) before a list is refused. */
const MAX_EMPTY_PAGES = 100;
/** Maximum number of pages of a list that must be read completely: a million keys. */
const MAX_UNORDERED_PAGES = 1000;
/** Milliseconds for which a bucket that listed out of order is not trusted to begin where requested. */
const UNORDERED_FOR_MS = 600_000;
/** Text that sorts after every key that begins with the text before it. */
const LAST = '\u{10FFFF}';
const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,220}[A-Za-z0-9]$/;
const MAX_KEY_LENGTH = 1024;

/**
 * A bucket as a store: Amazon S3, Google Cloud Storage by its XML interface, MinIO and the like. The bucket is
 * untrusted input: lists are checked and bounded, objects are truncated at their limit, every request has a time limit.
 * Requests that fail for a possibly temporary reason are retried a few times.
 *
 * Import this module with `import()`, only when a bucket is configured. Throws `Failure` for an invalid name.
 */
export class S3Store implements WritableStore {
  readonly name: string;
  readonly changes = 0;
  readonly #client: S3Client;
  readonly #options: S3StoreOptions;
  readonly #limits: S3Limits;
  readonly #root: string;
  /** Host and port of the service; null: the provider's default. */
  readonly #server: string | null;
  readonly #requests = new FairSemaphore({ counts: 'requests to the bucket', max: MAX_CONNECTIONS });
  #unorderedUntil = Number.NEGATIVE_INFINITY;

  constructor(options: S3StoreOptions) {
    const { bucket, provider, endpoint, settings } = options;
    if (!BUCKET.test(bucket)) {
      const where = settings?.bucket === undefined ? '' : ` (${settings.bucket})`;
      throw new Failure('usage', `"${bucket}" is not a valid name of a bucket${where}.`);
    }
    this.#root = rootOf(options.prefix);
    // Only the host is stored, because a URL may contain a password.
    this.#server = endpoint === null ? null : new URL(endpoint).host;
    const host = this.#server === null ? '' : ` (${this.#server})`;
    this.name = `${BUCKET_SERVICES[provider].scheme}://${bucket}/${this.#root}${host}`;
    this.#options = options;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#client = s3Client(options);
  }

  async list(
    prefix: string,
    after: string | null,
    limit: number,
    signal: AbortSignal,
  ): Promise<ObjectListing> {
    const request: S3PageRequest = { store: this.name, root: this.#root, prefix, after };
    if (performance.now() < this.#unorderedUntil) return this.#listWhole(request, limit, signal);
    let token: string | null = null;
    for (let pages = 0; pages < MAX_EMPTY_PAGES; pages += 1) {
      const page: S3Page = await this.#page(request, token, limit, signal);
      if (!page.isOrdered) {
        this.#unorderedUntil = performance.now() + UNORDERED_FOR_MS;
        return this.#listWhole(request, limit, signal);
      }
      if (page.token === null) return listingOf(page.entries, limit);
      const entries = beforeMore(page.entries);
      if (entries.length > 0) return { ...listingOf(entries, limit), next: nth(entries, limit) };
      if (page.token === token) break;
      token = page.token;
    }
    throw broken(this.name, 'repeatedly reports that its list continues, but lists nothing');
  }

  /**
   * Returns the first entries after `after` of a list that is not in order. Reads all of the list, and retains the
   * first entries.
   */
  async #listWhole(request: S3PageRequest, limit: number, signal: AbortSignal): Promise<ObjectListing> {
    const tokens = new Set<string>();
    let firstEntries: string[] = [];
    let token: string | null = null;
    do {
      // One more entry than requested shows that there are more.
      const page: S3Page = await this.#page(request, token, MAX_PAGE, signal, false);
      firstEntries = [...new Set([...firstEntries, ...page.entries])].sort(compareKeys).slice(0, limit + 1);
      token = page.token;
      if (token === null) return listingOf(firstEntries, limit);
      if (tokens.has(token)) throw broken(this.name, 'lists the same page again and again');
      tokens.add(token);
    } while (tokens.size < MAX_UNORDERED_PAGES);
    throw broken(this.name, `does not list in order, and more than ${MAX_UNORDERED_PAGES} pages`);
  }

  async #page(
    request: S3PageRequest,
    token: string | null,
    limit: number,
    signal: AbortSignal,
    skips = true,
  ): Promise<S3Page> {
    const { prefix, after } = request;
    const command = {
      Bucket: this.#options.bucket,
      Prefix: this.#root + prefix,
      Delimiter: '/',
      MaxKeys: Math.min(limit, MAX_PAGE),
      EncodingType: 'url',
      ...this.#payer,
      ...(token === null ? {} : { ContinuationToken: token }),
      // Entries in a prefix come after the prefix itself.
      ...(skips &&
        after !== null && { StartAfter: this.#root + (after.endsWith('/') ? after + LAST : after) }),
    } as const;
    return this.#request('list', this.name, signal, async (limited, count) => {
      const list = new ListObjectsV2Command(command);
      let listed: ListedPage = {};
      const onList = (page: ListedPage): void => {
        listed = page;
      };
      limitResponse(list, this.name, count, { signal: limited, onList });
      await this.#client.send(list, { abortSignal: limited });
      return readPage(listed, request);
    });
  }

  async get(key: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
    const command = { Bucket: this.#options.bucket, Key: this.#keyOf(key), ...this.#payer };
    return this.#request('get', key, signal, async (limited, count) => {
      const object = new GetObjectCommand(command);
      limitResponse(object, key, count);
      const output = await this.#client.send(object, { abortSignal: limited });
      return readS3Body(output, {
        maxBytes,
        signal: limited,
        count,
        tooLarge: (bytes) =>
          new StreamFileError('too-large', key, null, `has ${bytes} bytes, more than ${maxBytes}`),
        cutOff: (bytes, announced) =>
          new StreamFileError('unreadable', key, null, `ended after ${bytes} of ${announced} bytes`),
      });
    });
  }

  async put(key: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    const Key = this.#keyOf(key);
    const command = {
      Bucket: this.#options.bucket,
      Key,
      Body: bytes,
      ContentLength: bytes.length,
      ...this.#payer,
    };
    await this.#request('put', key, signal, async (limited, count) => {
      const object = new PutObjectCommand(command);
      limitResponse(object, key, () => undefined);
      await this.#client.send(object, { abortSignal: limited });
      count(bytes.length);
    });
  }

  listAgain(): void {}

  async changed(milliseconds: number, signal: AbortSignal): Promise<void> {
    await delay(milliseconds, signal);
  }

  async close(): Promise<void> {
    this.#client.destroy();
  }

  get #payer(): { readonly RequestPayer?: 'requester' } {
    const { provider, requesterPays } = this.#options;
    return BUCKET_SERVICES[provider].payer === 'header' && requesterPays !== false
      ? { RequestPayer: 'requester' }
      : {};
  }

  #keyOf(key: string): string {
    const isKey = key.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
    const full = this.#root + key;
    if (isKey && Buffer.byteLength(full) <= MAX_KEY_LENGTH) return full;
    throw new StreamFileError('bad-name', key, null, 'is not a valid object key');
  }

  /**
   * Sends a request, and again when its failure may be temporary. A request without a response after a moment releases
   * its slot and is retried with a longer time limit, so that a bucket that drops requests costs seconds, and a slow
   * one is not flooded. `count` receives the number of bytes that arrived, 0 for the headers. `retry` does not fit,
   * because the pause, the number of attempts and the next time limit depend on the kind of failure.
   */
  async #request<T>(
    kind: StoreRequest['kind'],
    file: string,
    signal: AbortSignal,
    send: (signal: AbortSignal, count: (bytes: number) => void) => Promise<T>,
  ): Promise<T> {
    const { bucket, credentials, settings = {} } = this.#options;
    const whole = this.#limits[`${kind}Ms`];
    // The time limit of a write covers its transmission, because the response begins once all of it is received.
    const timeLimitOf = (timeouts: number): number =>
      kind === 'put' ? whole : waitAfter(1 + timeouts, { first: this.#limits.headersMs, max: whole });
    let timeLimitMs = timeLimitOf(0);
    let failures = 0;
    let timeouts = 0;
    let silence = 0;
    for (let isRetry = false, since = performance.now(); ; isRetry = true) {
      let begun = since;
      let bytes = 0;
      const report = (failure: StoreRequest['failure']): void =>
        this.#options.observer?.({
          store: this.name,
          kind,
          bytes,
          seconds: (performance.now() - begun) / 1000,
          waited: (begun - since) / 1000,
          isRetry,
          failure,
        });
      try {
        const attempt = () => {
          begun = performance.now();
          return limitTime(file, whole, signal, (limited) =>
            limitSilence(file, timeLimitMs < whole ? timeLimitMs : null, limited, (own, answered) =>
              send(own, (more) => {
                answered();
                bytes += more;
              }),
            ),
          );
        };
        const result = await this.#requests.run(SHARED_CLIENT, attempt, signal);
        report(null);
        return result;
      } catch (thrown) {
        signal.throwIfAborted();
        const signed = credentials !== null;
        const request = { file, bucket, server: this.#server, signed, settings };
        const { error, isTransient } = s3Failure(thrown, request);
        const hung = thrown instanceof NoResponse;
        report(hung ? 'hung' : error.code);
        if (!hung) failures += 1;
        if (error.code === 'timeout') silence += timeLimitMs;
        const isOver = failures >= MAX_ATTEMPTS || silence >= MAX_ATTEMPTS * whole;
        if (!isTransient || isOver) throw error;
        if (error.code === 'timeout') {
          timeouts += 1;
          timeLimitMs = timeLimitOf(timeouts);
        }
        since = performance.now();
        // No pause is needed after a request that hung.
        if (hung) continue;
      }
      const maxDelayMs = waitAfter(failures, { first: this.#limits.backOffMs, max: whole });
      await pause(Math.random() * maxDelayMs, signal);
    }
  }
}

function rootOf(prefix: string): string {
  const parts = prefix.split('/').filter((part) => part !== '');
  if (parts.some((part) => part === '.' || part === '..')) {
    throw new Failure('usage', `"${prefix}" is not a valid prefix of a bucket.`);
  }
  return parts.map((part) => `${part}/`).join('');
}

/**
 * Returns the entries of a page that can be used when there is a next page: all up to its last key. Some servers list
 * prefixes in the first page that belong after keys of the second one.
 */
function beforeMore(entries: readonly string[]): readonly string[] {
  const last = entries.findLastIndex((entry) => !entry.endsWith('/'));
  return last === -1 ? entries : entries.slice(0, last + 1);
}

function listingOf(entries: readonly string[], limit: number): ObjectListing {
  const listed = entries.slice(0, limit);
  return {
    keys: listed.filter((entry) => !entry.endsWith('/')),
    prefixes: listed.filter((entry) => entry.endsWith('/')),
    next: entries.length > limit ? (listed.at(-1) ?? null) : null,
  };
}

function nth(entries: readonly string[], limit: number): string | null {
  return entries[Math.min(limit, entries.length) - 1] ?? null;
}
