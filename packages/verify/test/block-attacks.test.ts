import { beforeAll, describe, expect, it } from 'vitest';
import { verifyBlock, verifyTransaction } from '../src/verify.ts';
import { verifyMessages } from '../src/verify-messages.ts';
import { FORGERIES } from './forged-blocks.ts';
import { MISSHAPEN } from './misshapen-blocks.ts';
import { type BlockProof, flipped, OwnNetwork, stepOf } from './own-block.ts';

describe.each(['direct', 'later'] as const)('a proof of a block with a signature that is %s', (signed) => {
  let network: OwnNetwork;
  let whole: BlockProof;
  const verify = (proof: unknown) => verifyTransaction(proof, { ledgerId: network.ledgerId });

  beforeAll(async () => {
    network = await OwnNetwork.open();
    whole = network.proof(signed);
  });

  it('is valid unchanged', async () => {
    const proof = structuredClone(whole);
    const { ledgerId } = network;
    const number = 42;
    expect(await verifyBlock(proof, { ledgerId, number })).toMatchObject({
      timestamp: '1750000000.000000000',
    });
    const proven = await verify(proof);
    expect(proven).toMatchObject({
      block: { number: '42', evidence: { signed_weight: '3', total_weight: '4' } },
      link: 'run',
      status: 22,
      result: { charged_tx_fee: '101', transfers: [{ amount: '-2' }, { amount: '2' }] },
    });
    const { messages } = await verifyMessages(proof, {
      ledgerId,
      asked: { topic: '0.0.1001', from: 7, to: 7 },
    });
    expect(messages.map(({ message: content }) => Buffer.from(content).toString())).toEqual(['hello']);
  });

  it.each(FORGERIES)('is refused with %s (%s)', async (_, step, forge) => {
    const proof = structuredClone(whole);
    forge(proof);
    // A state proof itself contains the root that it proves.
    const expected = step === 'signature' && signed === 'later' ? 'root' : step;
    expect(await stepOf(verify(proof))).toBe(expected);
  });

  it.each(MISSHAPEN)('is refused with %s, although signed (%s)', async (_, step, change) => {
    const proof = network.proof(signed, change);
    const expected = step === 'signature' && signed === 'later' ? 'root' : step;
    expect(await stepOf(verify(proof))).toBe(expected);
  });

  it('is refused if it has another number or hash of its block', async () => {
    const { number, hash } = whole.block;
    for (const block of [
      { number: '43', hash },
      { number, hash: flipped(hash, 1) },
      { number, hash: '' },
      { number },
      null,
    ]) {
      const step = block?.hash === undefined ? 'format' : 'root';
      expect(await stepOf(verify({ ...structuredClone(whole), block } as BlockProof))).toBe(step);
    }
    const { ledgerId } = network;
    expect(await stepOf(verifyBlock(whole, { ledgerId, number: 43 }))).toBe('question');
  });

  it('is refused as the answer to another request', async () => {
    const proof = structuredClone(whole);
    const { ledgerId } = network;
    const { transaction_id: id, transaction_hash: hash } = await verify(proof);
    const requested = { transactionId: id, nonce: 0, scheduled: false, hash };
    await verifyTransaction(proof, { ledgerId, transaction: requested });
    const others = [
      { transactionId: `${id}0` },
      { nonce: 1 },
      { scheduled: true },
      { hash: hash.replace(/..$/, (byte) => (byte === '00' ? '01' : '00')) },
    ];
    for (const other of others)
      expect(
        await stepOf(verifyTransaction(proof, { ledgerId, transaction: { ...requested, ...other } })),
      ).toBe('question');
    expect(await stepOf(verifyBlock(proof, { ledgerId, number: 41 }))).toBe('question');
    const another = ledgerId.replace(/^../, (byte) => (byte === '00' ? '01' : '00'));
    expect(await stepOf(verifyBlock(proof, { ledgerId: another }))).toBe('ledger');
  });

  it('reports the number of an older block, for a client that needs a newer one', async () => {
    const { block } = await verify(whole);
    expect([block.number, block.timestamp]).toEqual(['42', '1750000000.000000000']);
  });
});
