import { proto } from '@tain/protos/hapi';
import { accountId, contractId, fileId, numOf, timestamp } from '../ledger/ids.ts';
import { sha384 } from '../ledger/sha384.ts';
import { Status } from '../ledger/status.ts';
import { isUser } from './generator.ts';
import type { KindRules } from './kind.ts';
import { accountStatus } from './token-status.ts';

/** Transactions of the network's own accounts, and a few small types that fit nowhere else. */
const FREEZE_ADMIN = 58;
const DELETE_ADMIN = 59;
const UNDELETE_ADMIN = 60;
const UPGRADE_FILE = 150;
const MINUTE = 60_000_000_000n;
const { FreezeType } = proto;

export const freeze: KindRules = {
  weight: 0.1,

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
      // In the old form: by hours of the day, possibly across midnight.
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

  apply(x) {
    const start = x.body.freeze?.startTime?.seconds?.toNumber();
    if (start !== undefined && BigInt(start) * 1_000_000_000n < x.at)
      return Status.FREEZE_START_TIME_MUST_BE_FUTURE;
    return Status.SUCCESS;
  },
};

export const systemDelete: KindRules = {
  weight: 0.1,

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

  apply(x) {
    return setDeleted(x, x.body.systemDelete ?? {}, true);
  },
};

export const systemUndelete: KindRules = {
  weight: 0.3,

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

  apply(x) {
    return setDeleted(x, x.body.systemUndelete ?? {}, false);
  },
};

function setDeleted(
  x: Parameters<KindRules['apply']>[0],
  body: { fileID?: proto.IFileID | null; contractID?: proto.IContractID | null },
  deleted: boolean,
): Status {
  if (body.fileID) {
    const num = numOf(body.fileID.fileNum);
    if (!x.ledger.files.has(num)) return Status.INVALID_FILE_ID;
    x.ledger.files.edit(num).deleted = deleted;
    return Status.SUCCESS;
  }
  const num = numOf(body.contractID?.contractNum);
  if (!x.ledger.contracts.has(num)) return Status.INVALID_CONTRACT_ID;
  x.ledger.contracts.edit(num).systemDeleted = deleted;
  x.ledger.accounts.edit(num).deleted = deleted;
  return Status.SUCCESS;
}

export const uncheckedSubmit: KindRules = {
  weight: 0.05,

  generate(g) {
    const transactionBytes = g.failing() ? new Uint8Array() : g.random.bytes(32);
    return { data: { uncheckedSubmit: { transactionBytes } }, payer: 50, free: true };
  },

  apply: (x) =>
    x.body.uncheckedSubmit?.transactionBytes?.length ? Status.SUCCESS : Status.INVALID_TRANSACTION,
};

export const utilPrng: KindRules = {
  weight: 2,

  generate(g) {
    const kind = g.random.unit();
    if (g.failing()) return { data: { utilPrng: { range: -1 } }, payer: g.payer().num };
    return {
      data: { utilPrng: kind < 0.5 ? {} : { range: g.random.between(1, 1_000_000) } },
      payer: g.payer().num,
    };
  },

  apply(x) {
    const range = x.body.utilPrng?.range ?? 0;
    if (range < 0) return Status.INVALID_PRNG_RANGE;
    const bytes = sha384(x.signedBytes, Buffer.from(String(x.at)));
    if (range > 0) x.record.prngNumber = bytes.readUInt32BE(0) % range;
    else x.record.prngBytes = bytes;
    return Status.SUCCESS;
  },
};

/** Live hashes are obsolete: networks answer NOT_SUPPORTED today. This one still accepts them. */
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
    const known = accountStatus(x, numOf(x.body.cryptoAddLiveHash?.liveHash?.accountId?.accountNum));
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
    const known = accountStatus(x, numOf(x.body.cryptoDeleteLiveHash?.accountOfLiveHash?.accountNum));
    return known === Status.OK ? Status.SUCCESS : known;
  },
};
