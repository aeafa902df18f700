/** Problem with an order or a folder, as one sentence for the terminal. */
export class SimulatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SimulatorError';
  }
}
