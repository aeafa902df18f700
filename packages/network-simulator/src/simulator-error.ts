/** What is wrong with an order or a folder, as one sentence for the person at the terminal. */
export class SimulatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SimulatorError';
  }
}
