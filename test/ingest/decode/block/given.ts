import { longToBigInt } from '@tain/ledger/long';
import type { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import Long from 'long';
import { readBlock } from '../../../../src/ingest/decode/block/block.ts';
import { possibleRoots, readBlockFile } from '../../../../src/ingest/decode/block/block-file.ts';
import type { Block } from '../../../../src/ingest/decode/decoded-block.ts';
import type { Item } from '../../../../src/ingest/decode/item.ts';
import { makeBlock } from '../../block-writer.ts';
import { START, timestamp } from '../../stream-writer.ts';

export const long = (value: number | bigint) => Long.fromString(String(value));
export const timeBytes = (at: bigint) => proto.Timestamp.encode(timestamp(at)).finish();
export const account = (num: number) => ({ accountNum: long(num) });
export const token = (num: number) => ({ tokenNum: long(num) });
export const topic = (num: number) => ({ topicNum: long(num) });
export const contract = (num: number) => ({ contractNum: long(num) });
export const hex = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('hex');
export const number = (value: Parameters<typeof longToBigInt>[0]) => Number(longToBigInt(value));

export interface TestItem {
  readonly at: number;
  readonly body: proto.ITransactionBody;
  readonly status?: number;
  readonly parent?: number;
  readonly result?: stream.ITransactionResult;
  /** Default: those of a call, if there is a trace of a contract. */
  readonly outputs?: stream.ITransactionOutput[];
  readonly traces?: stream.ITraceData[];
  readonly changes?: stream.IStateChange[];
  /** Whether the transaction's bytes are in the preceding batch. */
  readonly isInner?: boolean;
  readonly isBare?: boolean;
}

export function signedBytes({ body, isBare }: Pick<TestItem, 'body' | 'isBare'>): Uint8Array {
  const bodyBytes = proto.TransactionBody.encode({
    transactionID: { accountID: account(1001), transactionValidStart: timestamp(START) },
    ...body,
  }).finish();
  const sigMap = { sigPair: [{ pubKeyPrefix: Buffer.from([1, 2]), ed25519: Buffer.alloc(64, 3) }] };
  const flag = { useSerializedTxMessageHashAlgorithm: isBare ?? false };
  return proto.SignedTransaction.encode({ bodyBytes, sigMap, ...flag }).finish();
}

/** Output of a call that used gas. */
export const CALLED: stream.ITransactionOutput = {
  contractCall: {
    evmTransactionResult: proto.EvmTransactionResult.encode({ gasUsed: long(21_000) }).finish(),
  },
};

export function itemsOf(given: TestItem): stream.IBlockItem[] {
  const time = timeBytes(START + BigInt(given.at));
  return [
    ...(given.isInner ? [] : [{ signedTransaction: signedBytes(given) }]),
    {
      transactionResult: {
        status: given.status ?? 22,
        consensusTimestamp: time,
        ...(given.parent !== undefined && {
          parentConsensusTimestamp: timeBytes(START + BigInt(given.parent)),
        }),
        ...given.result,
      },
    },
    ...(given.outputs ?? (given.traces?.some((trace) => trace.evmTraceData) ? [CALLED] : [])).map(
      (transactionOutput) => ({ transactionOutput }),
    ),
    ...(given.traces ?? []).map((traceData) => ({ traceData })),
    ...(given.changes ? [{ stateChanges: { consensusTimestamp: time, stateChanges: given.changes } }] : []),
  ];
}

export function read(items: readonly stream.IBlockItem[]): Block {
  const rounds = [{ roundHeader: { roundNumber: long(5) } }, { eventHeader: Buffer.alloc(0) }];
  const end = { roundHeader: { roundNumber: long(9) } };
  const { bytes } = makeBlock({ number: 7n, time: START - 1n, items: [...rounds, ...items, end] });
  const file = readBlockFile('0000/0000/0000/0000/007.blk.zstd', bytes);
  return readBlock(file, possibleRoots(file)[0] ?? Buffer.alloc(0), 99);
}

export const translate = (...given: readonly TestItem[]): readonly Item[] =>
  read(given.flatMap(itemsOf)).items;
export const only = (given: TestItem): Item => at(translate(given), 0);

export function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`has no ${index}`);
  return found;
}

export const update = (
  key: stream.IMapChangeKey,
  value: stream.IMapChangeValue,
  identical = false,
): stream.IStateChange => ({
  mapUpdate: { key, value, identical },
});
/** Returns a change with a partial value: only these fields, and the numbers of cleared ones. */
export const partial = (change: stream.IStateChange, ...clearedFields: number[]): stream.IStateChange => ({
  mapUpdate: { ...change.mapUpdate, partial: true, clearedFields },
});
export const tokenState = (num: number, totalSupply: number) =>
  update(
    { tokenIdKey: proto.TokenID.encode(token(num)).finish() },
    { tokenValue: proto.Token.encode({ tokenId: token(num), totalSupply: long(totalSupply) }).finish() },
  );
export const topicState = (num: number, sequence: number, runningHash: Buffer) =>
  update(
    { topicIdKey: proto.TopicID.encode(topic(num)).finish() },
    {
      topicValue: proto.Topic.encode({
        topicId: topic(num),
        sequenceNumber: long(sequence),
        runningHash,
      }).finish(),
    },
  );
export const fileState = (num: number) =>
  update(
    { fileIdKey: proto.FileID.encode({ fileNum: long(num) }).finish() },
    { fileValue: proto.File.encode({ fileId: { fileNum: long(num) } }).finish() },
  );
export const accountState = (state: proto.IAccount) =>
  update(
    { accountIdKey: proto.AccountID.encode(state.accountId ?? {}).finish() },
    { accountValue: proto.Account.encode(state).finish() },
  );
export const codeState = (num: number, code: string) =>
  update(
    { contractIdKey: proto.ContractID.encode(contract(num)).finish() },
    { bytecodeValue: proto.Bytecode.encode({ code: Buffer.from(code, 'hex') }).finish() },
  );
export const slotKey = (num: number, key: string) => ({
  slotKeyKey: proto.SlotKey.encode({ contractID: contract(num), key: word(key) }).finish(),
});
export const slotState = (num: number, key: string, value: string, identical = false) =>
  update(
    slotKey(num, key),
    { slotValueValue: proto.SlotValue.encode({ value: word(value) }).finish() },
    identical,
  );
export const word = (digits: string) => Buffer.from(digits.padStart(64, '0'), 'hex');
export const usage = (num: number, reads: stream.ISlotRead[], keys: string[] = []): stream.ITraceData => ({
  evmTraceData: {
    contractSlotUsages: [
      {
        contractId: proto.ContractID.encode(contract(num)).finish(),
        ...(keys.length > 0 && { writtenSlotKeys: { keys: keys.map(word) } }),
        slotReads: reads,
      },
    ],
  },
});
export const byIndex = (index: number, value: string): stream.ISlotRead => ({
  index,
  readValue: word(value),
});
export const byKey = (key: string, value: string): stream.ISlotRead => ({
  key: word(key),
  readValue: word(value),
});
/** Returns the slots that an item used: key, read value, written value or null. */
export const accesses = (item: Item) =>
  item.sidecars
    .flatMap(({ stateChanges }) => stateChanges?.contractStateChanges ?? [])
    .flatMap(({ storageChanges }) => storageChanges ?? [])
    .map(({ slot, valueRead, valueWritten }) => [
      hex(slot),
      hex(valueRead),
      valueWritten ? hex(valueWritten.value) : null,
    ]);
