import type { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import type { LedgerPublication } from '@tain/verify/tss/ledger-publication';
import Long from 'long';
import { makeBlock } from '../../ingest/block-writer.ts';
import { timestamp } from '../../ingest/stream-writer.ts';

const long = (value: bigint) => Long.fromString(String(value));
const account = (num: bigint) => ({ accountNum: long(num) });

/** A block of executed transactions that are one nanosecond apart. */
export interface BlockToSign {
  readonly number: bigint;
  /** Time of the header. The first transaction is one nanosecond later. */
  readonly time: bigint;
  readonly previousRoot?: Buffer;
  readonly bodies?: readonly proto.ITransactionBody[];
  /** Returns the `block_signature` of the root hash. Default: a mock. */
  readonly sign?: (root: Buffer) => Uint8Array;
}

export interface SignedBlock {
  readonly bytes: Buffer;
  readonly root: Buffer;
}

export function signBlock({ number, time, previousRoot, bodies = [], sign }: BlockToSign): SignedBlock {
  const round = [{ roundHeader: { roundNumber: long(number) } }, { eventHeader: Buffer.alloc(0) }];
  const base = {
    number,
    time,
    items: [...round, ...bodies.flatMap((body, index) => itemsOf(body, time + BigInt(index) + 1n))],
    ...(previousRoot && { previousRoot }),
  };
  const root = makeBlock(base).sixteenLeaves;
  if (!sign) return { bytes: makeBlock(base).bytes, root };
  const proof = {
    block: Long.fromString(String(number), true),
    signedBlockProof: { blockSignature: sign(root) },
  };
  return { bytes: makeBlock({ ...base, proof }).bytes, root };
}

function itemsOf(body: proto.ITransactionBody, at: bigint): stream.IBlockItem[] {
  const bodyBytes = proto.TransactionBody.encode({
    transactionID: { accountID: account(2n), transactionValidStart: timestamp(at - 1_000_000_000n) },
    ...body,
  }).finish();
  const consensusTimestamp = proto.Timestamp.encode(timestamp(at)).finish();
  const accountAmounts = body.cryptoTransfer?.transfers?.accountAmounts;
  return [
    { signedTransaction: proto.SignedTransaction.encode({ bodyBytes, sigMap: {} }).finish() },
    {
      transactionResult: {
        status: 22,
        consensusTimestamp,
        ...(accountAmounts && { transferList: proto.TransferList.encode({ accountAmounts }).finish() }),
      },
    },
  ];
}

export function publicationBody({ ledgerId, wrapsKey, nodes }: LedgerPublication): proto.ITransactionBody {
  return {
    ledgerIdPublication: {
      ledgerId,
      historyProofVerificationKey: wrapsKey,
      nodeContributions: nodes.map(({ nodeId, weight, key }) => ({
        nodeId: long(nodeId),
        weight: long(weight),
        historyProofKey: key,
      })),
    },
  };
}

/** Returns a transfer of the treasury's whole balance to one account: 49 billion hbar. */
export function theftBody(to = 1001n): proto.ITransactionBody {
  const amount = 49_000_000_000n * 100_000_000n;
  return {
    cryptoTransfer: {
      transfers: {
        accountAmounts: [
          { accountID: account(2n), amount: long(-amount) },
          { accountID: account(to), amount: long(amount) },
        ],
      },
    },
  };
}
