import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ITEM } from '@tain/ledger/block-item';
import { proto } from '@tain/protos/hapi';
import { signedRootOf } from '@tain/verify/state-proof';
import { checkLedger } from '@tain/verify/tss/ledger';
import { SignatureVerifier } from '@tain/verify/tss/verify-signature';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../packages/verify/test/tss/outcome.ts';
import { type BlockFile, possibleRoots, readBlockFile } from '../../../src/ingest/decode/block/block-file.ts';
import { ledgerPublicationOf } from '../../../src/ingest/decode/ledger-publication.ts';
import { LedgerHistory } from '../../../src/ingest/verify/tss/ledger-history.ts';
import { sharedDir } from '../../shared.ts';

const folder = path.join(sharedDir ?? '', 'streams');

const CHAINS = [
  { chain: 'hapi-0.73-tss-wraps', numbers: [0, 1, 2, 3, 4, 467], stateProofs: [] },
  { chain: 'hapi-0.78-tss-schnorr', numbers: [0, 1, 2, 3, 4, 5], stateProofs: [1, 2, 3, 4] },
  { chain: 'hapi-0.78-tss-wraps', numbers: [0], stateProofs: [] },
];

function readBlock(chain: string, number: number): BlockFile {
  const file = path.join(folder, 'blocks', chain, `${number}.blk.gz`);
  return readBlockFile(file, gunzipSync(number === 467 ? embedded467() : readFileSync(file)));
}

/** The only real block with a WRAPS proof is part of the vectors. */
function embedded467(): Buffer {
  const vectors = JSON.parse(readFileSync(path.join(folder, 'tss/block-vectors.json'), 'utf8'));
  return Buffer.from(vectors.block467GzipBase64, 'base64');
}

/** Returns the publications of a block, as if the network had executed all of them. */
function publicationsOf({ items }: BlockFile) {
  return items
    .filter(({ kind }) => kind === ITEM.signedTransaction)
    .map(({ content }) => proto.TransactionBody.decode(proto.SignedTransaction.decode(content).bodyBytes))
    .map((body) => ledgerPublicationOf({ body, successful: true }))
    .filter((publication) => publication !== null);
}

function firstOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('the list is empty');
  return first;
}

describe.skipIf(sharedDir === null).each(CHAINS)(
  '$chain, from files to proofs',
  ({ chain, numbers, stateProofs }) => {
    it('proves each block, the first under its own publication', () => {
      const history = new LedgerHistory({ pinned: null, given: null, allowsFirstUse: true });
      let verifier: SignatureVerifier | undefined;
      for (const number of numbers) {
        const block = readBlock(chain, number);
        expect(block.header.number).toBe(BigInt(number));
        for (const publication of publicationsOf(block))
          history.propose(publication, block.header.timestamp + 1n);
        verifier ??= new SignatureVerifier(
          checkLedger(firstOf(history.ledgersFor(block.header.timestamp)).publication, null),
        );
        const [root] = possibleRoots(block);
        const [proof] = block.proofs;
        if (proof.kind === 'record-file' || root === undefined) throw new Error('not signed by threshold');
        expect(proof.kind).toBe(stateProofs.includes(number) ? 'state' : 'signed-block');
        const signed = proof.kind === 'state' ? signedRootOf(proof, root).root : root;
        expect(verifier.verify(signed, proof.signature)).toMatchObject({ profile: '3.7.8' });
        // The other form of the root hash was not signed.
        const { eightLeaves, sixteenLeaves } = block.roots;
        for (const other of [eightLeaves, sixteenLeaves]) {
          if (other === null || other.equals(signed)) continue;
          expect(outcomeOf(() => verifier?.verify(other, proof.signature))).toBe('signature');
        }
        history.confirm({ kind: proof.kind === 'state' ? 'state-proof' : 'threshold-signature' });
      }
      const [first] = numbers;
      expect(first).toBe(0);
      expect(firstOf(history.ledgersFor(2n ** 62n)).grounds).toBe('first-use');
    });

    it('proves no block with another one’s proof', () => {
      const [first, second] = numbers;
      if (first === undefined || second === undefined) return;
      const [publication] = publicationsOf(readBlock(chain, first));
      if (publication === undefined) throw new Error('block 0 carries the publication');
      const verifier = new SignatureVerifier(checkLedger(publication, null));
      const [root] = possibleRoots(readBlock(chain, first));
      const [proof] = readBlock(chain, second).proofs;
      if (proof.kind === 'record-file' || root === undefined) throw new Error('not signed by threshold');
      expect(outcomeOf(() => verifier.verify(root, proof.signature))).toBe('signature');
    });
  },
);
