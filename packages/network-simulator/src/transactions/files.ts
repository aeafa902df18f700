import type { proto } from '@tain/protos/hapi';
import type { Draft } from '../ledger/draft.ts';
import type { Execution } from '../ledger/execution.ts';
import { fileId, nanosOf, numOf, timestamp } from '../ledger/ids.ts';
import type { KeyRef } from '../ledger/keys.ts';
import { Status } from '../ledger/status.ts';
import { exchangeRates, feeSchedule } from '../ledger/system-files.ts';
import { keep } from '../ledger/table.ts';
import { PROGRAMS } from '../programs/programs.ts';
import type { Generator } from './generator.ts';
import type { KindRules } from './kind.ts';

const YEAR = 31_536_000_000_000_000n;
const MAX_BYTES = 1_048_576;
const SYSTEM_FILE = 1000;
/** Who may change the exchange rates and the fee schedule, free of charge. */
const RATE_ADMIN = 57;
const FEE_ADMIN = 56;
const RATES = 112;
const FEES = 111;

/** Whether all keys of the file signed; a file without keys cannot be changed. */
function ownerSigned(x: Execution, keys: readonly KeyRef[]): boolean {
  return keys.every((ref) => x.signers.has(ref));
}

/** A file of a user that may be changed. */
function someFile(g: Generator): number | null {
  const file = g.find(
    g.ledger.files,
    (row) => row.num > SYSTEM_FILE && !row.deleted && row.keys.length > 0 && !row.memo.startsWith('bytecode'),
  );
  return file?.num ?? null;
}

export const fileCreate: KindRules = {
  weight: 2,

  generate(g) {
    if (!g.mayGrow('files')) return null;
    const { random, ledger } = g;
    const keys = random.chance(0.9) ? [g.pooledKey()] : [g.pooledKey(), g.pooledKey()];
    if (random.chance(0.2)) {
      // Contracts may be created from a file that holds their initcode as hex.
      const program = random.pick(PROGRAMS);
      return {
        data: {
          fileCreate: {
            expirationTime: timestamp(g.at + YEAR),
            keys: { keys: [ledger.keys.get(keys[0] ?? 0).message] },
            contents: Buffer.from(Buffer.from(program.initcode).toString('hex')),
            memo: `bytecode ${program.name}`,
          },
        },
        payer: g.payer().num,
        signers: keys,
      };
    }
    const body: proto.IFileCreateTransactionBody = {
      expirationTime: timestamp(g.failing() ? g.at - YEAR : g.at + YEAR),
      contents: random.chance(0.1)
        ? new Uint8Array()
        : Buffer.from(`file of the demo network ${random.word()}\n`.repeat(random.between(1, 20))),
      memo: random.chance(0.5) ? `file ${random.word().toString(36)}` : '',
    };
    if (random.chance(0.95)) body.keys = { keys: keys.map((ref) => ledger.keys.get(ref).message) };
    return { data: { fileCreate: body }, payer: g.payer().num, signers: keys };
  },

  apply(x) {
    const body = x.body.fileCreate ?? {};
    const expiration = nanosOf(body.expirationTime);
    if (expiration <= x.at) return Status.INVALID_EXPIRATION_TIME;
    const keys = (body.keys?.keys ?? []).map((key) => refOf(x, key));
    if (!ownerSigned(x, keys)) return Status.INVALID_SIGNATURE;
    const num = x.ledger.takeEntity();
    x.ledger.files.put(num, {
      num,
      keys,
      contents: keep(body.contents ?? new Uint8Array()),
      memo: body.memo ?? '',
      expiration,
      deleted: false,
      createdAt: x.at,
    });
    x.receipt.fileID = fileId(num);
    return Status.SUCCESS;
  },
};

function refOf(x: Execution, key: proto.IKey): KeyRef {
  return x.ledger.keys.refOfMessage(key);
}

export const fileAppend: KindRules = {
  weight: 2,

  generate(g) {
    const rest = unfinishedFees(g);
    if (rest !== null) return rest;
    const num = someFile(g);
    if (num === null) return null;
    const contents = Buffer.from(`appended ${g.random.word()}\n`);
    const signers = g.failing() ? [] : g.ledger.files.need(num).keys;
    return { data: { fileAppend: { fileID: fileId(num), contents } }, payer: g.payer().num, signers };
  },

  apply(x) {
    const body = x.body.fileAppend ?? {};
    const num = numOf(body.fileID?.fileNum);
    const file = x.ledger.files.get(num);
    if (file === undefined) return Status.INVALID_FILE_ID;
    if (file.deleted) return Status.FILE_DELETED;
    if (num > SYSTEM_FILE && file.keys.length === 0) return Status.UNAUTHORIZED;
    if (!mayChange(x, num, file.keys)) return Status.INVALID_SIGNATURE;
    const contents = Buffer.concat([file.contents, body.contents ?? new Uint8Array()]);
    if (contents.length > MAX_BYTES) return Status.MAX_FILE_SIZE_EXCEEDED;
    x.ledger.files.edit(num).contents = contents;
    return Status.SUCCESS;
  },
};

