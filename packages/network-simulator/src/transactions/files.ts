import type { proto } from '@tain/protos/hapi';
import type { Draft } from '../ledger/draft.ts';
import { fileId, timestamp } from '../ledger/ids.ts';
import { check, ruled } from '../ledger/refusal.ts';
import type { Units } from '../ledger/simple-fees.ts';
import { Status } from '../ledger/status.ts';
import { exchangeRates, feeSchedule } from '../ledger/system-files.ts';
import { PROGRAMS } from '../programs/programs.ts';
import { countKeys, sizeOf } from './fee-units.ts';
import { appendToFile, createFile, deleteFile, updateFile } from './file-rules.ts';
import type { Generator } from './generator.ts';
import type { KindRules } from './kind.ts';

/** Default lifetime of files in nanoseconds, close to the maximum. */
const LIFE = 7_776_000_000_000_000n;
const LONGER = 8_000_000_000_000_000n;
const SYSTEM_FILE = 1000;
/** Account that may change the exchange rates and the fee schedule free of charge. */
const RATE_ADMIN = 57;
const FEE_ADMIN = 56;
const RATES = 112;
const FEES = 111;

/** Returns a user's file that may be changed. */
function someFile(g: Generator): number | null {
  const file = g.find(
    g.ledger.files,
    (row) => row.num > SYSTEM_FILE && !row.deleted && row.keys.length > 0 && !row.memo.startsWith('bytecode'),
  );
  return file?.num ?? null;
}

export const fileCreate: KindRules = {
  weight: 2,
  fee: {
    of: 'FileCreate',
    units: ({ fileCreate: op }) => fileUnits(op),
  },

  generate(g) {
    if (!g.mayGrow('files')) return null;
    const { random, ledger } = g;
    const keys = random.chance(0.9) ? [g.pooledKey()] : [g.pooledKey(), g.pooledKey()];
    if (random.chance(0.2)) {
      // A contract can be created from a file that contains its initcode as hex.
      const program = random.pick(PROGRAMS);
      return {
        data: {
          fileCreate: {
            expirationTime: timestamp(g.at + LIFE),
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
      expirationTime: timestamp(g.failing() ? g.at - LIFE : g.at + LIFE),
      contents: random.chance(0.1)
        ? new Uint8Array()
        : Buffer.from(`file of the demo network ${random.word()}\n`.repeat(random.between(1, 20))),
      memo: random.chance(0.5) ? `file ${random.word().toString(36)}` : '',
    };
    if (random.chance(0.95)) body.keys = { keys: keys.map((ref) => ledger.keys.get(ref).message) };
    return { data: { fileCreate: body }, payer: g.payer().num, signers: keys };
  },

  pure: ({ fileCreate: body }) => check(Boolean(body?.expirationTime), Status.INVALID_EXPIRATION_TIME),

  apply: ruled((x) => createFile(x, x.body.fileCreate ?? {})),
};

export const fileAppend: KindRules = {
  weight: 2,
  fee: {
    of: 'FileAppend',
    units: ({ fileAppend: op }) => ({ stateBytes: sizeOf(op?.contents) }),
  },

  generate(g) {
    const rest = unfinishedFees(g);
    if (rest !== null) return rest;
    const num = someFile(g);
    if (num === null) return null;
    const contents = Buffer.from(`appended ${g.random.word()}\n`);
    const signers = g.failing() ? [] : g.ledger.files.need(num).keys;
    return { data: { fileAppend: { fileID: fileId(num), contents } }, payer: g.payer().num, signers };
  },

  pure: ({ fileAppend: body }) => check(Boolean(body?.fileID), Status.INVALID_FILE_ID),

  apply: ruled((x) => appendToFile(x, x.body.fileAppend ?? {})),
};

/** Returns a transaction that appends the second half of a fee schedule whose first half was uploaded. */
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

export const fileUpdate: KindRules = {
  weight: 1,
  isSchedulable: true,
  fee: {
    of: 'FileUpdate',
    units: ({ fileUpdate: op }) => fileUnits(op),
  },

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
    else if (kind < 0.9) body.expirationTime = timestamp(g.at + LONGER);
    else {
      const key = g.pooledKey();
      body.keys = { keys: [g.ledger.keys.get(key).message] };
      signers.push(key);
    }
    return { data: { fileUpdate: body }, payer: g.payer().num, signers: g.failing() ? [] : signers };
  },

  pure: ({ fileUpdate: body }) => check(Boolean(body?.fileID), Status.INVALID_FILE_ID),

  apply: ruled((x) => updateFile(x, x.body.fileUpdate ?? {})),
};

export const fileDelete: KindRules = {
  weight: 0.5,
  fee: { of: 'FileDelete' },

  generate(g) {
    const num = someFile(g);
    if (num === null) return null;
    const signers = g.failing() ? [] : g.ledger.files.need(num).keys;
    return { data: { fileDelete: { fileID: fileId(num) } }, payer: g.payer().num, signers };
  },

  pure: ({ fileDelete: body }) => check(Boolean(body?.fileID), Status.INVALID_FILE_ID),

  apply: ruled((x) => deleteFile(x, x.body.fileDelete?.fileID)),
};

function fileUnits(
  op: proto.IFileCreateTransactionBody | proto.IFileUpdateTransactionBody | null | undefined,
): Units {
  return { keys: countKeys(...(op?.keys?.keys ?? [])), stateBytes: sizeOf(op?.contents) };
}
