/** Reason why blocks are not simulated, with the code that execution-apis has for it (`eth_simulateV1`). */
export class SimulationError extends Error {
  override readonly name = 'SimulationError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
