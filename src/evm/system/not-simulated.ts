/**
 * Thrown out of the whole execution by a method that is declared but not simulated: an answer without its effects
 * would be wrong. `method` is its signature.
 */
export class NotSimulated extends Error {
  override readonly name = 'NotSimulated';
  readonly method: string;

  constructor(method: string) {
    super(`${method} of a system contract is not simulated.`);
    this.method = method;
  }
}
