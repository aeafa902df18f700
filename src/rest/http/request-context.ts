import { type AbortSignalLike, NEVER_ABORTED } from '../../kernel/abort-signal.ts';
import type { JoinedClients } from '../../kernel/limits/joined-clients.ts';

/** The parts of a request that all its statements share. It is immutable: functions return their results instead. */
export interface RequestContext {
  /** Path of its route, with the names of its parameters. */
  readonly route: string;
  /** Address of the client, as `ownerOf` identifies it. */
  readonly client: string;
  /** Whether the service sends it to itself: its statements neither wait nor count. */
  readonly isOwn: boolean;
  /**
   * Signal that is aborted when no client waits for the response: queued statements are removed, and no other one
   * begins.
   */
  readonly signal: AbortSignalLike;
  /** Further clients that wait for the same response; undefined where none can join. */
  readonly joined?: JoinedClients;
}

/** The context of reads whose results requests share: they run on behalf of no client, and neither wait nor count. */
export const SHARED_READ: RequestContext = {
  route: 'shared reads',
  client: 'shared reads',
  isOwn: true,
  signal: NEVER_ABORTED,
};

/** The context of a request that no client can abort. */
export function requestBy(client: string, route: string): RequestContext {
  return { route, client, isOwn: false, signal: NEVER_ABORTED };
}
