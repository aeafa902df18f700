import { Readable, Transform } from 'node:stream';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { MalformedError } from '@tain/ledger/wire-reader';
import { StreamFileError } from '../decode/stream-error.ts';
import { BUCKET_SERVICES, type BucketServiceName } from './bucket-services.ts';
import { type ListedPage, parseListXml } from './list-xml.ts';
import { readS3Body } from './s3-body.ts';
import { TurnsHttpAgent, TurnsHttpsAgent } from './turns-agents.ts';

/** Keys of an account. `sessionToken` belongs to temporary keys. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface S3ClientOptions {
  /** Service of the bucket. */
  readonly provider: BucketServiceName;
  /** URL of the service; null: the provider's default. */
  readonly endpoint: string | null;
  /** Region. Default: `us-east-1`, for GCS `auto`. */
  readonly region: string | null;
  readonly bucket: string;
  /** Credentials; null: requests are not signed, whatever the machine's own settings are. */
  readonly credentials: S3Credentials | null;
  /** Whether the bucket's name is in the path instead of the host. Default: true with an `endpoint`, and for GCS. */
  readonly pathStyle?: boolean;
  /**
   * Payer of requests, if it is not the bucket's owner: `true`, the account of the credentials (S3); the name of a
   * project (GCS, which requires one).
   */
  readonly requesterPays: boolean | string;
}

/** Maximum number of concurrent connections to one bucket. */
export const MAX_CONNECTIONS = 48;
/** Maximum size of a list: one of 1000 keys of 1 KB each, escaped, is smaller. */
export const MAX_XML_BYTES = 8 * 1024 * 1024;
/** Maximum size of any other XML, such as an error. */
const MAX_ERROR_BYTES = 64 * 1024;
/** A list that the parser of the client accepts, in place of the one that was read here. */
const EMPTY_LIST = '<ListBucketResult></ListBucketResult>';

/**
 * Creates a client for one bucket. The client's own retries are disabled, because they end once the headers of a
 * response have arrived. The client reads nothing from the environment or from files: every option that it would
 * otherwise read from there is set.
 */
export function s3Client(options: S3ClientOptions): S3Client {
  // The warning is disabled: on Node 20 the client warns of its own future versions, and ours is pinned.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const service = BUCKET_SERVICES[options.provider];
  const endpoint = options.endpoint ?? service.endpoint;
  const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS, maxFreeSockets: MAX_CONNECTIONS };
  const config: S3ClientConfig = {
    region: options.region ?? service.region,
    ...(endpoint === null ? {} : { endpoint }),
    forcePathStyle: options.pathStyle ?? endpoint !== null,
    // The store retries itself, because the client's retries do not notice a truncated body.
    maxAttempts: 1,
    retryMode: 'standard',
    // GCS does not support these checksums, and read files are verified against signed hashes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The client would otherwise look for these options in files of the machine.
    useArnRegion: false,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    disableMultiregionAccessPoints: true,
    disableS3ExpressSessionAuth: true,
    defaultsMode: 'standard',
    sigv4aSigningRegionSet: [],
    userAgentAppId: 'tain',
    requestHandler: {
      httpAgent: new TurnsHttpAgent(agent),
      httpsAgent: new TurnsHttpsAgent(agent),
      connectionTimeout: 5_000,
    },
    ...(options.credentials
      ? { credentials: options.credentials }
      : { signer: { sign: async (request) => request }, credentials: async () => ANONYMOUS }),
  };
  const client = new S3Client(config);
  if (service.payer !== 'header' && typeof options.requesterPays === 'string')
    addToQuery(client, service.payer.parameter, options.requesterPays);
  return client;
}

/** Placeholder credentials, which are never sent: requests with them are not signed. */
const ANONYMOUS = { accessKeyId: 'anonymous', secretAccessKey: 'anonymous' };

/** A request as the middleware sees it before it is signed. */
interface Request {
  readonly query?: Record<string, string>;
}

/** Adds a parameter to each request, before it is signed. */
function addToQuery(client: S3Client, name: string, value: string): void {
  client.middlewareStack.add(
    (next) => (args) => {
      const { query } = args.request as Request;
      if (query) query[name] = value;
      return next(args);
    },
    { step: 'build', name: 'tainQuery' },
  );
}

/** The body of a response as the middleware sees it before it is parsed. */
interface MiddlewareResult {
  readonly response?: { body?: unknown; readonly statusCode?: number };
}

/**
 * Limits the response that the client parses (of every command except the reading of an object) to `MAX_ERROR_BYTES`, because
 * its parser takes half a second for each megabyte, and counts its bytes: 0 when its headers have arrived. A list is passed to
 * `onList` instead. `file`: name for messages.
 */
export function limitResponse(
  command: { readonly middlewareStack: object },
  file: string,
  count: (bytes: number) => void,
  list?: { readonly signal: AbortSignal; readonly onList: (page: ListedPage) => void },
): void {
  // The types of commands differ, but their stacks do not.
  const stack = command.middlewareStack as S3Client['middlewareStack'];
  stack.add(
    (next, context) => async (args) => {
      const result = await next(args);
      count(0);
      const { response } = result as MiddlewareResult;
      const isSuccess = (response?.statusCode ?? 0) < 300;
      const isObject = context.commandName === 'GetObjectCommand' && isSuccess;
      const body = response?.body;
      if (!response || isObject || !(body instanceof Readable)) return result;
      if (list === undefined || !isSuccess) {
        response.body = limitBytes(body, file, count);
        return result;
      }
      list.onList(await readList(body, file, list.signal, count));
      response.body = Readable.from([Buffer.from(EMPTY_LIST)]);
      return result;
    },
    // After the parser in this list, so that it parses the limited body.
    { step: 'deserialize', priority: 'low', name: 'tainLimit' },
  );
}

/** Reads a list. Throws `StreamFileError` if it is too long, or none. */
async function readList(
  body: Readable,
  file: string,
  signal: AbortSignal,
  count: (bytes: number) => void,
): Promise<ListedPage> {
  const noList = () => new StreamFileError('unreadable', file, null, 'gives no list');
  const tooLarge = () => tooLong(file, MAX_XML_BYTES);
  const limits = { maxBytes: MAX_XML_BYTES, signal, count, tooLarge, cutOff: noList };
  const xml = await readS3Body({ Body: body }, limits);
  try {
    return parseListXml(xml.toString());
  } catch (error) {
    if (!(error instanceof MalformedError)) throw error;
    throw noList();
  }
}

const tooLong = (file: string, max: number): StreamFileError =>
  new StreamFileError('too-large', file, null, `returns a list of more than ${max} bytes`);

function limitBytes(body: Readable, file: string, count: (bytes: number) => void): Readable {
  let bytes = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      count(chunk.length);
      const isTooLong = bytes > MAX_ERROR_BYTES;
      done(isTooLong ? tooLong(file, MAX_ERROR_BYTES) : null, isTooLong ? null : chunk);
    },
  });
  body.once('error', (error) => limited.destroy(error));
  limited.once('close', () => body.destroy());
  return body.pipe(limited);
}
