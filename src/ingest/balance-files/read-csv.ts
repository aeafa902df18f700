import { messageOf } from '../../errors.ts';
import { encodeEntityId } from '../../kernel/entity-id.ts';
import { parseStreamInstant } from '../../kernel/record-stream.ts';
import { MAX_INT64 } from '../../kernel/timestamp.ts';
import { MalformedError } from '../decode/byte-reader.ts';
import type { AccountBalance, BalanceFile, BalanceReading } from './balance-file.ts';
import { readTokenBalances } from './read-protobuf.ts';

const TIMESTAMP = /^\s*#?\s*timestamp:\s*(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z)\s*$/i;
const COLUMNS = /^\s*shard/i;
/** The head ends within so many lines. */
const MAX_HEAD_LINES = 10;
/** An account may hold thousands of tokens, in one column. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;
const NUMBER = /^\d{1,19}$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Balance files of 2019 to 2021: a head with the instant and the names of columns, then
 * `shard,realm,account,balance` and, in version 2, base64 of the account's token balances. Throws
 * `MalformedError` when the head is missing.
 */
export function readCsvBalances(bytes: Buffer, reading: BalanceReading): BalanceFile {
  const lines = linesOf(bytes);
  let consensusTimestamp: bigint | null = null;
  for (let count = 0; count < MAX_HEAD_LINES; count += 1) {
    const next = lines.next();
    if (next.done) break;
    const instant = TIMESTAMP.exec(next.value)?.[1];
    if (instant !== undefined) consensusTimestamp = parseStreamInstant(instant.replaceAll(':', '_'));
    if (!COLUMNS.test(next.value)) continue;
    if (consensusTimestamp === null) break;
    return { consensusTimestamp, accounts: accountsOf(lines, reading) };
  }
  throw new MalformedError('does not begin with an instant and the names of its columns');
}

function* linesOf(bytes: Buffer): Generator<string, void, void> {
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(0x0a, start);
    const end = found === -1 ? bytes.length : found;
    if (end - start > MAX_LINE_BYTES) {
      throw new MalformedError(`has a line of more than ${MAX_LINE_BYTES} bytes (at byte ${start})`);
    }
    yield bytes.toString('latin1', start, end);
    start = end + 1;
  }
}

function* accountsOf(lines: Iterable<string>, reading: BalanceReading): Generator<AccountBalance> {
  for (const line of lines) {
    if (line.trim() === '') continue;
    try {
      yield accountOf(line, reading.shard);
    } catch (error) {
      const reason = messageOf(error);
      reading.onBad(`line ${JSON.stringify(line.slice(0, 80))}: ${reason}`);
    }
  }
}

function accountOf(line: string, network: bigint): AccountBalance {
  const columns = line.split(',', 6).map((column) => column.trim());
  if (columns.length !== 4 && columns.length !== 5) throw new MalformedError('has not 4 or 5 columns');
  const [shard, realm, num, balance] = columns.slice(0, 4).map(numberOf) as [bigint, bigint, bigint, bigint];
  if (shard !== network) throw new MalformedError(`is of shard ${shard}, not ${network}`);
  const tokens = columns[4] ?? '';
  if (!BASE64.test(tokens)) throw new MalformedError('has token balances that are not base64');
  return {
    accountId: encodeEntityId(shard, realm, num),
    balance,
    tokens: tokens === '' ? [] : readTokenBalances(Buffer.from(tokens, 'base64')),
  };
}

function numberOf(text: string): bigint {
  const value = NUMBER.test(text) ? BigInt(text) : -1n;
  if (value < 0n || value > MAX_INT64) throw new MalformedError(`${JSON.stringify(text)} is no number`);
  return value;
}
