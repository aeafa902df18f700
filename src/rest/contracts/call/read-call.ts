import type { Authorization } from '@tain/ledger/authorization';
import { MAX_GAS_PER_TRANSACTION } from '@tain/ledger/gas';
import { MAX_INT64 } from '@tain/ledger/timestamp';
import { type ContractCall, checkedCall, MAX_CALL_DATA } from '../../../calls/contract-call.ts';
import { refused } from '../../../calls/refusal.ts';
import type { BlockReference } from '../../../calls/simulation.ts';
import { type FieldReader, readFields } from './json-fields.ts';
import { type Json, JsonError, type JsonLimits, readJson } from './read-json.ts';
import { readOverrides } from './state-overrides.ts';

const LATEST: ReadonlySet<string> = new Set(['', 'latest', 'pending', 'safe', 'finalized']);

/** Reads the field `block`. Throws `RangeError` with a message for the client. */
function readBlockReference(text: string): BlockReference {
  const lower = text.toLowerCase();
  if (LATEST.has(lower)) return { kind: 'latest' };
  if (lower === 'earliest') return { kind: 'earliest' };
  const hash = /^0x([0-9a-f]{64}|[0-9a-f]{96})$/.exec(lower)?.[1];
  if (hash !== undefined) return { kind: 'hash', hash };
  const isHex = /^0x[0-9a-f]{1,16}$/.test(lower);
  if (!isHex && !/^[0-9]{1,20}$/.test(lower))
    throw new RangeError(`Invalid block value: ${text.slice(0, 200)}`);
  const number = BigInt(lower);
  if (number > MAX_INT64) {
    throw new RangeError(`${isHex ? 'Hex' : 'Decimal'} value out of range for block: ${text}`);
  }
  return { kind: 'number', number };
}

const MAX_CHARACTERS = 2 * MAX_CALL_DATA + 1024;
const LIMITS: JsonLimits = {
  document: MAX_CHARACTERS,
  string: MAX_CHARACTERS,
  name: 100,
  nesting: 10,
  number: 19,
  tokens: 100,
};

/**
 * Reads and checks the body of `POST /contracts/call`. Throws `CallRefusal`: `media-type` when it is not JSON, `invalid`
 * with one entry for each invalid field.
 */
export function readCall(body: Uint8Array, contentType: string | undefined): ContractCall {
  checkContentType(contentType, body.length === 0);
  const problems: string[] = [];
  return checkedCall(readBody(body, problems), problems);
}

function checkContentType(contentType: string | undefined, isEmpty: boolean): void {
  if (contentType === undefined && isEmpty) return;
  const given = contentType ?? 'application/octet-stream';
  const [type = ''] = given.split(';');
  if (/^application\/([\w.-]+\+)?json$/i.test(type.trim())) return;
  throw refused('media-type', `Content-Type '${given.slice(0, 200)}' is not supported`);
}

function readBody(body: Uint8Array, problems: string[]) {
  if (body.length === 0) throw refused('invalid', 'Required request body is missing');
  try {
    const json = readJson(body, LIMITS);
    if (json === null) throw refused('invalid', 'Required request body is missing');
    const fields: FieldReader = readFields(json, 'the request');
    return {
      block: readBlockReference(fields.text('block') ?? 'latest'),
      data: fields.text('data'),
      estimate: fields.boolean('estimate'),
      from: fields.text('from'),
      gas: fields.integer('gas', MAX_GAS_PER_TRANSACTION),
      gasPrice: fields.integer('gasPrice', 0n),
      to: fields.text('to'),
      value: fields.integer('value', 0n),
      overrides: readOverrides(fields.list('state_overrides') ?? [], problems),
      authorizations: readAuthorizations(fields.list('authorizationList') ?? []),
    };
  } catch (error) {
    if (error instanceof JsonError || error instanceof RangeError) {
      throw refused('invalid', `JSON parse error: ${error.message}`);
    }
    throw error;
  }
}

const INTEGER = /^(0[xX][0-9a-fA-F]{1,64}|[0-9]{1,78})$/;
const DIGITS = /^0[xX][0-9a-fA-F]{0,64}$/;
const ADDRESS = /^0[xX][0-9a-fA-F]{40}$/;
const MAX_NONCE = 2n ** 64n;

/** Reads the field `authorizationList` (EIP-7702). Throws `JsonError` for an entry that is no authorization. */
function readAuthorizations(list: readonly Json[]): readonly Authorization[] {
  return list.map((json) => {
    const fields = readFields(json, 'an authorization');
    const nonce = integer(fields, 'nonce');
    if (nonce >= MAX_NONCE) throw new JsonError('Cannot read field nonce: not 64 bits');
    return {
      address: digits(fields, 'address', ADDRESS),
      chain_id: `0x${integer(fields, 'chainId').toString(16)}`,
      nonce,
      // Without a signature it has no authority, but costs the same.
      r: digits(fields, 'r', DIGITS, '0x'),
      s: digits(fields, 's', DIGITS, '0x'),
      y_parity: `0x${integer(fields, 'yParity', 0n).toString(16)}`,
    };
  });
}

function integer(fields: FieldReader, name: string, missing?: bigint): bigint {
  const text = fields.text(name);
  if (text === undefined && missing !== undefined) return missing;
  if (text === undefined || !INTEGER.test(text))
    throw new JsonError(`Cannot read field ${name}: not an integer`);
  return BigInt(text);
}

function digits(fields: FieldReader, name: string, form: RegExp, missing?: string): string {
  const text = fields.text(name) ?? missing;
  if (text === undefined || !form.test(text)) throw new JsonError(`Cannot read field ${name}: no hex digits`);
  return text.toLowerCase();
}
