/** `tain/client/verified`: `tain/client` with the verifier of proofs (`tain/verify`). */
import { bindOperations } from './bind-operations.ts';
import { callerOf } from './caller.ts';
import type { ClientOptions as PlainOptions } from './client.ts';
import { answerVerifier } from './compared-answer.ts';
import { type Proofs, proofsOf, type Trust } from './proofs.ts';
import type { Operations } from './types.ts';

export * from './client.ts';
export { AnswerDiffers, type Proofs, type Trust } from './proofs.ts';

export interface ClientOptions extends PlainOptions {
  /** Root of trust for the verification of proofs. */
  readonly trust: Trust;
}

/** Every operation of the query service, and its proofs, typed. `I`: the type of a 64-bit integer. */
export type Client<I = number> = Operations<I> & { readonly proofs: Proofs };

/** Returns a client of a query service. Throws `TypeError` when the URL is invalid, or `trust` is missing. */
export function createClient(
  options: ClientOptions & { readonly bigIntegers: true },
): Client<number | bigint>;
export function createClient(options: ClientOptions): Client;
export function createClient(options: ClientOptions): Client | Client<number | bigint> {
  const trust: Trust | undefined = options.trust;
  if (trust === undefined) throw new TypeError('proofs need the option trust');
  const caller = callerOf(options);
  const proofs = proofsOf(caller.exact, trust);
  return { ...bindOperations<number>(caller, answerVerifier(proofs)), proofs };
}
