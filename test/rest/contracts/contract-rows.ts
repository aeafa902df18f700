/** Rows of contracts for tests, with defaults for irrelevant columns. */

type Row = Record<string, unknown>;

/** Returns a consensus time in nanoseconds. Times in tests are small. */
export function at(seconds: number, nanos = 0): bigint {
  return BigInt(seconds) * 1_000_000_000n + BigInt(nanos);
}

/** Formats a time as in the API. */
export function shown(time: bigint): string {
  return `${time / 1_000_000_000n}.${(time % 1_000_000_000n).toString().padStart(9, '0')}`;
}

export const ADDRESS = '1234567890abcdef1234567890abcdef12345678';

/** Returns the 20 bytes of an entity's number, in hex. */
export function longZero(num: number): string {
  return num.toString(16).padStart(40, '0');
}

export function entity(id: number, more: Row = {}): Row {
  return {
    id,
    num: id,
    realm: 0,
    shard: 0,
    type: 'CONTRACT',
    memo: '',
    deleted: false,
    timestamp_range: '[0,)',
    ...more,
  };
}

export function result(time: bigint, contract: number, more: Row = {}): Row {
  return {
    consensus_timestamp: time,
    contract_id: contract,
    function_parameters: Buffer.from([7]),
    gas_limit: 100_000,
    gas_used: 50_000,
    amount: 5,
    bloom: Buffer.alloc(0),
    call_result: Buffer.from([1]),
    created_contract_ids: [],
    payer_account_id: 2000,
    sender_id: 2000,
    transaction_hash: hashOf(time),
    transaction_index: 1,
    transaction_result: 22,
    transaction_nonce: 0,
    ...more,
  };
}

/** Returns 32 bytes that are unique to a time. */
export function hashOf(time: bigint): Buffer {
  return Buffer.from(time.toString(16).padStart(64, 'a'), 'hex');
}

export function participation(
  time: bigint,
  entityId: number,
  contractIds: readonly number[],
  payer = 2000,
): Row {
  return {
    consensus_timestamp: time,
    entity_id: entityId,
    contract_ids: contractIds,
    payer_account_id: payer,
  };
}

export function resultHash(time: bigint, entityId: number, more: Row = {}): Row {
  return {
    consensus_timestamp: time,
    hash: hashOf(time),
    payer_account_id: 2000,
    entity_id: entityId,
    transaction_result: 22,
    ...more,
  };
}

export function ethereum(time: bigint, more: Row = {}): Row {
  return {
    consensus_timestamp: time,
    payer_account_id: 2000,
    data: Buffer.from([0]),
    hash: hashOf(time),
    max_gas_allowance: 0,
    gas_limit: 300_000,
    gas_price: bytes(710_000_000_000n),
    nonce: 3,
    recovery_id: 1,
    signature_r: Buffer.from('0a', 'hex'),
    signature_s: Buffer.from('0b0c', 'hex'),
    type: 2,
    chain_id: Buffer.from('0128', 'hex'),
    value: Buffer.from([0]),
    ...more,
  };
}

export function log(time: bigint, index: number, contract: number, more: Row = {}): Row {
  return {
    consensus_timestamp: time,
    index,
    contract_id: contract,
    bloom: Buffer.from([0]),
    data: Buffer.from([5]),
    payer_account_id: 2000,
    root_contract_id: contract,
    transaction_hash: hashOf(time),
    transaction_index: 0,
    synthetic: false,
    ...more,
  };
}

export function blockOf(number: number, start: bigint, end: bigint, more: Row = {}): Row {
  return {
    name: `block-${number}.rcd`,
    load_start: 0,
    load_end: 0,
    hash: number.toString(16).padStart(96, 'b'),
    prev_hash: '',
    consensus_start: start,
    consensus_end: end,
    count: 1,
    digest_algorithm: 0,
    version: 6,
    file_hash: '',
    index: number,
    gas_used: 1000,
    ...more,
  };
}

export function fileRow(
  file: number,
  time: bigint,
  type: 'create' | 'append' | 'update',
  content: Uint8Array,
): Row {
  const types = { append: 16, create: 17, update: 19 };
  return {
    entity_id: file,
    consensus_timestamp: time,
    transaction_type: types[type],
    file_data: Buffer.from(content),
  };
}

/** Encodes a number as big-endian bytes. */
export function bytes(value: bigint): Buffer {
  const digits = value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}
