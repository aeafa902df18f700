import { RESPONSE_CODES } from '@tain/ledger/response-code';
import { TRANSACTION_TYPES } from '@tain/ledger/transaction-type';
import type { ProvenMessages } from '@tain/verify/verify';
import type { Answer, RequestParameters, VerifierOf } from './bind-operations.ts';
import { AnswerDiffers, fullId, type Proofs } from './proofs.ts';
import type { CallOptions } from './values.ts';

type Row = Answer;

type Verify = (
  answer: Row,
  requested: RequestParameters,
  proofs: Proofs,
  options: CallOptions | undefined,
) => Promise<void>;

/** Compares a `bigint` or a number. A number that lost its last digits is compared to its precision. */
function isSameNumber(claimed: unknown, proven: string): boolean {
  return typeof claimed === 'number' ? claimed === Number(proven) : String(claimed) === proven;
}

function compare(field: string, claimed: unknown, proven: unknown): void {
  if (claimed !== proven) throw new AnswerDiffers(field, claimed, proven);
}

function compareNumber(field: string, claimed: unknown, proven: string): void {
  if (!isSameNumber(claimed, proven)) throw new AnswerDiffers(field, claimed, proven);
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function ofHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.replace(/^0x/, '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function isList(value: unknown): value is readonly Row[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null);
}

function listIn(answer: Row, field: string): readonly Row[] {
  const list = answer[field];
  if (!isList(list)) throw new AnswerDiffers(field, list, 'a list');
  return list;
}

const ID = /^(\d+\.\d+\.\d+)-(\d+)-(\d{1,9})$/;

/** Returns why an answer's row does not belong to the requested transaction; null if it does. */
function otherThan(requested: string, row: Row): AnswerDiffers | null {
  const [, payer, seconds, nanos = ''] = ID.exec(requested) ?? [];
  if (payer !== undefined) {
    const id = `${payer}-${seconds}-${nanos.padStart(9, '0')}`;
    return row.transaction_id === id ? null : new AnswerDiffers('transaction_id', row.transaction_id, id);
  }
  const isHex = /^(?:0x)?(?:[0-9a-f]{2})+$/i.test(requested);
  const hash = isHex ? toBase64(ofHex(requested)) : requested.replaceAll('-', '+').replaceAll('_', '/');
  const claimed = String(row.transaction_hash);
  const isSame = unpadded(claimed) === unpadded(hash);
  return isSame ? null : new AnswerDiffers('transaction_hash', claimed, hash);
}

/** Returns Base64 without its padding of at most two characters. */
function unpadded(base64: string): string {
  return base64.replace(/={1,2}$/, '');
}

/** Checks that an answer has the requested transaction and its children, which refer to its time. */
function expectTransactions(rows: readonly Row[], requested: string): void {
  const isRequested = (row: Row) => otherThan(requested, row) === null;
  for (const row of rows) {
    const other = otherThan(requested, row);
    const isCaused =
      rows.some(isRequested) &&
      rows.some(({ consensus_timestamp }) => consensus_timestamp === row.parent_consensus_timestamp);
    if (other !== null && !isCaused) throw other;
  }
}

const verifyTransactions: Verify = async (answer, { values: [requested], query = {} }, proofs, options) => {
  const rows = listIn(answer, 'transactions');
  if (rows.length === 0) throw new AnswerDiffers('transactions', 'none', 'nothing: a proof shows no absence');
  expectTransactions(rows, String(requested));
  for (const one of rows) {
    for (const field of ['nonce', 'scheduled'])
      if (query[field] !== undefined) compare(field, String(one[field]), String(query[field]));
    const which = { nonce: Number(one.nonce), scheduled: Boolean(one.scheduled) };
    const proven = await proofs.transaction(String(one.transaction_id), which, options);
    const { link, result, status } = proven;
    compare('transaction_hash', one.transaction_hash, toBase64(ofHex(proven.transaction_hash)));
    compare('memo_base64', one.memo_base64, toBase64(proven.memo));
    compareName('name', one.name, TRANSACTION_TYPES[proven.type]);
    if (result === null || status === null)
      throw new AnswerDiffers('result', one.result, `nothing: its link is ${link}`);
    compareName('result', one.result, RESPONSE_CODES[status]);
    compare('consensus_timestamp', one.consensus_timestamp, result.consensus_timestamp);
    compare('parent_consensus_timestamp', one.parent_consensus_timestamp, result.parent_consensus_timestamp);
    compareNumber('charged_tx_fee', one.charged_tx_fee, result.charged_tx_fee);
    const hbars = result.transfers.map((each) => ({ ...each }));
    compareMoves('transfers', one, hbars, ['account'], 'amount');
    const tokens = result.token_transfers.flatMap(({ token, transfers }) =>
      transfers.map((each) => ({ token_id: token, ...each })),
    );
    compareMoves('token_transfers', one, tokens, ['token_id', 'account'], 'amount');
    const nfts = result.token_transfers.flatMap(({ token, nft_transfers }) =>
      nft_transfers.map(({ sender, receiver, serial_number }) => ({
        token_id: token,
        sender_account_id: accountOf(sender),
        receiver_account_id: accountOf(receiver),
        serial_number,
      })),
    );
    const fields = ['token_id', 'sender_account_id', 'receiver_account_id'];
    compareMoves('nft_transfers', one, nfts, fields, 'serial_number');
  }
};

/** Account that an NFT came from or went to; null if it was minted or burned. */
function accountOf(id: string): string | null {
  return id === '0.0.0' ? null : id;
}

/** Compares a name, unless it is newer than the table of names. */
function compareName(field: string, claimed: unknown, proven: string | undefined): void {
  if (proven !== undefined) compare(field, claimed, proven);
}

/** Compares a list of transfers, in any order, by these fields and a number. */
function compareMoves(
  field: string,
  answer: Row,
  proven: readonly Row[],
  names: readonly string[],
  number: string,
): void {
  const textOf = (row: Row) => [...names, number].map((name) => String(row[name])).join(' ');
  const left = [...proven];
  for (const claimed of listIn(answer, field)) {
    const index = left.findIndex(
      (each) =>
        names.every((name) => claimed[name] === each[name]) &&
        isSameNumber(claimed[number], String(each[number])),
    );
    if (index < 0) throw new AnswerDiffers(field, textOf(claimed), 'no such transfer');
    left.splice(index, 1);
  }
  const [missing] = left;
  if (missing) throw new AnswerDiffers(field, 'nothing', textOf(missing));
}

function compareMessage(
  answer: Row,
  { topic_id, messages }: ProvenMessages,
  number: string,
  encoding: unknown,
): void {
  const found = messages.find(({ sequence_number }) => sequence_number === number);
  compare('topic_id', answer.topic_id, topic_id);
  compare('consensus_timestamp', answer.consensus_timestamp, found?.consensus_timestamp);
  compare('payer_account_id', answer.payer_account_id, found?.payer_account_id);
  const bytes = found?.message ?? new Uint8Array();
  const isText = /^utf-?8$/i.test(String(encoding ?? ''));
  // A server writes the bytes as base64 or, where UTF-8 was requested, as text with replacement characters for invalid
  // bytes.
  compare(
    'message',
    answer.message,
    isText ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : toBase64(bytes),
  );
}

const verifyMessage: Verify = async (answer, { values: [topic, number] }, proofs, options) => {
  compareNumber('sequence_number', answer.sequence_number, String(number));
  const proven = await proofs.message(fullId(topic), String(number), options);
  compareMessage(answer, proven, String(number), undefined);
};

const verifyMessageAt: Verify = async (answer, { values: [time] }, proofs, options) => {
  const [seconds = '', rest = ''] = String(time).split('.');
  compare('consensus_timestamp', answer.consensus_timestamp, `${seconds}.${rest.padEnd(9, '0')}`);
  const number = String(answer.sequence_number);
  compareMessage(answer, await proofs.message(String(answer.topic_id), number, options), number, undefined);
};

/** A page of messages. One signature proves each of them, and that none between them is left out. */
const verifyPage: Verify = async (answer, { values: [topic], query = {} }, proofs, options) => {
  const rows = listIn(answer, 'messages');
  const numbers = rows.map(({ sequence_number }) => BigInt(String(sequence_number)));
  const [one] = numbers;
  if (one === undefined) return;
  const first = numbers.reduce((least, each) => (each < least ? each : least), one);
  const last = numbers.reduce((max, each) => (each > max ? each : max), one);
  const leavesOut = /\bne\b/.test(
    JSON.stringify(query, (_, value) => (typeof value === 'bigint' ? '' : value)),
  );
  const step = query.order === 'desc' ? -1n : 1n;
  for (const [index, number] of numbers.entries()) {
    const before = numbers[index - 1];
    if (before !== undefined && !leavesOut) compareNumber('sequence_number', number, String(before + step));
  }
  const proven = await proofs.messages(fullId(topic), first, last, options);
  for (const row of rows) compareMessage(row, proven, String(row.sequence_number), query.encoding);
};

/** Lengths of a block's hash: whole, or its first 32 bytes. */
const HASH_LENGTHS = [98, 66];

const verifyBlockAnswer: Verify = async (answer, { values: [name] }, proofs, options) => {
  const digits = String(name).replace(/^0x/i, '').toLowerCase();
  const isHash = digits.length >= 64;
  if (isHash) compare('hash', String(answer.hash).slice(0, digits.length + 2), `0x${digits}`);
  else compareNumber('number', answer.number, String(name));
  const { number, hash, hapi_version } = await proofs.block(String(answer.number), options);
  compareNumber('number', answer.number, String(number));
  if (hapi_version !== null) compare('hapi_version', answer.hapi_version, hapi_version);
  const length = HASH_LENGTHS.find((each) => each === String(answer.hash).length);
  compare('hash', answer.hash, hash.slice(0, length));
};

/** Comparisons by group and method: of an answer, or of one page of a list. */
const COMPARED: ReadonlyMap<string, Verify> = new Map([
  ['transactions.get', verifyTransactions],
  ['topics.message', verifyMessage],
  ['topics.messageAt', verifyMessageAt],
  ['topics.messages', verifyPage],
  ['blocks.get', verifyBlockAnswer],
]);

/** Returns how answers are compared with these proofs. The comparisons throw `AnswerDiffers` and the errors of `Proofs`. */
export function answerVerifier(proofs: Proofs): VerifierOf {
  return (operation) => {
    const compared = COMPARED.get(operation);
    if (compared === undefined) throw new TypeError(`${operation} has no proof`);
    return (answer, requested, options) => compared(answer, requested, proofs, options);
  };
}
