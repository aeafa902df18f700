import { proto } from '@tain/protos/hapi';
import type { Execution } from '../ledger/execution.ts';
import { accountId, contractId, fileId, nanosOf, timestamp } from '../ledger/ids.ts';
import { LAST_SYSTEM_ENTITY } from '../ledger/limits.ts';
import { accountNumber, contractNumber, fileNumber } from '../ledger/named.ts';
import { check, ruled } from '../ledger/refusal.ts';
import { isPrivileged } from '../ledger/required-keys.ts';
import { sha384 } from '../ledger/sha384.ts';
import { Status } from '../ledger/status.ts';
import { isUser } from './generator.ts';
import type { KindRules } from './kind.ts';
import { accountStatus } from './token-status.ts';

/** Transactions of the network's own accounts, and a few small types without a module of their own. */
const FREEZE_ADMIN = 58;
const DELETE_ADMIN = 59;
const UNDELETE_ADMIN = 60;
const UPGRADE_FILE = 150;
const MINUTE = 60_000_000_000n;
const HASH_BYTES = 48;
const { FreezeType } = proto;
/** Types of freezes with a start time, and types with a file to install. */
const STARTING: ReadonlySet<proto.FreezeType> = new Set([
  FreezeType.FREEZE_ONLY,
  FreezeType.FREEZE_UPGRADE,
  FreezeType.TELEMETRY_UPGRADE,
]);
const UPGRADING: ReadonlySet<proto.FreezeType> = new Set([
  FreezeType.PREPARE_UPGRADE,
  FreezeType.FREEZE_UPGRADE,
  FreezeType.TELEMETRY_UPGRADE,
]);

/** Freeze or upgrade. The network accepts it and continues as before, because its nodes are this process. */
export const freeze: KindRules = {
  weight: 0.1,
  isSchedulable: true,

  generate(g) {
    const { random } = g;
    const types = [
      FreezeType.PREPARE_UPGRADE,
      FreezeType.FREEZE_UPGRADE,
      FreezeType.FREEZE_ABORT,
      FreezeType.FREEZE_ONLY,
    ];
    const freezeType = random.pick(types);
    const body: proto.IFreezeTransactionBody = { freezeType };
    if (freezeType === FreezeType.PREPARE_UPGRADE || freezeType === FreezeType.FREEZE_UPGRADE) {
      body.updateFile = fileId(UPGRADE_FILE);
      body.fileHash = sha384(Buffer.from('demo upgrade'));
    }
    if (freezeType === FreezeType.FREEZE_ONLY && random.chance(0.4)) {
      // The old form of the time: hours of the day, possibly across midnight.
      Object.assign(body, {
        startHour: random.below(24),
        startMin: 10,
        endHour: random.below(24),
        endMin: 40,
      });
    } else if (freezeType === FreezeType.FREEZE_UPGRADE || freezeType === FreezeType.FREEZE_ONLY) {
      body.startTime = timestamp(g.at + (g.failing() ? -MINUTE : 30n * MINUTE));
    }
    return { data: { freeze: body }, payer: FREEZE_ADMIN, free: true };
  },

  pure({ freeze }) {
    const body = freeze ?? {};
    const type = body.freezeType ?? FreezeType.UNKNOWN_FREEZE_TYPE;
    check(type !== FreezeType.UNKNOWN_FREEZE_TYPE, Status.INVALID_FREEZE_TRANSACTION_BODY);
    check(FreezeType[type] !== undefined, Status.INVALID_FREEZE_TRANSACTION_BODY);
    const isOldForm = Boolean(body.startHour || body.startMin || body.endHour || body.endMin);
    if (STARTING.has(type) && !isOldForm) {
      const start = nanosOf(body.startTime);
      check(start !== 0n, Status.INVALID_FREEZE_TRANSACTION_BODY);
    }
    if (UPGRADING.has(type)) {
      check(Boolean(body.updateFile), Status.INVALID_FREEZE_TRANSACTION_BODY);
      check(body.fileHash?.length === HASH_BYTES, Status.FREEZE_UPDATE_FILE_HASH_DOES_NOT_MATCH);
    }
  },

  apply: ruled((x) => {
    const body = x.body.freeze ?? {};
    check(isPrivileged(x, FREEZE_ADMIN), Status.AUTHORIZATION_FAILED);
    const isOldForm = Boolean(body.startHour || body.startMin || body.endHour || body.endMin);
    const starts = STARTING.has(body.freezeType ?? FreezeType.UNKNOWN_FREEZE_TYPE) && !isOldForm;
    check(!starts || nanosOf(body.startTime) > x.at, Status.FREEZE_START_TIME_MUST_BE_FUTURE);
    return Status.SUCCESS;
  }),
};

