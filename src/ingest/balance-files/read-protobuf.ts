import { messageOf } from '../../errors.ts';
import { encodeEntityId } from '../../kernel/entity-id.ts';
import { nanosOf } from '../../kernel/timestamp.ts';
import { MalformedError } from '../decode/byte-reader.ts';
import { WireReader } from '../decode/wire-reader.ts';
import type { AccountBalance, BalanceFile, BalanceReading } from './balance-file.ts';

type TokenBalance = AccountBalance['tokens'][number];

/**
 * Balance files of 2021 and later: `AllAccountBalances`. Read field by field, one account at a time,
 * because a whole network does not fit in memory as objects. Throws `MalformedError`.
 */
export function readProtobufBalances(bytes: Buffer, reading: BalanceReading): BalanceFile {
  const reader = new WireReader(bytes);
  let consensusTimestamp: bigint | null = null;
  while (consensusTimestamp === null && reader.next()) {
    if (reader.field === 1) consensusTimestamp = timestampOf(reader.content('the timestamp'));
    else reader.skip();
  }
  if (consensusTimestamp === null) throw new MalformedError('has no timestamp');
  return { consensusTimestamp, accounts: accountsOf(bytes, reading) };
}

function timestampOf(message: Buffer): bigint {
  const { one, two } = numbersOf(message, 'the timestamp');
  return nanosOf(one, two);
}

function* accountsOf(bytes: Buffer, reading: BalanceReading): Generator<AccountBalance> {
  const reader = new WireReader(bytes);
  for (let index = 0; reader.next(); ) {
    if (reader.field !== 2) {
      reader.skip();
      continue;
    }
    const message = reader.content('an account');
    index += 1;
    try {
      yield accountOf(message, reading.shard);
    } catch (error) {
      const reason = messageOf(error);
      reading.onBad(`account number ${index} in the file: ${reason}`);
    }
  }
}

function accountOf(message: Buffer, network: bigint): AccountBalance {
  const reader = new WireReader(message);
  let accountId: bigint | null = null;
  let balance = 0n;
  const tokens: TokenBalance[] = [];
  while (reader.next()) {
    if (reader.field === 1) accountId = idOf(reader.content('its id'), network);
    else if (reader.field === 2) balance = amountOf(reader);
    else if (reader.field === 3) tokens.push(tokenOf(reader.content('a token balance')));
    else reader.skip();
  }
  if (accountId === null) throw new MalformedError('has no id');
  return { accountId, balance, tokens };
}

/** The token balances of an account as CSV files have them: `TokenBalances`. Throws `MalformedError`. */
export function readTokenBalances(message: Buffer): TokenBalance[] {
  const reader = new WireReader(message);
  const tokens: TokenBalance[] = [];
  while (reader.next()) {
    if (reader.field === 1) tokens.push(tokenOf(reader.content('a token balance')));
    else reader.skip();
  }
  return tokens;
}

function tokenOf(message: Buffer): TokenBalance {
  const reader = new WireReader(message);
  let tokenId: bigint | null = null;
  let balance = 0n;
  while (reader.next()) {
    if (reader.field === 1) tokenId = idOf(reader.content('its id'), null);
    else if (reader.field === 2) balance = amountOf(reader);
    else reader.skip();
  }
  if (tokenId === null) throw new MalformedError('has a token without an id');
  return { tokenId, balance };
}

function idOf(message: Buffer, network: bigint | null): bigint {
  const { one: shard, two: realm, three: num } = numbersOf(message, 'an id');
  if (network !== null && shard !== network) throw new MalformedError(`is of shard ${shard}, not ${network}`);
  return encodeEntityId(shard, realm, num);
}

function amountOf(reader: WireReader): bigint {
  const amount = reader.int64('an amount');
  if (amount < 0n) throw new MalformedError('has an amount beyond int64');
  return amount;
}

/** The first three fields of a message that are varints; 0 where absent. */
function numbersOf(message: Buffer, what: string): { one: bigint; two: bigint; three: bigint } {
  const reader = new WireReader(message);
  const values = { one: 0n, two: 0n, three: 0n };
  while (reader.next()) {
    if (reader.field === 1) values.one = reader.int64(what);
    else if (reader.field === 2) values.two = reader.int64(what);
    else if (reader.field === 3) values.three = reader.int64(what);
    else reader.skip();
  }
  return values;
}
