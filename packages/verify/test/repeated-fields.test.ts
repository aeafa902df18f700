import { proto } from '@tain/protos/hapi';
import Long from 'long';
import { beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../src/message-fields.ts';
import { readTopics } from '../src/state-changes.ts';
import { readBody } from '../src/transaction-body.ts';
import { readRecord, readResult } from '../src/transaction-result.ts';
import { verifyTransaction } from '../src/verify.ts';
import {
  type Draft,
  item,
  message,
  OwnNetwork,
  RUNNING_HASH,
  result,
  timeBytes,
  topicChange,
  transactionId,
} from './own-block.ts';

const transfers = (...amounts: readonly number[]) =>
  proto.TransferList.encode({
    accountAmounts: amounts.map((amount) => ({
      accountID: { accountNum: Long.fromNumber(2) },
      amount: Long.fromNumber(amount),
    })),
  }).finish();
const amountsOf = ({ transfers: all }: { readonly transfers: readonly { readonly amount: string }[] }) =>
  all.map(({ amount }) => amount);

/** The last value of a repeated field replaces the earlier ones completely, as in the mirror and in nodes (PBJ). */
describe('the last value of a repeated field counts', () => {
  it('in a record', () => {
    const bytes = message(
      [1, message([1, 22], [7, 5], [8, RUNNING_HASH], [9, 3])],
      [1, message([1, 21])],
      [3, timeBytes(5_000_000_007n)],
      [3, message([1, 9])],
      [4, transactionId(1)],
      [4, transactionId(2)],
      [6, 1],
      [6, 2],
      [10, transfers(1, 2)],
      [10, transfers(3)],
    );
    const read = readRecord(bytes);
    const mirror = proto.TransactionRecord.decode(bytes);
    expect(read).toMatchObject({ status: 21, topic: null, at: 9_000_000_000n, charged_tx_fee: '2' });
    expect(amountsOf(read)).toEqual(['3']);
    expect(read.id?.id).toBe('0.0.2-1749999999-000000002');
    expect({ status: mirror.receipt?.status, fee: mirror.transactionFee.toString() }).toEqual({
      status: 21,
      fee: '2',
    });
    expect(mirror.receipt?.topicRunningHash?.length ?? 0).toBe(0);
    expect(mirror.consensusTimestamp?.nanos ?? 0).toBe(0);
    expect(mirror.transferList?.accountAmounts?.map(({ amount }) => String(amount))).toEqual(['3']);
  });

  it('in a result, however often lists do', () => {
    const tokens = (token: number) => message([1, message([3, token])]);
    const bytes = message(
      [1, 22],
      [1, 21],
      [2, timeBytes(1n)],
      [2, timeBytes(2n)],
      [7, transfers(1, 2)],
      [7, transfers()],
      [8, tokens(5)],
      [8, tokens(6)],
    );
    const read = readResult(bytes);
    expect(read).toMatchObject({ status: 21, at: 2n, transfers: [] });
    expect(read.token_transfers.map(({ token }) => token)).toEqual(['0.0.5', '0.0.6']);
  });

  it('in a body: the last of several kinds', () => {
    const submit = message([1, message([3, 7])], [2, Buffer.from('text')]);
    const both = message([1, transactionId(1)], [27, submit], [14, message([1, transfers()])]);
    expect(readBody(both)).toMatchObject({ type: 14, message: null });
    const other = message([14, message()], [27, submit], [6, Buffer.from('a')], [6, Buffer.from('b')]);
    expect(readBody(other)).toMatchObject({ type: 27, message: { topic: '0.0.7' }, memo: Buffer.from('b') });
    const twice = message([27, submit], [27, message([2, Buffer.from('more')])]);
    expect(readBody(twice).message).toEqual({ topic: '0.0.0', bytes: Buffer.from('more') });
  });

  it('in an id, and an alias is never read as a number', () => {
    expect(readId(message([3, 5], [3, 6]))).toBe('0.0.6');
    expect(readId(message([4, Buffer.alloc(20, 0x12)], [3, 6]))).toBe('0.0.6');
    expect(readId(message([3, 6], [4, Buffer.alloc(20, 0x12)]))).toBe(`0.0.${'12'.repeat(20)}`);
    expect(readId(message([3, 6], [4, Buffer.from([0x12, 0x34])]))).toBe('0.0.0x1234');
    expect(readId(message([3, 6], [4, Buffer.alloc(0)]))).toBe('0.0.0x');
  });

  it('in state changes', () => {
    const key = message([12, message([3, 7])]);
    const value = (number: number) => {
      const topic = message([1, message([3, 7])], [2, number], [7, RUNNING_HASH]);
      return message([1, key], [2, message([13, topic])]);
    };
    const change = message([2, message([1, 21], [5, value(1)], [5, value(2)])]);
    expect(readTopics(change).get('0.0.7')?.sequenceNumber).toBe(2n);
    expect(readTopics(topicChange()).get('0.0.1001')?.sequenceNumber).toBe(7n);
  });
});

describe('a signed result with fields twice', () => {
  let network: OwnNetwork;
  beforeAll(async () => {
    network = await OwnNetwork.open();
  });
  const again = (more: Buffer) => (block: Draft) => {
    const content = result(1).subarray(2);
    block.trees[6][2] = item(5, Buffer.concat([content, more]));
  };

  it('has the values of its last fields', async () => {
    const proof = network.proof('direct', again(message([6, 7], [7, transfers(9)])));
    const { result: proven } = await verifyTransaction(proof, { ledgerId: network.ledgerId });
    expect(proven).toMatchObject({ charged_tx_fee: '7', transfers: [{ amount: '9' }] });
  });

  it('is not that of a receipt with another status', async () => {
    const proof = network.proof('direct', again(message([1, 21])));
    await expect(verifyTransaction(proof, { ledgerId: network.ledgerId })).rejects.toMatchObject({
      step: 'link',
    });
  });
});