export const systemDelete: KindRules = {
  weight: 0.1,
  isSchedulable: true,

  generate(g) {
    const { ledger, random } = g;
    const expirationTime = { seconds: timestamp(g.at + 1000n * MINUTE).seconds ?? null };
    const file = g.find(ledger.files, (row) => row.num > 1000 && !row.deleted);
    const contract = g.find(ledger.contracts, (row) => !ledger.accounts.need(row.num).deleted);
    if (g.failing()) {
      return {
        data: { systemDelete: { fileID: fileId(ledger.counter.nextEntity + 3), expirationTime } },
        payer: DELETE_ADMIN,
        free: true,
      };
    }
    if (contract !== undefined && ledger.contracts.size > 6 && random.chance(0.2)) {
      return {
        data: { systemDelete: { contractID: contractId(contract.num), expirationTime } },
        payer: DELETE_ADMIN,
        free: true,
      };
    }
    if (file === undefined) return null;
    return {
      data: { systemDelete: { fileID: fileId(file.num), expirationTime } },
      payer: DELETE_ADMIN,
      free: true,
    };
  },

  pure: ({ systemDelete: body }) => check(Boolean(body?.fileID ?? body?.contractID), Status.INVALID_FILE_ID),

  apply: ruled((x) => setDeleted(x, x.body.systemDelete ?? {}, true)),
};

export const systemUndelete: KindRules = {
  weight: 0.3,
  isSchedulable: true,

  generate(g) {
    const { ledger } = g;
    const contract = g.find(
      ledger.contracts,
      (row) => ledger.accounts.need(row.num).deleted && !row.permanentRemoval && row.systemDeleted,
    );
    const file = g.find(ledger.files, (row) => row.deleted && row.contents.length > 0);
    if (contract !== undefined)
      return {
        data: { systemUndelete: { contractID: contractId(contract.num) } },
        payer: UNDELETE_ADMIN,
        free: true,
      };
    if (file !== undefined)
      return { data: { systemUndelete: { fileID: fileId(file.num) } }, payer: UNDELETE_ADMIN, free: true };
    if (!g.failing()) return null;
    return {
      data: { systemUndelete: { fileID: fileId(ledger.counter.nextEntity + 3) } },
      payer: UNDELETE_ADMIN,
      free: true,
    };
  },

  pure: ({ systemUndelete: body }) =>
    check(Boolean(body?.fileID ?? body?.contractID), Status.INVALID_FILE_ID),

  apply: ruled((x) => setDeleted(x, x.body.systemUndelete ?? {}, false)),
};

