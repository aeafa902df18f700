/** Thrown for a problem with options or a folder; the message is one sentence for the terminal. */
export class SimulatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SimulatorError';
  }
}
