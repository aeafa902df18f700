import { type Json, JsonError, JsonNumber } from './read-json.ts';

/** Reads fields of an object by the rules of the public mirror node's JSON library. */
export interface FieldReader {
  /** Returns a text; undefined if it is missing or null. A number or a boolean is converted to its text. */
  text(name: string): string | undefined;
  /** Returns an int64, also from text; null is 0. A fraction is cut off. */
  integer(name: string, missing: bigint): bigint;
  /** Returns an int64 that was sent as a number; undefined for any other value. A fraction is cut off. */
  number(name: string): bigint | undefined;
  /** Reads a boolean, also as text or number; null is false. */
  boolean(name: string): boolean;
  list(name: string): readonly Json[] | undefined;
}

const MIN_LONG = -(2n ** 63n);
const MAX_LONG = 2n ** 63n - 1n;

/** Returns the fields of an object. Throws `JsonError` for another value, and for a field of another type. */
export function readFields(json: Json, what: string): FieldReader {
  if (!isObject(json)) throw new JsonError(`Cannot read ${what} from ${kindOf(json)}`);
  const wrong = (name: string, value: Json) =>
    new JsonError(`Cannot read field ${name} from ${kindOf(value)}`);
  return {
    text(name) {
      const value = json.get(name) ?? null;
      if (value === null) return undefined;
      if (typeof value === 'string') return value;
      if (typeof value === 'boolean') return String(value);
      if (value instanceof JsonNumber) return value.text;
      throw wrong(name, value);
    },
    integer(name, missing) {
      const value = json.get(name);
      if (value === undefined) return missing;
      if (value === null) return 0n;
      if (value instanceof JsonNumber) return integerOf(name, value.text);
      if (typeof value !== 'string') throw wrong(name, value);
      const text = value.trim();
      if (text === '') return 0n;
      if (!/^[+-]?[0-9]{1,100}$/.test(text)) throw new JsonError(`Cannot read field ${name}: not an integer`);
      return inRange(name, BigInt(text.replace('+', '')));
    },
    number(name) {
      const value = json.get(name);
      return value instanceof JsonNumber ? integerOf(name, value.text) : undefined;
    },
    boolean(name) {
      const value = json.get(name) ?? null;
      if (value === null) return false;
      if (typeof value === 'boolean') return value;
      if (value instanceof JsonNumber && /^-?[0-9]+$/.test(value.text)) return BigInt(value.text) !== 0n;
      if (typeof value === 'string') {
        const text = value.trim();
        if (text === '' || /^(false|False|FALSE)$/.test(text)) return false;
        if (/^(true|True|TRUE)$/.test(text)) return true;
      }
      throw wrong(name, value);
    },
    list(name) {
      const value = json.get(name) ?? null;
      if (value === null) return undefined;
      if (!Array.isArray(value)) throw wrong(name, value);
      return value as readonly Json[];
    },
  };
}

function isObject(json: Json): json is ReadonlyMap<string, Json> {
  return json instanceof Map;
}

function kindOf(json: Json): string {
  if (json === null) return 'null';
  if (typeof json === 'boolean') return 'a boolean';
  if (typeof json === 'string') return 'a string';
  if (json instanceof JsonNumber) return 'a number';
  return isObject(json) ? 'an object' : 'an array';
}

/** Returns a number without its fraction. It has at most as many digits as the limits allow, but any exponent. */
function integerOf(name: string, text: string): bigint {
  if (/^-?[0-9]+$/.test(text)) return inRange(name, BigInt(text));
  const number = Math.trunc(Number(text));
  if (!Number.isFinite(number)) throw outOfRange(name);
  return inRange(name, BigInt(number));
}

function inRange(name: string, value: bigint): bigint {
  if (value < MIN_LONG || value > MAX_LONG) throw outOfRange(name);
  return value;
}

function outOfRange(name: string): JsonError {
  return new JsonError(`Field ${name} is out of range of long (${MIN_LONG} - ${MAX_LONG})`);
}