/** Deletes a user's file or contract on behalf of the network, or restores one that was deleted that way. */
function setDeleted(
  x: Execution,
  body: { fileID?: proto.IFileID | null; contractID?: proto.IContractID | null },
  deleted: boolean,
): Status {
  const { ledger } = x;
  const num = body.fileID ? fileNumber(body.fileID) : contractNumber(x, body.contractID);
  check(num === 0 || num > LAST_SYSTEM_ENTITY, Status.ENTITY_NOT_ALLOWED_TO_DELETE);
  check(isPrivileged(x, deleted ? DELETE_ADMIN : UNDELETE_ADMIN), Status.AUTHORIZATION_FAILED);
  if (body.fileID) {
    const file = ledger.files.get(num);
    check(file !== undefined, Status.INVALID_FILE_ID);
    check(!deleted || !file.deleted, Status.FILE_DELETED);
    // A file deleted by its owner has no contents.
    check(deleted || (file.deleted && file.contents.length > 0), Status.INVALID_FILE_ID);
    ledger.files.edit(num).deleted = deleted;
    return Status.SUCCESS;
  }
  const contract = ledger.contracts.get(num);
  check(contract !== undefined, Status.INVALID_CONTRACT_ID);
  const isDeleted = ledger.accounts.need(num).deleted;
  check(!deleted || !isDeleted, Status.CONTRACT_DELETED);
  check(deleted || (isDeleted && contract.systemDeleted), Status.INVALID_CONTRACT_ID);
  ledger.contracts.edit(num).systemDeleted = deleted;
  ledger.accounts.edit(num).deleted = deleted;
  return Status.SUCCESS;
}

export const uncheckedSubmit: KindRules = {
  weight: 0.05,

  generate(g) {
    const transactionBytes = g.failing() ? new Uint8Array() : g.random.bytes(32);
    return { data: { uncheckedSubmit: { transactionBytes } }, payer: 50, free: true };
  },

  apply: ruled((x) => {
    check(isPrivileged(x), Status.AUTHORIZATION_FAILED);
    check(Boolean(x.body.uncheckedSubmit?.transactionBytes?.length), Status.INVALID_TRANSACTION);
    return Status.SUCCESS;
  }),
};

export const utilPrng: KindRules = {
  weight: 2,
  fee: { of: 'UtilPrng' },

  generate(g) {
    const kind = g.random.unit();
    if (g.failing()) return { data: { utilPrng: { range: -1 } }, payer: g.payer().num };
    return {
      data: { utilPrng: kind < 0.5 ? {} : { range: g.random.between(1, 1_000_000) } },
      payer: g.payer().num,
    };
  },

  pure: ({ utilPrng: body }) => check((body?.range ?? 0) >= 0, Status.INVALID_PRNG_RANGE),

  apply(x) {
    const range = x.body.utilPrng?.range ?? 0;
    const bytes = sha384(x.signedBytes, Buffer.from(String(x.at)));
    if (range > 0) x.record.prngNumber = bytes.readUInt32BE(0) % range;
    else x.record.prngBytes = bytes;
    return Status.SUCCESS;
  },
};

/**
 * Addition of a live hash. Live hashes are obsolete, and networks respond NOT_SUPPORTED today. This network still
 * accepts them.
 */
export const cryptoAddLiveHash: KindRules = {
  weight: 0.1,

  generate(g) {
    const account = g.find(g.ledger.accounts, (row) => isUser(row) && row.key !== null);
    if (account === undefined) return null;
    const liveHash = {
      accountId: accountId(g.failing() ? g.ledger.counter.nextEntity + 3 : account.num),
      hash: sha384(g.random.bytes(8)),
      keys: { keys: [g.ledger.keys.get(g.pooledKey()).message] },
      duration: { seconds: timestamp(MINUTE * 1000n).seconds ?? null },
    };
    return { data: { cryptoAddLiveHash: { liveHash } }, payer: account.num };
  },

  apply: (x) => {
    const known = accountStatus(x, accountNumber(x.body.cryptoAddLiveHash?.liveHash?.accountId));
    return known === Status.OK ? Status.SUCCESS : known;
  },
};

export const cryptoDeleteLiveHash: KindRules = {
  weight: 0.05,

  generate(g) {
    const account = g.payer();
    return {
      data: {
        cryptoDeleteLiveHash: {
          accountOfLiveHash: accountId(g.failing() ? g.ledger.counter.nextEntity + 3 : account.num),
          liveHashToDelete: sha384(g.random.bytes(8)),
        },
      },
      payer: account.num,
    };
  },

  apply: (x) => {
    const known = accountStatus(x, accountNumber(x.body.cryptoDeleteLiveHash?.accountOfLiveHash));
    return known === Status.OK ? Status.SUCCESS : known;
  },
};
