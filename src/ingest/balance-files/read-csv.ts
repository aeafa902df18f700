import { encodeEntityId } from '@tain/ledger/entity-id';
import { parseStreamInstant } from '@tain/ledger/record-stream';
import { MAX_INT64 } from '@tain/ledger/timestamp';
import { MalformedError } from '@tain/ledger/wire-reader';
import type { AccountBalance, BalanceFile } from './balance-file.ts';
import { readTokenBalances } from './read-protobuf.ts';

const VERSION_2 = '# version:2';
const TIMESTAMP = 'timestamp:';
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
/** Names of the columns, in lower case, in versions 1 and 2. */
const COLUMNS = new Set(['shardnum,realmnum,accountnum,balance', 'shard,realm,account,balance']);
const COLUMNS_2 = new Set(['shardnum,realmnum,accountnum,balance,tokenbalances']);
/** Maximum length of a header line. */
const MAX_HEAD_LINE = 80;
/** Maximum length of a line: an account may hold thousands of tokens, in one column. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;
const MAX_DIGITS = 19;

const NEWLINE = 0x0a;
const COMMA = 0x2c;
const ZERO = 0x30;
const NINE = 0x39;

/**
 * Reads a balance file of 2019 to 2021: a head with the instant and the names of columns, then
 * `shard,realm,account,balance` and, in version 2, base64 of the account's token balances. The head begins with the
 * first byte and has one of the two forms that networks wrote; each line after it is an account. `shard` is the
 * network's. Takes time in proportion to the bytes. Throws `MalformedError`.
 */
export function readCsvBalances(bytes: Buffer, shard: bigint): BalanceFile {
  const lines = new Lines(bytes);
  const { consensusTimestamp, hasTokens } = readHead(lines);
  return { consensusTimestamp, accounts: accountsOf(lines, hasTokens, shard) };
}

function readHead(lines: Lines): { readonly consensusTimestamp: bigint; readonly hasTokens: boolean } {
  const first = lines.head();
  const hasTokens = first.toLowerCase() === VERSION_2;
  const prefix = hasTokens ? `# ${TIMESTAMP}` : TIMESTAMP;
  const line = hasTokens ? lines.head() : first;
  const instant = line.slice(prefix.length);
  const isInstant = line.toLowerCase().startsWith(prefix) && INSTANT.test(instant);
  const consensusTimestamp = isInstant ? parseStreamInstant(instant.replaceAll(':', '_')) : null;
  const columns = lines.head().toLowerCase();
  if (consensusTimestamp === null || !(hasTokens ? COLUMNS_2 : COLUMNS).has(columns)) {
    throw new MalformedError('does not begin with an instant and the names of its columns');
  }
  return { consensusTimestamp, hasTokens };
}

/** Lines of a file, without their newlines. */
class Lines {
  readonly #bytes: Buffer;
  /** Start of the next line. */
  #start = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Returns the next line, or null at the end. Throws `MalformedError` for a line that is too long. */
  next(): Buffer | null {
    const start = this.#start;
    if (start >= this.#bytes.length) return null;
    const found = this.#bytes.indexOf(NEWLINE, start);
    const end = found === -1 ? this.#bytes.length : found;
    if (end - start > MAX_LINE_BYTES) {
      throw new MalformedError(`has a line of more than ${MAX_LINE_BYTES} bytes (at byte ${start})`);
    }
    this.#start = end + 1;
    return this.#bytes.subarray(start, end);
  }

  /** Returns a header line as text; empty when there is none. */
  head(): string {
    return this.next()?.toString('latin1', 0, MAX_HEAD_LINE) ?? '';
  }
}

function* accountsOf(lines: Lines, hasTokens: boolean, shard: bigint): Generator<AccountBalance> {
  for (let number = 1; ; number += 1) {
    const line = lines.next();
    if (line === null) return;
    try {
      yield accountOf(line, hasTokens, shard);
    } catch (error) {
      if (!(error instanceof MalformedError || error instanceof RangeError)) throw error;
      const excerpt = JSON.stringify(line.toString('latin1', 0, 80));
      throw new MalformedError(`account line ${number}, ${excerpt}: ${error.message}`, { cause: error });
    }
  }
}

function accountOf(line: Buffer, hasTokens: boolean, network: bigint): AccountBalance {
  const fields = new Fields(line);
  const shard = fields.number();
  fields.comma();
  const realm = fields.number();
  fields.comma();
  const num = fields.number();
  fields.comma();
  const balance = fields.number();
  if (shard !== network) throw new MalformedError(`is of shard ${shard}, not ${network}`);
  const accountId = encodeEntityId(shard, realm, num);
  if (!hasTokens || fields.atEnd) {
    fields.expectEnd();
    return { accountId, balance, tokens: [] };
  }
  fields.comma();
  return { accountId, balance, tokens: readTokenBalances(fields.base64()) };
}

/** The columns of one line. */
class Fields {
  readonly #line: Buffer;
  #position = 0;

  constructor(line: Buffer) {
    this.#line = line;
  }

  get atEnd(): boolean {
    return this.#position === this.#line.length;
  }

  expectEnd(): void {
    if (!this.atEnd) throw new MalformedError(`something follows the last column (byte ${this.#position})`);
  }

  comma(): void {
    if (this.#line[this.#position] !== COMMA) {
      throw new MalformedError(`a number or the line ends too early (byte ${this.#position})`);
    }
    this.#position += 1;
  }

  /** Reads a number from 0 to the largest int64, in its canonical form. */
  number(): bigint {
    const line = this.#line;
    const start = this.#position;
    let end = start;
    for (; end < line.length && end - start <= MAX_DIGITS; end += 1) {
      const byte = line[end] ?? 0;
      if (byte < ZERO || byte > NINE) break;
    }
    const length = end - start;
    const value =
      length === 0 || length > MAX_DIGITS || (length > 1 && line[start] === ZERO)
        ? null
        : BigInt(line.toString('latin1', start, end));
    if (value === null || value > MAX_INT64) throw new MalformedError(`has no number at byte ${start}`);
    this.#position = end;
    return value;
  }

  /** Reads the rest of the line. */
  base64(): Buffer {
    const text = this.#line.toString('latin1', this.#position);
    const bytes = Buffer.from(text, 'base64');
    // The decoder skips characters that are not base64.
    if (bytes.toString('base64') !== text) throw new MalformedError('has token balances that are not base64');
    return bytes;
  }
}
