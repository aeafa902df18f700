import { printTimestamp } from '@tain/ledger/timestamp';
import { readLinkedTransaction } from '@tain/verify/linked-transaction';
import { readProofBlock } from '@tain/verify/proven-block';
import { verifyBlock, verifyTransaction } from '@tain/verify/verify';
import { beforeAll, expect, it } from 'vitest';
import { readBlock } from '../../src/ingest/decode/block/block.ts';
import { findTransaction } from '../../src/ingest/prove/provable-transactions.ts';
import { type Chain, type NamedChain, proofOf, readChain } from './real-chains.ts';

/** Types of transactions between nodes: `hintsPartialSignature`. */
const OF_NODES = [68];

const hex = (bytes: Uint8Array | null | undefined) => `0x${Buffer.from(bytes ?? []).toString('hex')}`;

/**
 * Checks the proofs of real blocks. `isSparing`: the first block, which has hundreds of transactions in one unit, is
 * only read.
 */
export function proveChain(named: NamedChain, isSparing: boolean): void {
  let chain: Chain;
  beforeAll(() => {
    chain = readChain(named);
  });

  it('prove themselves and every transaction in them, with the values of the mirror', async () => {
    const { ledgerId } = chain;
    const trust = { ledgerId, allowOlderProfiles: true };
    const links = new Map<string, number>();
    for (const each of isSparing ? chain.blocks.slice(1) : chain.blocks) {
      const { block, root } = each;
      const header = proofOf(chain, each, [], {});
      const facts = await verifyBlock(header, { ...trust, number: block.file.header.number });
      expect(facts).toMatchObject({
        hash: `0x${root}`,
        timestamp: printTimestamp(block.file.header.timestamp),
      });
      const { items } = readBlock(block.file, Buffer.from(root, 'hex'), 0);
      // All proofs of a block have the same signature. It is verified completely once per kind of link, the other
      // proofs only up to the root.
      let whole = 1;
      const step = Math.ceil(items.length / 6);
      for (const [index, item] of items.entries()) {
        const found = findTransaction(block, item.consensusTimestamp);
        if (!found) throw new Error(`no proof of ${item.consensusTimestamp}`);
        // Transactions between nodes have no receipt.
        if (found.transaction.link === 'none') expect(OF_NODES).toContain(item.type);
        links.set(found.transaction.link, (links.get(found.transaction.link) ?? 0) + 1);
        // A genesis block has hundreds of transactions in one unit, each of whose proofs contains all results.
        if (index % step !== 0) continue;
        const proof = proofOf(chain, each, found.items, { transaction: found.transaction });
        const linked = readLinkedTransaction(readProofBlock(proof as never), proof.transaction);
        expect(hex(linked.hash)).toBe(hex(item.record.transactionHash));
        if (found.transaction.link === 'run') {
          expect(linked.result?.at).toBe(item.consensusTimestamp);
          expect(linked.status).toBe(item.status);
          expect(linked.result?.transfers.map(({ amount }) => amount)).toEqual(
            (item.record.transferList?.accountAmounts ?? []).map(({ amount }) => String(amount ?? 0)),
          );
        }
        if (whole > 0) {
          whole -= 1;
          const proven = await verifyTransaction(proof, {
            ...trust,
            transaction: { hash: hex(item.record.transactionHash) },
          });
          expect(proven.block).toEqual(facts);
        }
      }
    }
    expect(links.get('run')).toBeGreaterThan(0);
  });

  it('prove nothing to a client that trusts another ledger, or no old rules', async () => {
    const [first] = chain.blocks;
    if (!first) throw new Error('no block');
    const proof = proofOf(chain, first, [], {});
    const { ledgerId } = chain;
    const other = ledgerId.replace(/^../, (byte) => (byte === '00' ? '01' : '00'));
    await expect(verifyBlock(proof, { ledgerId: other, allowOlderProfiles: true })).rejects.toMatchObject({
      step: 'ledger',
    });
    await expect(verifyBlock(proof, { ledgerId })).rejects.toMatchObject({ step: 'ledger' });
  });
}
