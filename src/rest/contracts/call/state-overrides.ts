import type { AccountOverride, SlotOverride } from '../../../calls/simulation.ts';
import { type FieldReader, readFields } from './json-fields.ts';
import { type Json, JsonError } from './read-json.ts';

const NOT_HEX = 'invalid hexadecimal string';
const MAX_LONG = 2n ** 63n - 1n;

/** Reads the field `state_overrides`; adds problems of values to `problems`. Throws `JsonError` for another type. */
export function readOverrides(list: readonly Json[], problems: string[]): readonly AccountOverride[] {
  return list.map((json, index) => readOverride(json, `stateOverrides[${index}]`, problems));
}

function readOverride(json: Json, path: string, problems: string[]): AccountOverride {
  const fields = readFields(json, 'a state override');
  const address = hexField(fields, 'address', `${path}.address`, /^[0-9a-f]{40}$/, problems, true);
  const state = readSlots(fields.list('state') ?? [], `${path}.state`, problems);
  const stateDiff = readSlots(fields.list('state_diff') ?? [], `${path}.stateDiff`, problems);
  const balance = longField(fields, 'balance', path, problems);
  const nonce = longField(fields, 'nonce', path, problems);
  const code = hexField(fields, 'code', `${path}.code`, /^([0-9a-f]{2})*$/, problems);
  return {
    address: address ?? '',
    balance,
    nonce,
    code,
    state,
    stateDiff,
  };
}

function readSlots(list: readonly Json[], path: string, problems: string[]): readonly SlotOverride[] {
  return list.map((json, index) => {
    const fields = readFields(json, 'a slot');
    const word = (name: string) =>
      hexField(fields, name, `${path}[${index}].${name}`, /^[0-9a-f]{64}$/, problems, true) ?? '';
    return { key: word('key'), value: word('value') };
  });
}

/** Returns lower-case digits without the prefix; undefined if there are none or they are invalid. */
function hexField(
  fields: FieldReader,
  name: string,
  path: string,
  pattern: RegExp,
  problems: string[],
  required = false,
): string | undefined {
  const text = fields.text(name);
  if (text === undefined) {
    if (required) problems.push(`${path} field must not be empty`);
    return undefined;
  }
  const digits = text.replace(/^0[xX]/, '').toLowerCase();
  if (pattern.test(digits)) return digits;
  problems.push(`${path} field ${NOT_HEX}`);
  return undefined;
}

/** Returns a number, or one in hex digits. Throws `JsonError` beyond an int64. */
function longField(fields: FieldReader, name: string, path: string, problems: string[]): bigint | undefined {
  const number = fields.number(name);
  if (number !== undefined) {
    if (number < 0n) throw outOfRange(name);
    return number;
  }
  const digits = hexField(fields, name, `${path}.${name}`, /^[0-9a-f]{1,16}$/, problems);
  if (digits === undefined) return undefined;
  const value = BigInt(`0x${digits}`);
  if (value > MAX_LONG) throw outOfRange(name);
  return value;
}

function outOfRange(name: string): JsonError {
  return new JsonError(`Field ${name} of a state override is out of range of long`);
}
