import type { Select } from '../../db/connections/select.ts';
import type { Route } from '../route/route.ts';
import { type Json, listAt, readJson, textAt } from './json.ts';

/** What the interface answered to a request that a page made of it. */
export interface Answered {
  /** Path and query. */
  readonly url: string;
  readonly status: number;
  /** The answer as it is sent. */
  readonly text: string;
  readonly value: Json;
}

/** How a page reads: as a request of the client that wants it, with the limits, turns and cached answers of all others. */
export interface Asking {
  /** Answers a request as the server does. */
  readonly ask: (route: Route, path: Readonly<Record<string, string>>, query?: string) => Promise<Answered>;
  /** Finds rows by their keys. Throws `Problem` (503). */
  readonly lookUp: Select;
  /** Shard and realm of ids that say neither. */
  readonly home: { readonly shard: bigint; readonly realm: bigint };
  /** Whether the server makes proofs. */
  readonly hasProofs: boolean;
}

/** Makes an answer of what was sent. */
export function answered(url: string, status: number, text: string): Answered {
  return { url, status, text, value: readJson(text) };
}

/** The interface refused what a page asked it. */
export class Refused extends Error {
  readonly answer: Answered;

  constructor(answer: Answered) {
    super(messageOf(answer));
    this.answer = answer;
  }
}

/** What a refusal says. */
function messageOf({ value }: Answered): string {
  const status = (value as { readonly _status?: Json } | null)?._status;
  const messages = listAt(status, 'messages').map(
    (one) => textAt(one, 'detail') || textAt(one, 'message') || '',
  );
  return messages.filter((text) => text !== '').join('; ');
}

/** The answer; throws `Refused` where it is none. */
export function verifyAnswered(answer: Answered): Answered {
  if (answer.status !== 200 && answer.status !== 206) throw new Refused(answer);
  return answer;
}
