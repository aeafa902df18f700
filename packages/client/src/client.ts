/** `tain/client`: a typed client of the query service. It contains no verifier of proofs; `verified.ts` does. */
import { bindOperations, type VerifierOf } from './bind-operations.ts';
import { type ClientOptions, callerOf } from './caller.ts';
import type { Operations } from './types.ts';

export { AnswerError, type AnswerMessage } from './answer-error.ts';
export type { ClientOptions } from './caller.ts';
export { Pages } from './pages.ts';
export {
  type StreamEvent,
  StreamedPages,
  type StreamOptions,
  type StreamProgress,
  type SubscribeOptions,
} from './streams.ts';
export type * from './types.ts';
export type { CallOptions, Compared, Several, Value } from './values.ts';

/** Every operation of the query service, typed. `I`: the type of a 64-bit integer. */
export type Client<I = number> = Operations<I>;

const refuseToVerify: VerifierOf = () => {
  throw new TypeError('the option verify needs a client of tain/client/verified');
};

/** Returns a client of a query service. Throws `TypeError` when the URL is invalid. */
export function createClient(
  options: ClientOptions & { readonly bigIntegers: true },
): Client<number | bigint>;
export function createClient(options: ClientOptions): Client;
export function createClient(options: ClientOptions): Client | Client<number | bigint> {
  return bindOperations<number>(callerOf(options), refuseToVerify);
}
