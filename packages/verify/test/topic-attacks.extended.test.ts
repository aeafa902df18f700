import { beforeAll, describe, expect, it } from 'vitest';
import { verifyMessages } from '../src/verify-messages.ts';
import { FORGED_MESSAGES, FORGED_STATES } from './forged-messages.ts';
import { type BlockProof, OwnNetwork, stepOf } from './own-block.ts';

describe('a proof of a message', () => {
  let network: OwnNetwork;
  let whole: BlockProof;
  const verify = (proof: unknown, request = {}) =>
    verifyMessages(proof, { ledgerId: network.ledgerId, asked: request });

  beforeAll(async () => {
    network = await OwnNetwork.open();
    whole = network.proof();
  });

  it.each(FORGED_MESSAGES)('is refused with %s (%s)', async (_, step, forge) => {
    const proof = structuredClone(whole);
    if (proof.topic) forge(proof.topic);
    expect(await stepOf(verify(proof))).toBe(step);
  });

  it.each(FORGED_STATES)('is refused if the running hash is one %s, although signed', async (_, change) => {
    expect(await stepOf(verify(network.proof('direct', change)))).toBe('topic');
  });

  it('is refused as the answer to another request', async () => {
    expect((await verify(whole, { topic: '0.0.1001', from: 7, to: 7 })).messages).toHaveLength(1);
    for (const request of [
      { topic: '0.0.1002' },
      { from: 6 },
      { to: 8 },
      { from: 8 },
      { to: 6 },
      { from: 7, to: 6 },
    ])
      expect(await stepOf(verify(whole, request))).toBe('question');
  });
});
