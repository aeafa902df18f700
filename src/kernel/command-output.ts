import { ProgressDisplay } from './progress.ts';

/**
 * Output of a command: text for people or, with `--json`, lines of JSON, each an object. Items come first, if the command has any,
 * then one summary with the seconds of the command and its notes. Keys are in snake case, numbers of blocks are strings.
 */
export class CommandOutput {
  readonly json: boolean;
  /** Progress of the command, on standard error. A bar makes way for each line of output. */
  readonly progress = new ProgressDisplay(process.stderr);
  readonly #write: (line: string) => void;
  readonly #notes: string[] = [];
  readonly #started = Date.now();

  /** `write` gets each line, without its newline. */
  constructor(write: (line: string) => void, json = false) {
    this.#write = (line) => {
      this.progress.clear();
      write(line);
    };
    this.json = json;
  }

  /** Seconds since the beginning of the command. */
  get seconds(): number {
    return (Date.now() - this.#started) / 1000;
  }

  /** Writes an item of the result: a line of text, or its fields. */
  item(text: string, fields: object): void {
    this.#write(this.json ? JSON.stringify(fields) : text);
  }

  /** Writes a sentence to text only: the summary has its facts. */
  text(sentence: string): void {
    if (!this.json) this.#write(sentence);
  }

  /** Writes a remark; in JSON it becomes one of the summary's `notes`. */
  note(sentence: string): void {
    if (this.json) this.#notes.push(sentence);
    else this.#write(sentence);
  }

  /** Writes the summary. `text`: null where an error follows that says the same. */
  summary(text: string | null, fields: object): void {
    if (this.json) {
      const seconds = Math.round(this.seconds * 1000) / 1000;
      this.#write(JSON.stringify({ ...fields, seconds, notes: this.#notes }));
    } else if (text !== null) this.#write(text);
  }
}
