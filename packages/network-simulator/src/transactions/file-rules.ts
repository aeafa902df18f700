import { proto } from '@tain/protos/hapi';
import type { File } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { fileId, nanosOf } from '../ledger/ids.ts';
import { specOf } from '../ledger/key-message.ts';
import {
  expiryStatus,
  LAST_SYSTEM_ENTITY,
  MAX_AUTO_RENEW,
  MIN_AUTO_RENEW,
  memoStatus,
} from '../ledger/limits.ts';
import { longToBigInt } from '../ledger/long.ts';
import { fileNumber } from '../ledger/named.ts';
import { check, must } from '../ledger/refusal.ts';
import { isPrivileged, keySigns } from '../ledger/required-keys.ts';
import { Status } from '../ledger/status.ts';
import { feeSchedule } from '../ledger/system-files.ts';
import { ownCopy } from '../ledger/table.ts';

/** Effects of file transactions, on users' files and on the network's own. */

/** Maximum size of a file in bytes. */
const MAX_BYTES = 1_048_576;
/** Files that only the network's nodes write, because their content verifies this network's blocks. */
const ADDRESS_BOOKS: readonly number[] = [101, 102];
const FEES = 111;
const RATES = 112;
/** Accounts besides the superusers that may change a file of the network. */
const ADMINS: Readonly<Record<number, readonly number[]>> = {
  [FEES]: [56],
  113: [56],
  [RATES]: [57],
  121: [55, 57],
  122: [55, 57],
  123: [55, 57],
};
const UPGRADE_FILES: readonly [number, number] = [150, 159];
const UPGRADE_ADMIN = 54;

type MaybeKeys = proto.IKeyList | null | undefined;

/** Converts the keys of a request to the form stored in a file. */
function keysOf(x: Execution, list: MaybeKeys): Pick<File, 'keys' | 'keyParts'> {
  const specs = (list?.keys ?? []).map((key) => specOf(x.ledger.keys, key)).filter((spec) => spec !== null);
  const keys = specs.flatMap(({ refs }) => refs);
  return specs.every(({ form }) => form === 'key') ? { keys, keyParts: null } : { keys, keyParts: specs };
}

/** Requires the signatures of all keys of a new key list. */
function newKeysSign(x: Execution, list: MaybeKeys): void {
  for (const key of list?.keys ?? []) keySigns(x, key);
}

export function createFile(x: Execution, body: proto.IFileCreateTransactionBody): Status {
  newKeysSign(x, body.keys);
  const isInTime = expiryStatus(x.at, body.expirationTime ?? {}) === Status.OK;
  check(isInTime, Status.AUTORENEW_DURATION_NOT_IN_RANGE);
  must(memoStatus(body.memo));
  const contents = ownCopy(body.contents ?? new Uint8Array());
  check(contents.length <= MAX_BYTES, Status.MAX_FILE_SIZE_EXCEEDED);
  const num = x.ledger.takeEntity();
  x.ledger.files.put(num, {
    num,
    ...keysOf(x, body.keys),
    contents,
    memo: body.memo ?? '',
    expiration: nanosOf(body.expirationTime),
    deleted: false,
    createdAt: x.at,
  });
  x.receipt.fileID = fileId(num);
  return Status.SUCCESS;
}

/** Returns the file of an id, which must exist but may be deleted. */
function fileOf(x: Execution, id: proto.IFileID | null | undefined): Readonly<File> {
  const file = x.ledger.files.get(fileNumber(id));
  check(file !== undefined, Status.INVALID_FILE_ID);
  return file;
}

function isSystem(num: number): boolean {
  return num <= LAST_SYSTEM_ENTITY;
}

/** Ends the transaction if it changes a file of the network and its payer is not an admin of the file. */
function adminPays(x: Execution, num: number): void {
  check(!ADDRESS_BOOKS.includes(num), Status.NOT_SUPPORTED);
  const isUpgrade = num >= UPGRADE_FILES[0] && num <= UPGRADE_FILES[1];
  const admins = isUpgrade ? [UPGRADE_ADMIN] : (ADMINS[num] ?? []);
  check(isPrivileged(x, ...admins), Status.AUTHORIZATION_FAILED);
}

