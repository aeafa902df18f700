import type { BlockMark } from '../../reads/block-mark.ts';
import type { ReadServer } from '../../reads/servers/read-server.ts';
import type { Turn } from './query-gate.ts';

/** The statements of a request, all run on one server. */
export interface Reading {
  /** Undefined before the first. */
  server: ReadServer | undefined;
  /** The earliest and the latest of the blocks that they saw as the last one; undefined before the first. */
  firstBlock: BlockMark | null | undefined;
  lastBlock: BlockMark | null | undefined;
}

/** A reading that begins, on a server if it is to be that one. */
export function beginReading(server?: ReadServer): Reading {
  return { server, firstBlock: undefined, lastBlock: undefined };
}

/** What has become of a request so far. */
export interface RequestProgress extends Turn {
  /** An answer was made for it: none was cached, and no identical request was already having it made. */
  made: boolean;
  /** The database was asked. */
  queried: boolean;
  /** It was refused for overload. */
  refused: boolean;
  /** Its client left before the answer. */
  left: boolean;
  /** Milliseconds that it waited for what was not visible yet: no time of its answer. */
  waited: number;
  /** What it reads now. */
  reading: Reading;
}

/** The progress of a request that begins. `client` is who sent it; `reserved`: the service itself. */
export function beginRequest(client: string, reserved = false): RequestProgress {
  return {
    client,
    reserved,
    waiting: 0,
    givenUp: false,
    made: false,
    queried: false,
    refused: false,
    left: false,
    waited: 0,
    reading: beginReading(),
  };
}

/**
 * What an answer says about this service: it asked the database and had what it needs, or failed; it
 * was refused for overload; or it says nothing (cached answers and wrong requests can be had at will).
 */
export type Outcome = 'done' | 'failed' | 'refused' | 'unasked';

const NOT_IMPLEMENTED = 501;

/** The outcome of a request that was answered with this status. */
export function outcomeOf(progress: RequestProgress, status: number): Outcome {
  // Who did not wait may have asked for anything.
  if (progress.left) return 'unasked';
  if (progress.refused) return 'refused';
  // What this server does not do at all is no failure of what it does.
  if (progress.made && status >= 500 && status !== NOT_IMPLEMENTED) return 'failed';
  return progress.queried ? 'done' : 'unasked';
}
