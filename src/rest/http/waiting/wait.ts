import { parseTransactionId, type TransactionId } from '@tain/ledger/transaction-id';
import type { EntityReference } from '../../query/common-types.ts';
import { invalidParameters } from '../../query/problem.ts';
import type { RequestParameter } from '../../query/query-string.ts';
import type { Route } from '../../route/route.ts';
import type { ApiSettings } from '../../route/settings.ts';

/** Parameter of every read that names a block, transaction or entity to be visible first. */
const WAIT_FOR = 'waitFor';

/** A wait of a request until something is visible. */
export interface Wait {
  /** Block, transaction or entity named by `waitFor`; undefined to wait for the thing named by the path. */
  readonly target: WaitTarget | undefined;
  /** Milliseconds after which the request is answered in any case. */
  readonly maxMs: number;
  /** Seconds of the wait as requested in the header `Prefer`. */
  readonly preferredSeconds: number | undefined;
}

/** Wait of a request with `waitFor` but without a header `Prefer`. */
const DEFAULT_WAIT_MS = 10_000;

/** A request's parameters, and its wait, if it has one. */
export interface ParametersWithWait {
  readonly given: readonly RequestParameter[];
  readonly wait: Wait | undefined;
}

/**
 * Removes `waitFor` from the parameters of a read, and reads the `wait` of its header `Prefer` (RFC 7240), which has
 * the same effect on a path that names something. Throws `Problem` (400) for an invalid `waitFor`.
 */
export function readWait(
  route: Pick<Route, 'method' | 'pathParameters'>,
  given: readonly RequestParameter[],
  prefer: string | undefined,
  { waitMax }: Pick<ApiSettings, 'waitMax'>,
): ParametersWithWait {
  if (route.method !== 'GET') return { given, wait: undefined };
  const parameter = given.find(isWaitFor);
  if (parameter === undefined && prefer === undefined) return { given, wait: undefined };
  const rest = parameter === undefined ? given : given.filter((one) => one !== parameter);
  const target = parameter === undefined ? undefined : targetOf(parameter);
  const requested = preferredWait(prefer);
  const preferredSeconds =
    requested === undefined ? undefined : Math.min(requested, Math.floor(waitMax / 1000));
  const mayBeMissing = preferredSeconds !== undefined && Object.keys(route.pathParameters).length > 0;
  const maxMs = preferredSeconds === undefined ? Math.min(DEFAULT_WAIT_MS, waitMax) : preferredSeconds * 1000;
  const waits = maxMs > 0 && (target !== undefined || mayBeMissing);
  return { given: rest, wait: waits ? { target, maxMs, preferredSeconds } : undefined };
}

/** Returns whether a parameter is `waitFor`, in any case, also in dialects whose names are case-sensitive. */
function isWaitFor({ name }: RequestParameter): boolean {
  return name.length === WAIT_FOR.length && name.toLowerCase() === WAIT_FOR.toLowerCase();
}

function targetOf({ values: [text = '', ...others], nested }: RequestParameter): WaitTarget {
  const target = nested || others.length > 0 ? undefined : parseTarget(text);
  if (target === undefined) throw invalidParameters(WAIT_FOR);
  return target;
}

/** Parameters of paths that name an entity. */
const ENTITIES = ['idOrAliasOrEvmAddress', 'contractIdOrAddress', 'tokenId', 'topicId', 'scheduleId'];

/**
 * Returns the thing that a path names, if waits can watch for it: a block by its number, a transaction by its id or
 * hash, an entity. For anything else, each later block may make it visible. `values`: the parsed values of the path.
 */
export function targetByPath(
  texts: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>>,
): WaitTarget | undefined {
  const { transactionIdOrHash, hashOrNumber } = texts;
  const target = parseTarget(transactionIdOrHash ?? hashOrNumber ?? '');
  if (target !== undefined) return 'block' in target === (hashOrNumber !== undefined) ? target : undefined;
  const entity = values[ENTITIES.find((name) => name in values) ?? ''];
  if (typeof entity === 'bigint') return { entity: { id: entity } };
  return entity === undefined ? undefined : { entity: entity as EntityReference };
}

/** Preference `wait` with its value, as a token or in quotes. */
const WAIT = /^wait\s*=\s*("?)(\d{1,9})\1$/i;

/**
 * Returns the seconds that a client is ready to wait for an answer, by its `Prefer` header (RFC 7240, 4.3: `wait=10`);
 * the first of several preferences counts. Undefined without one, and for an unparsable preference, which is ignored.
 */
export function preferredWait(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  for (const preference of header.split(',')) {
    const [named = ''] = preference.split(';');
    const text = named.trim();
    if (!/^wait\b/i.test(text)) continue;
    const seconds = WAIT.exec(text)?.[2];
    return seconds === undefined ? undefined : Number(seconds);
  }
  return undefined;
}

/** Target of a wait: a block by its number, or a transaction or entity that is looked up. */
export type WaitTarget = { readonly block: bigint } | LookupTarget;
/** A transaction by its id or the first 32 bytes of its hash; an entity by its name. */
export type LookupTarget =
  | { readonly id: TransactionId }
  | { readonly hash: Buffer }
  | { readonly entity: EntityReference };

const BLOCK = /^\d{1,18}$/;
/** Hex of the ledger's hash, 48 bytes or the first 32 of them, or of an Ethereum transaction's hash. */
const HEX_HASH = /^(?:0x)?([0-9a-fA-F]{64})(?:[0-9a-fA-F]{32})?$/;
const BASE64_HASH = /^[A-Za-z0-9+/_-]{64}$/;
/** Number of leading bytes by which a hash is looked up. */
const KEY_BYTES = 32;

/**
 * Parses a block's number, a transaction's id in the form of paths (`0.0.2-1234567890-000000001`), or a transaction's
 * hash in hex (32 or 48 bytes) or base64 (48 bytes, either alphabet). Undefined for anything else.
 */
export function parseTarget(text: string): WaitTarget | undefined {
  if (BLOCK.test(text)) return { block: BigInt(text) };
  const digits = HEX_HASH.exec(text)?.[1];
  if (digits !== undefined) return { hash: Buffer.from(digits, 'hex') };
  if (BASE64_HASH.test(text)) return { hash: Buffer.from(text, 'base64').subarray(0, KEY_BYTES) };
  const id = parseTransactionId(text);
  return id === undefined ? undefined : { id };
}

/** Key of a target, the same for all spellings of a name. */
export function keyOf(target: LookupTarget): string {
  if ('id' in target) return `${target.id.payer}-${target.id.validStart}`;
  if ('hash' in target) return target.hash.toString('latin1');
  const { entity } = target;
  if ('id' in entity) return `entity ${entity.id}`;
  return 'alias' in entity ? `alias ${entity.alias}` : `address ${entity.evmAddress}`;
}