/** The second half of a fee schedule whose first half was uploaded. */
function unfinishedFees(g: Generator): Draft | null {
  const whole = feeSchedule();
  const uploaded = g.ledger.files.need(FEES).contents.length;
  if (uploaded >= whole.length) return null;
  return {
    data: { fileAppend: { fileID: fileId(FEES), contents: whole.subarray(uploaded) } },
    payer: FEE_ADMIN,
    free: true,
  };
}

/** System accounts change files of the network; all other files need the signatures of all their keys. */
function mayChange(x: Execution, num: number, keys: readonly KeyRef[]): boolean {
  return num < SYSTEM_FILE ? x.payer < 100 : ownerSigned(x, keys);
}

export const fileUpdate: KindRules = {
  weight: 1,

  generate(g) {
    const { random } = g;
    const kind = random.unit();
    if (kind < 0.2) {
      const body = { fileID: fileId(RATES), contents: exchangeRates(random.between(-3000, 3000)) };
      return { data: { fileUpdate: body }, payer: RATE_ADMIN, free: true };
    }
    if (kind < 0.27) {
      const whole = feeSchedule();
      const body = { fileID: fileId(FEES), contents: whole.subarray(0, whole.length >> 1) };
      return { data: { fileUpdate: body }, payer: FEE_ADMIN, free: true };
    }
    const num = someFile(g);
    if (num === null) return null;
    const body: proto.IFileUpdateTransactionBody = { fileID: fileId(num) };
    const signers = [...g.ledger.files.need(num).keys];
    if (kind < 0.6) body.contents = Buffer.from(`rewritten ${random.word()}`);
    else if (kind < 0.8) body.memo = { value: `file ${random.word().toString(36)}` };
    else if (kind < 0.9) body.expirationTime = timestamp(g.at + 2n * YEAR);
    else {
      const key = g.pooledKey();
      body.keys = { keys: [g.ledger.keys.get(key).message] };
      signers.push(key);
    }
    return { data: { fileUpdate: body }, payer: g.payer().num, signers: g.failing() ? [] : signers };
  },

  apply(x) {
    const body = x.body.fileUpdate ?? {};
    const num = numOf(body.fileID?.fileNum);
    const before = x.ledger.files.get(num);
    if (before === undefined) return Status.INVALID_FILE_ID;
    if (before.deleted) return Status.FILE_DELETED;
    if (num > SYSTEM_FILE && before.keys.length === 0) return Status.UNAUTHORIZED;
    if (!mayChange(x, num, before.keys)) return Status.INVALID_SIGNATURE;
    const file = x.ledger.files.edit(num);
    if (body.contents?.length) file.contents = keep(body.contents);
    if (body.memo) file.memo = body.memo.value ?? '';
    if (body.expirationTime) file.expiration = nanosOf(body.expirationTime);
    if (body.keys) file.keys = (body.keys.keys ?? []).map((key) => refOf(x, key));
    const part = num === FEES && file.contents.length < feeSchedule().length;
    return part ? Status.FEE_SCHEDULE_FILE_PART_UPLOADED : Status.SUCCESS;
  },
};

export const fileDelete: KindRules = {
  weight: 0.5,

  generate(g) {
    const num = someFile(g);
    if (num === null) return null;
    const signers = g.failing() ? [] : g.ledger.files.need(num).keys;
    return { data: { fileDelete: { fileID: fileId(num) } }, payer: g.payer().num, signers };
  },

  apply(x) {
    const num = numOf(x.body.fileDelete?.fileID?.fileNum);
    const file = x.ledger.files.get(num);
    if (file === undefined) return Status.INVALID_FILE_ID;
    if (file.deleted) return Status.FILE_DELETED;
    if (num < SYSTEM_FILE) return Status.ENTITY_NOT_ALLOWED_TO_DELETE;
    if (!ownerSigned(x, file.keys)) return Status.INVALID_SIGNATURE;
    const row = x.ledger.files.edit(num);
    row.deleted = true;
    row.contents = new Uint8Array();
    return Status.SUCCESS;
  },
};
