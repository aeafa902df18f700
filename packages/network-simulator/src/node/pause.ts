/** A pause of a network between two blocks. */
export class Pause {
  /** Ends the pause for the stream that was attached when it began. */
  leave: () => void = () => undefined;
  /** Reports that the network has returned to its earlier position. */
  reopen: () => void = () => undefined;
  end: () => void = () => undefined;
  readonly left = new Promise<void>((resolve) => {
    this.leave = resolve;
  });
  readonly reopened = new Promise<void>((resolve) => {
    this.reopen = resolve;
  });
  readonly ended = new Promise<void>((resolve) => {
    this.end = () => {
      this.leave();
      this.reopen();
      resolve();
    };
  });
}