/**
 * Requires the signatures of all keys of the file. A file without keys cannot be changed, which is checked
 * separately.
 */
function ownerSigns(x: Execution, { keys, keyParts }: Readonly<File>): void {
  const signed = keyParts?.every((part) => x.signedBy(part)) ?? keys.every((ref) => x.signers.has(ref));
  check(signed, Status.INVALID_SIGNATURE);
}

export function appendToFile(x: Execution, body: proto.IFileAppendTransactionBody): Status {
  const file = fileOf(x, body.fileID);
  if (isSystem(file.num)) adminPays(x, file.num);
  else ownerSigns(x, file);
  check(isSystem(file.num) || file.keys.length > 0, Status.UNAUTHORIZED);
  check(!file.deleted, Status.FILE_DELETED);
  const contents = Buffer.concat([file.contents, body.contents ?? new Uint8Array()]);
  check(contents.length <= MAX_BYTES, Status.MAX_FILE_SIZE_EXCEEDED);
  x.ledger.files.edit(file.num).contents = contents;
  return Status.SUCCESS;
}

export function updateFile(x: Execution, body: proto.IFileUpdateTransactionBody): Status {
  const before = fileOf(x, body.fileID);
  const { num } = before;
  // Any account may extend the lifetime of a file.
  const changes = Boolean(body.memo || body.keys || body.contents?.length);
  if (isSystem(num)) adminPays(x, num);
  else if (changes) {
    ownerSigns(x, before);
    newKeysSign(x, body.keys);
  }
  check(!before.deleted, Status.FILE_DELETED);
  check(!changes || isSystem(num) || before.keys.length > 0, Status.UNAUTHORIZED);
  if (body.memo) must(memoStatus(body.memo.value));
  if (body.expirationTime) {
    const start = longToBigInt(x.body.transactionID?.transactionValidStart?.seconds);
    const lifetime = longToBigInt(body.expirationTime.seconds) - start;
    const isInRange = lifetime >= MIN_AUTO_RENEW && lifetime <= MAX_AUTO_RENEW;
    check(isInRange, Status.AUTORENEW_DURATION_NOT_IN_RANGE);
  }
  const contents = body.contents ?? new Uint8Array();
  check(contents.length <= MAX_BYTES, Status.MAX_FILE_SIZE_EXCEEDED);
  check(num !== RATES || contents.length === 0 || areRates(contents), Status.INVALID_EXCHANGE_RATE_FILE);

  const file = x.ledger.files.edit(num);
  if (contents.length > 0) file.contents = ownCopy(contents);
  if (body.memo) file.memo = body.memo.value ?? '';
  if (body.expirationTime) {
    const expiration = nanosOf(body.expirationTime);
    if (expiration > file.expiration) file.expiration = expiration;
  }
  if (body.keys) Object.assign(file, keysOf(x, body.keys));
  const part = num === FEES && file.contents.length < feeSchedule().length;
  return part ? Status.FEE_SCHEDULE_FILE_PART_UPLOADED : Status.SUCCESS;
}

/** Returns whether the bytes are a set of exchange rates above 0. */
function areRates(bytes: Uint8Array): boolean {
  try {
    const { currentRate, nextRate } = proto.ExchangeRateSet.decode(bytes);
    return [currentRate, nextRate].every((rate) => (rate?.hbarEquiv ?? 0) > 0 && (rate?.centEquiv ?? 0) > 0);
  } catch {
    return false;
  }
}

/** Deletes a file. The signature of one of its keys is enough. */
export function deleteFile(x: Execution, id: proto.IFileID | null | undefined): Status {
  const file = fileOf(x, id);
  check(!isSystem(file.num), Status.ENTITY_NOT_ALLOWED_TO_DELETE);
  const { keys, keyParts } = file;
  const signed = keyParts?.some((part) => x.signedBy(part)) ?? keys.some((ref) => x.signers.has(ref));
  check(signed || keys.length === 0, Status.INVALID_SIGNATURE);
  check(keys.length > 0, Status.UNAUTHORIZED);
  check(!file.deleted, Status.FILE_DELETED);
  const row = x.ledger.files.edit(file.num);
  row.deleted = true;
  row.contents = new Uint8Array();
  return Status.SUCCESS;
}
