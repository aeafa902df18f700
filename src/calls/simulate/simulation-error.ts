/** Reason why blocks are not simulated, with its code in execution-apis (`eth_simulateV1`). */
export class SimulationError extends Error {
  override readonly name = 'SimulationError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
