/** Serialized JSON, which is sent without being parsed. */
export class JsonText {
  /** Parts that make up the text. Long ones are bytes, so that they are sent without a copy. */
  readonly parts: readonly (string | Buffer)[];

  constructor(json: string | readonly (string | Buffer)[]) {
    this.parts = typeof json === 'string' ? [json] : json;
  }

  /** Length of the parts: bytes, or characters of a text. */
  get length(): number {
    return this.parts.reduce((sum, { length }) => sum + length, 0);
  }

  get text(): string {
    return this.parts.join('');
  }
}
