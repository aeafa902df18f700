/** Parsed JSON whose numbers retain their digits, because a double cannot represent every int64. */
export type Json = null | boolean | string | JsonNumber | readonly Json[] | ReadonlyMap<string, Json>;

/** A number, as its text. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Limits of a document, in characters and counts. Figures of the public mirror node. */
export interface JsonLimits {
  readonly document: number;
  readonly string: number;
  readonly name: number;
  readonly nesting: number;
  readonly number: number;
  /** Maximum number of names, values and brackets. */
  readonly tokens: number;
}

/** Thrown for text that is not JSON, or exceeds the limits. The message may be shown to a client. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a document of one value. Throws `JsonError`. */
export function readJson(bytes: Uint8Array, limits: JsonLimits): Json {
  let text: string;
  try {
    text = UTF8.decode(bytes);
  } catch {
    throw new JsonError('Invalid UTF-8');
  }
  if (text.length > limits.document) throw tooMuch('Document length', text.length, limits.document);
  return new Reader(text, limits).document();
}

function tooMuch(what: string, given: number, max: number): JsonError {
  return new JsonError(`${what} (${given}) exceeds the maximum allowed (${max})`);
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** Matches up to the closing quote, a backslash or a character that must be escaped. */
const PLAIN = /[ !#-[\]-\uffff]*/y;
const WORDS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Returns whether a character is a space, a tab or the end of a line. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

class Reader {
  readonly #text: string;
  readonly #limits: JsonLimits;
  #at = 0;
  #tokens = 0;

  constructor(text: string, limits: JsonLimits) {
    this.#text = text;
    this.#limits = limits;
  }

  document(): Json {
    const value = this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) throw this.#unexpected();
    return value;
  }

  #value(depth: number): Json {
    this.#space();
    const first = this.#text[this.#at];
    if (first === '{') return this.#object(depth + 1);
    if (first === '[') return this.#array(depth + 1);
    this.#token();
    if (first === '"') return this.#string('String value length', this.#limits.string);
    for (const [word, value] of WORDS) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value;
    }
    const number = this.#match(NUMBER);
    if (number === '') throw this.#unexpected();
    const digits = number.replaceAll(/[^0-9]/g, '').length;
    if (digits > this.#limits.number) throw tooMuch('Number value length', digits, this.#limits.number);
    return new JsonNumber(number);
  }

  #object(depth: number): ReadonlyMap<string, Json> {
    this.#open(depth);
    const fields = new Map<string, Json>();
    let more = !this.#ends('}');
    while (more) {
      this.#space();
      if (this.#text[this.#at] !== '"') throw this.#unexpected();
      this.#token();
      const name = this.#string('Name length', this.#limits.name);
      if (!this.#takes(':')) throw this.#unexpected();
      fields.set(name, this.#value(depth));
      more = this.#takes(',');
      if (!more && !this.#ends('}')) throw this.#unexpected();
    }
    return fields;
  }

  #array(depth: number): readonly Json[] {
    this.#open(depth);
    const items: Json[] = [];
    let more = !this.#ends(']');
    while (more) {
      items.push(this.#value(depth));
      more = this.#takes(',');
      if (!more && !this.#ends(']')) throw this.#unexpected();
    }
    return items;
  }

  #open(depth: number): void {
    const { nesting } = this.#limits;
    if (depth > nesting) throw tooMuch('Document nesting depth', depth, nesting);
    this.#token();
    this.#at += 1;
  }

  /** Returns whether the closing bracket is next, which counts as a token. */
  #ends(bracket: string): boolean {
    if (!this.#takes(bracket)) return false;
    this.#token();
    return true;
  }

  #string(what: string, max: number): string {
    this.#at += 1;
    let value = '';
    for (;;) {
      value += this.#match(PLAIN);
      if (value.length > max) throw tooMuch(what, value.length, max);
      const end = this.#text[this.#at];
      this.#at += 1;
      if (end === '"') return value;
      if (end !== '\\') throw this.#unexpected(-1);
      const letter = this.#text[this.#at] ?? '';
      this.#at += 1;
      if (letter === 'u') {
        const digits = this.#text.slice(this.#at, this.#at + 4);
        if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw this.#unexpected(-1);
        value += String.fromCharCode(Number.parseInt(digits, 16));
        this.#at += 4;
        continue;
      }
      const meant = ESCAPES[letter];
      if (meant === undefined) throw this.#unexpected(-1);
      value += meant;
    }
  }

  #space(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  #takes(character: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #token(): void {
    this.#tokens += 1;
    const { tokens } = this.#limits;
    if (this.#tokens > tokens) throw tooMuch('Token count', this.#tokens, tokens);
  }

  #unexpected(offset = 0): JsonError {
    const at = Math.min(this.#at + offset, this.#text.length);
    const character = this.#text.codePointAt(at);
    if (character === undefined) return new JsonError('Unexpected end of input');
    return new JsonError(`Unexpected character (code ${character}) at offset ${at}`);
  }
}
