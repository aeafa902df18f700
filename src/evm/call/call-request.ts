import { ZERO_ADDRESS } from '../../kernel/evm-address.ts';
import type { Authorization } from '../../ledger/authorization.ts';
import { MAX_GAS_PER_TRANSACTION } from '../../ledger/gas.ts';
import type { AccountOverride, BlockOverrides, BlockReference } from '../../ledger/simulation.ts';
import type { Address } from '../engine/execution.ts';
import { readAuthorizations } from './authorizations.ts';
import { readBlockReference } from './block-reference.ts';
import { type FieldReader, readFields } from './json-fields.ts';
import { JsonError, type JsonLimits, readJson } from './read-json.ts';
import { refused } from './refusal.ts';
import { readOverrides } from './state-overrides.ts';

/** A checked call request. */
export interface CallRequest {
  readonly block: BlockReference;
  /** Hex digits without a prefix, always an even number. */
  readonly data: string;
  readonly estimate: boolean;
  /** Sender; undefined if none or the zero address was given. */
  readonly from: Address | undefined;
  readonly gas: bigint;
  /** Tinybars for a unit of gas. Executed code is given the ledger's price instead. */
  readonly gasPrice: bigint;
  /** Receiver; undefined for a creation, and if the zero address was given. */
  readonly to: Address | undefined;
  /** Value in tinybars. */
  readonly value: bigint;
  readonly overrides: readonly AccountOverride[];
  /** Authorizations that the call carries (EIP-7702); undefined for none. */
  readonly authorizations?: readonly Authorization[];
  /** Whether an overridden account stays an account if its code is not overridden, as on Ethereum. */
  readonly preservesAccounts?: boolean;
  /** Values of the block that replace those of the ledger; never part of a body. */
  readonly blockOverrides?: BlockOverrides;
}

/** Checks that an operator can configure. */
export interface CallRules {
  readonly maxGas: bigint;
  readonly stateOverrides: boolean;
  /** Whether overridden accounts stay accounts, as in `CallRequest`. */
  readonly preservesAccounts?: boolean;
}

/** Maximum bytes of call data that fit in a transaction. */
export const MAX_CALL_DATA = 131_072;
const MAX_CHARACTERS = 2 * MAX_CALL_DATA + 1024;
const LIMITS: JsonLimits = {
  document: MAX_CHARACTERS,
  string: MAX_CHARACTERS,
  name: 100,
  nesting: 10,
  number: 19,
  tokens: 100,
};

const MIN_GAS = 21_000n;
const NOT_HEX = 'invalid hexadecimal string';

/** Refuses a body that is not JSON. Throws `CallRefusal` (`media-type`). */
export function checkContentType(contentType: string | undefined, isEmpty: boolean): void {
  if (contentType === undefined && isEmpty) return;
  const given = contentType ?? 'application/octet-stream';
  const [type = ''] = given.split(';');
  if (/^application\/([\w.-]+\+)?json$/i.test(type.trim())) return;
  throw refused('media-type', `Content-Type '${given.slice(0, 200)}' is not supported`);
}

/**
 * Reads the body of a request and checks each field by itself and with the others, in the order of their names. Throws
 * `CallRefusal` (`invalid`) with one entry for each invalid field.
 */
export function readCallRequest(body: Uint8Array, rules: CallRules): CallRequest {
  const problems: string[] = [];
  const { from, to, block, ...fields } = readBody(body, problems);
  if (fields.data !== undefined && !/^(0[xX])?[0-9a-fA-F]*$/.test(fields.data))
    problems.push(`data field ${NOT_HEX}`);
  if (from !== undefined && !isAddress(from)) problems.push(`from field ${NOT_HEX}`);
  if (fields.gas < MIN_GAS) problems.push(`gas field must be greater than or equal to ${MIN_GAS}`);
  if (fields.gasPrice < 0n) problems.push('gasPrice field must be greater than or equal to 0');
  if (to !== undefined && to !== '' && !isAddress(to)) problems.push(`to field ${NOT_HEX}`);
  if (fields.value < 0n) problems.push('value field must be greater than or equal to 0');
  const isSent = fields.value > 0n;
  if (isSent && isEmpty(from)) problems.push('from field must not be empty');
  const mayCreate = !isSent || isEmpty(from) || looksLikeInitCode(fields.data ?? '');
  if (isEmpty(to) && !mayCreate) problems.push('to field must not be empty');
  if (problems.length > 0) throw refused('invalid', ...problems);
  if (fields.overrides.length > 0 && !rules.stateOverrides) {
    throw refused('invalid', 'State overrides are not supported.');
  }
  return {
    block,
    data: digitsOf(fields.data ?? ''),
    estimate: fields.estimate,
    from: partyOf(from),
    gas: fields.gas,
    gasPrice: fields.gasPrice,
    to: partyOf(to),
    value: fields.value,
    overrides: fields.overrides,
    ...(fields.authorizations.length > 0 && { authorizations: fields.authorizations }),
    ...(rules.preservesAccounts === true && { preservesAccounts: true }),
  };
}

/** Runs the checks after the throttle. Throws `CallRefusal` (`invalid`). */
export function checkAfterThrottle({ gas, data }: CallRequest, { maxGas }: CallRules): void {
  if (gas > maxGas) throw refused('invalid', `gas field must be less than or equal to ${maxGas}`);
  if (data.length % 2 !== 0) throw refused('invalid', 'Odd number of characters.');
}

interface Fields {
  readonly block: BlockReference;
  readonly data: string | undefined;
  readonly estimate: boolean;
  readonly from: string | undefined;
  readonly gas: bigint;
  readonly gasPrice: bigint;
  readonly to: string | undefined;
  readonly value: bigint;
  readonly overrides: readonly AccountOverride[];
  readonly authorizations: readonly Authorization[];
}

function readBody(body: Uint8Array, problems: string[]): Fields {
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

function isEmpty(text: string | undefined): boolean {
  return text === undefined || text === '';
}

function isAddress(text: string): boolean {
  return /^(0[xX])?[0-9a-fA-F]{40}$/.test(text);
}

/** Returns the lower-case hex digits without the prefix. */
function digitsOf(text: string): string {
  return text.replace(/^0[xX]/, '').toLowerCase();
}

function partyOf(text: string | undefined): Address | undefined {
  const digits = digitsOf(text ?? '');
  return digits === '' || digits === ZERO_ADDRESS ? undefined : digits;
}

/**
 * Returns whether data looks like init code. Init code of a compiler begins by setting up memory, and later copies and
 * returns the contract.
 */
function looksLikeInitCode(data: string): boolean {
  const lower = data.toLowerCase();
  if (lower.length < 14) return false;
  const begin = lower.search(/60[68]06040/);
  if (begin < 0) return false;
  const copy = lower.indexOf('39', begin + 8);
  return copy >= 0 && lower.indexOf('f3', copy + 2) >= 0;
}
