import { encodeEntityId } from '@tain/ledger/entity-id';
import { NANOS_PER_SECOND, nanosOf } from '@tain/ledger/timestamp';
import { MalformedError, WireReader } from '@tain/ledger/wire-reader';
import type { AccountBalance, BalanceFile } from './balance-file.ts';

type TokenBalance = AccountBalance['tokens'][number];

/** Maximum size of one account with its tokens: it is decoded as a whole. */
const MAX_ACCOUNT_BYTES = 16 * 1024 * 1024;

/**
 * Reads a balance file of 2021 or later: `AllAccountBalances`. Read field by field, one account at a time, because a
 * whole network does not fit in memory as objects. Accepts exactly what networks write: the instant first, then
 * accounts, fields in order of their numbers, none unknown and none twice. `shard` is the network's. Throws
 * `MalformedError`.
 */
export function readProtobufBalances(bytes: Buffer, shard: bigint): BalanceFile {
  const reader = new WireReader(bytes);
  if (!reader.next() || reader.field !== 1) throw new MalformedError('does not begin with an instant');
  const [seconds, nanos] = readNumbers(reader.content('the instant'), 2, 'the instant');
  if (seconds < 0n || nanos < 0n || nanos >= NANOS_PER_SECOND) {
    throw new MalformedError('does not begin with an instant');
  }
  return { consensusTimestamp: nanosOf(seconds, nanos), accounts: accountsOf(reader, shard) };
}

function* accountsOf(reader: WireReader<Buffer>, shard: bigint): Generator<AccountBalance> {
  for (let number = 1; reader.next(); number += 1) {
    try {
      if (reader.field !== 2) throw unknown(reader);
      const message = reader.content('an account');
      if (message.length > MAX_ACCOUNT_BYTES) {
        throw new MalformedError(`has more than ${MAX_ACCOUNT_BYTES} bytes`);
      }
      yield accountOf(message, shard);
    } catch (error) {
      if (!(error instanceof MalformedError || error instanceof RangeError)) throw error;
      throw new MalformedError(`account number ${number} in the file: ${error.message}`, { cause: error });
    }
  }
}

function accountOf(message: Buffer, network: bigint): AccountBalance {
  let accountId: bigint | null = null;
  let balance = 0n;
  const tokens: TokenBalance[] = [];
  for (const reader of fieldsOf(message, 3)) {
    if (reader.field === 1) accountId = idOf(reader.content('its id'), network);
    else if (reader.field === 2) balance = amountOf(reader);
    else if (reader.field === 3) tokens.push(tokenOf(reader.content('a token balance')));
    else throw unknown(reader);
  }
  if (accountId === null) throw new MalformedError('has no id');
  return { accountId, balance, tokens };
}

/** Reads the token balances of an account in a CSV file: `TokenBalances`. Throws `MalformedError`. */
export function readTokenBalances(message: Buffer): TokenBalance[] {
  const tokens: TokenBalance[] = [];
  for (const reader of fieldsOf(message, 1)) {
    if (reader.field !== 1) throw unknown(reader);
    tokens.push(tokenOf(reader.content('a token balance')));
  }
  return tokens;
}

function tokenOf(message: Buffer): TokenBalance {
  let tokenId: bigint | null = null;
  let balance = 0n;
  for (const reader of fieldsOf(message)) {
    if (reader.field === 1) tokenId = idOf(reader.content('its id'), null);
    else if (reader.field === 2) balance = amountOf(reader);
    else throw unknown(reader);
  }
  if (tokenId === null) throw new MalformedError('has a token without an id');
  return { tokenId, balance };
}

function idOf(message: Buffer, network: bigint | null): bigint {
  const [shard, realm, num] = readNumbers(message, 3, 'an id');
  if (network !== null && shard !== network) throw new MalformedError(`is of shard ${shard}, not ${network}`);
  return encodeEntityId(shard, realm, num);
}

function amountOf(reader: WireReader<Buffer>): bigint {
  const amount = reader.int64('an amount');
  if (amount < 0n) throw new MalformedError('has an amount beyond int64');
  return amount;
}

/** Reads the fields 1 to `count` of a message that has no others, all of them varints; 0 if absent. */
function readNumbers(message: Buffer, count: 2 | 3, what: string): [bigint, bigint, bigint] {
  const values: [bigint, bigint, bigint] = [0n, 0n, 0n];
  for (const reader of fieldsOf(message)) {
    if (reader.field > count) throw unknown(reader);
    values[reader.field - 1] = reader.int64(what);
  }
  return values;
}

/**
 * Yields the fields of a message. Throws `MalformedError` unless they come in order of their numbers, and only field
 * `repeated` occurs more than once.
 */
function* fieldsOf(message: Buffer, repeated = 0): Generator<WireReader<Buffer>> {
  const reader = new WireReader(message);
  for (let last = 0; reader.next(); last = reader.field) {
    if (reader.field < last || (reader.field === last && last !== repeated)) {
      throw new MalformedError(`field ${reader.field} is repeated or out of order`);
    }
    yield reader;
  }
}

function unknown({ field }: WireReader<Buffer>): MalformedError {
  return new MalformedError(`has a field ${field}, which no balance file has`);
}
