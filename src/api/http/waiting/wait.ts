import type { EntityReference } from '../../../query/common-types.ts';
import { invalidParameters } from '../../../query/problem.ts';
import type { GivenParameter } from '../../../query/query-string.ts';
import type { Route } from '../../route/route.ts';
import type { ApiSettings } from '../../route/settings.ts';
import { preferredWait } from './preference.ts';
import { parseWanted, type Wanted } from './wanted.ts';

/** The parameter of every read that names what is to be visible first. */
const WAIT_FOR = 'waitFor';

/** That a request is to be answered only when something is visible. */
export interface Wait {
  /** What `waitFor` names; undefined: until what the path names is there. */
  readonly wanted: Wanted | undefined;
  /** Milliseconds after which it is answered in any case. */
  readonly most: number;
  /** Seconds of them that the header `Prefer` asked for. */
  readonly preferred: number | undefined;
}

/** Time that a request with `waitFor` waits without a header `Prefer`. */
const DEFAULT_WAIT_MS = 10_000;

/** A request's parameters, and its wait, if it has one. */
export interface GivenWithWait {
  readonly given: readonly GivenParameter[];
  readonly wait: Wait | undefined;
}

/**
 * Takes `waitFor` out of what is given with a read, and the `wait` of its header `Prefer` (RFC 7240), which means the
 * same on a path that names something. Throws `Problem` (400) for a `waitFor` that names nothing.
 */
export function readWait(
  route: Pick<Route, 'method' | 'pathParameters'>,
  given: readonly GivenParameter[],
  prefer: string | undefined,
  { waitMax }: Pick<ApiSettings, 'waitMax'>,
): GivenWithWait {
  if (route.method !== 'GET') return { given, wait: undefined };
  const parameter = given.find(isWaitFor);
  if (parameter === undefined && prefer === undefined) return { given, wait: undefined };
  const rest = parameter === undefined ? given : given.filter((one) => one !== parameter);
  const wanted = parameter === undefined ? undefined : wantedBy(parameter);
  const asked = preferredWait(prefer);
  const preferred = asked === undefined ? undefined : Math.min(asked, Math.floor(waitMax / 1000));
  const mayBeMissing = preferred !== undefined && Object.keys(route.pathParameters).length > 0;
  const most = preferred === undefined ? Math.min(DEFAULT_WAIT_MS, waitMax) : preferred * 1000;
  const waits = most > 0 && (wanted !== undefined || mayBeMissing);
  return { given: rest, wait: waits ? { wanted, most, preferred } : undefined };
}

/** The interface's families compare names with or without their case: this one is known in any. */
function isWaitFor({ name }: GivenParameter): boolean {
  return name.length === WAIT_FOR.length && name.toLowerCase() === WAIT_FOR.toLowerCase();
}

function wantedBy({ values: [text = '', ...others], nested }: GivenParameter): Wanted {
  const wanted = nested || others.length > 0 ? undefined : parseWanted(text);
  if (wanted === undefined) throw invalidParameters(WAIT_FOR);
  return wanted;
}

/** Parameters of paths that name an entity. */
const ENTITIES = ['idOrAliasOrEvmAddress', 'contractIdOrAddress', 'tokenId', 'topicId', 'scheduleId'];

/**
 * What a path names, where waits know such things: a block's number, a transaction's id or hash, an entity. Without it
 * nothing is known but that a later block may bring it. `values`: what the texts mean.
 */
export function wantedByPath(
  texts: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>>,
): Wanted | undefined {
  const { transactionIdOrHash, hashOrNumber } = texts;
  const wanted = parseWanted(transactionIdOrHash ?? hashOrNumber ?? '');
  if (wanted !== undefined) return 'block' in wanted === (hashOrNumber !== undefined) ? wanted : undefined;
  const entity = values[ENTITIES.find((name) => name in values) ?? ''];
  if (typeof entity === 'bigint') return { entity: { id: entity } };
  return entity === undefined ? undefined : { entity: entity as EntityReference };
}
