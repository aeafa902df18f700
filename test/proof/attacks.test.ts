import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { readAddressBook } from '../../src/ingest/decode/address-book.ts';
import { readBlock } from '../../src/ingest/decode/block/block.ts';
import { makeProof } from '../../src/ingest/prove/make-proof.ts';
import { readProvableFile } from '../../src/ingest/prove/provable-file.ts';
import { findTransaction, type ShownTransaction } from '../../src/ingest/prove/provable-transactions.ts';
import { readInstant } from '../../src/ingest/prove/raw-stream.ts';
import { openRecords } from '../../src/ingest/source/record-source.ts';
import { openStoredBlocks } from '../../src/ingest/source/stored-blocks.ts';
import { openFolderStore } from '../../src/ingest/store/folder-store.ts';
import { parseStreamInstant } from '../../src/kernel/record-stream.ts';
import { KIND } from '../../src/proof/block-root.ts';
import type { BlockProofJson, RecordProofJson } from '../../src/proof/proof-json.ts';
import type { ProofStep } from '../../src/proof/refusal.ts';
import { readRecord } from '../../src/proof/transaction-result.ts';
import { verifyBlock, verifyTransaction } from '../../src/proof/verify.ts';
import { sharedDir } from '../shared.ts';
import { type Chain, proofOf, readChain } from './real-chains.ts';
import { NO_THRESHOLD } from './record-grounds.ts';

/** Parts of a proof that an attacker changes. */
type Draft = Record<string, unknown>;

/** What `then` does to a copy. */
function changed<T>(proof: T, change: (draft: T) => void): T {
  const copy = structuredClone(proof);
  change(copy);
  return copy;
}

const flip = (text: string, bit: number): string => {
  const bytes = Buffer.from(text, 'base64');
  const at = (bit >> 3) % bytes.length;
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
  return bytes.toString('base64');
};

type Writable<T> = T extends object ? { -readonly [K in keyof T]: Writable<T[K]> } : T;

/** Real blocks, beside the project: skipped where they are absent. */
describe.skipIf(sharedDir === null)('a forged proof of a real block', () => {
  let chain: Chain;
  let found: ShownTransaction;
  let proof: Writable<BlockProofJson>;
  let id: string;
  const trust = () => ({ ledgerId: chain.ledgerId, allowOlderProfiles: true });

  beforeAll(async () => {
    chain = readChain({ chain: 'hapi-0.78-tss-schnorr', numbers: [0, 1, 5] });
    const each = chain.blocks[1];
    if (!each) throw new Error('no block');
    const { items } = readBlock(each.block.file, Buffer.from(each.root, 'hex'), 0);
    const one = items
      .map(({ consensusTimestamp }) => findTransaction(each.block, consensusTimestamp))
      .find((shown) => shown?.transaction.link === 'run' && shown.items.length > 5);
    if (!one) throw new Error('no transaction in a unit of several');
    found = one;
    proof = proofOf(chain, each, found.items, { transaction: found.transaction }) as typeof proof;
    id = (await verifyTransaction(proof, trust())).transaction_id;
  });

  const FORGERIES: Readonly<Record<string, readonly [ProofStep, (draft: Writable<BlockProofJson>) => void]>> =
    {
      'siblings in another order': ['path', ({ trees }) => void trees[0]?.siblings.reverse()],
      'a sibling left out': ['path', ({ trees }) => void trees[0]?.siblings.pop()],
      'a sibling too many': ['path', ({ trees }) => void trees[0]?.siblings.push(trees[0].siblings[0] ?? '')],
      'an item at another place': [
        'path',
        ({ trees, transaction }) => {
          const [item] = trees[0]?.items ?? [];
          if (!item || !transaction || !trees[0]) return;
          item.index = item.index === 0 ? 1 : 0;
          transaction.input = item.index;
        },
      ],
      'an inner node shown as an item': [
        'leaf',
        ({ trees }) => {
          const [item] = trees[0]?.items ?? [];
          if (item) item.bytes = Buffer.alloc(97, 2).toString('base64');
        },
      ],
      'an item with more behind it': [
        'leaf',
        ({ trees }) => {
          const [item] = trees[0]?.items ?? [];
          if (item)
            item.bytes = Buffer.concat([Buffer.from(item.bytes, 'base64'), Buffer.of(8, 1)]).toString(
              'base64',
            );
        },
      ],
      'items of one tree shown in another': [
        'leaf',
        ({ trees }) => {
          const last = trees.at(-1);
          if (last) last.tree = 8;
        },
      ],
      'eight leaves of sixteen': [
        'path',
        (draft) => {
          draft.subtrees = draft.subtrees.slice(0, 8) as never;
        },
      ],
      'another timestamp': [
        'leaf',
        (draft) => {
          draft.timestamp = flip(draft.timestamp, 9);
        },
      ],
      'a hash of 47 bytes': [
        'format',
        ({ subtrees }) => {
          (subtrees as string[])[0] = Buffer.alloc(47).toString('base64');
        },
      ],
      'no header': [
        'path',
        ({ trees }) => {
          const outputs = trees.find(({ tree }) => tree === 6);
          outputs?.items.shift();
        },
      ],
      'another subtree': [
        'root',
        ({ subtrees }) => {
          (subtrees as string[])[15] = flip(subtrees[15] ?? '', 3);
        },
      ],
      'the receipt of another transaction': [
        'link',
        ({ transaction }) => {
          if (transaction) transaction.entry = transaction.entry === 0 ? 1 : 0;
        },
      ],
      'a receipt that there is not': [
        'link',
        ({ transaction }) => {
          if (transaction) transaction.entry = 100_000;
        },
      ],
      'a format of tomorrow': [
        'format',
        (draft) => {
          (draft as Draft).version = 2;
        },
      ],
      'a signature that is none': [
        'root',
        (draft) => {
          draft.signature = { kind: 'later', state_proof: Buffer.from('0a00', 'hex').toString('base64') };
        },
      ],
      'the signature of another block as its own': [
        'signature',
        (draft) => {
          const [signature] = chain.blocks[2]?.block.signatures ?? [];
          if (signature) draft.signature = { ...signature };
        },
      ],
      'a signature cut': [
        'signature',
        (draft) => {
          const [signature] = chain.blocks[2]?.block.signatures ?? [];
          if (signature?.kind !== 'direct') throw new Error('not direct');
          draft.signature = { kind: 'direct', block_signature: signature.block_signature.slice(0, 400) };
        },
      ],
      'a mock': [
        'signature',
        (draft) => {
          draft.signature = { kind: 'direct', block_signature: Buffer.alloc(48, 1).toString('base64') };
        },
      ],
      'another publication': [
        'ledger',
        ({ ledger }) => {
          ledger.publication = flip(ledger.publication, 8 * 40 + 3);
        },
      ],
    };

  it.each(Object.entries(FORGERIES))('with %s is refused', async (_, [step, forge]) => {
    await expect(verifyTransaction(changed(proof, forge), trust())).rejects.toMatchObject({ step });
  });

  it('is refused with a result of its unit left out, or the receipts of nothing', async () => {
    const [, each] = chain.blocks;
    if (!each) throw new Error('no block');
    const results = found.items.filter(({ kind }) => kind === KIND.result);
    for (const left of [results[0], results.at(-1), results[1]]) {
      const items = found.items.filter((item) => item !== left);
      const forged = proofOf(chain, each, items, { transaction: found.transaction });
      await expect(verifyTransaction(forged, trust())).rejects.toMatchObject({ step: 'link' });
    }
    const other = each.block.items.find(
      ({ kind, index }) => kind === KIND.stateChanges && index !== found.transaction.receipts,
    );
    if (!other) throw new Error('no other state');
    const forged = proofOf(chain, each, [...found.items, other], {
      transaction: { ...found.transaction, receipts: other.index },
    });
    await expect(verifyTransaction(forged, trust())).rejects.toMatchObject({ step: 'link' });
  });

  it('is refused as the answer to another question', async () => {
    for (const transaction of [
      { transactionId: `${id}1` },
      { nonce: 7 },
      { scheduled: true },
      { hash: '0xab' },
    ]) {
      await expect(verifyTransaction(proof, { ...trust(), transaction })).rejects.toMatchObject({
        step: 'question',
      });
    }
    await expect(verifyBlock(proof, { ...trust(), number: 2 })).rejects.toMatchObject({ step: 'question' });
    await expect(verifyTransaction(proof, {})).rejects.toThrow(TypeError);
  });
});

const FILES = [
  { day: '2019-09-13', signed: 'file' },
  { day: '2022-01-01', signed: 'metadata' },
  { day: '2025-07-23', signed: 'metadata' },
];

describe.each(FILES)('record files of mainnet, $day', ({ day, signed }) => {
  const folder = `test/fixtures/mainnet/${day}`;
  const bytes = readFileSync(`${folder}/address_book.bin`);
  const addressBooks = [createHash('sha384').update(bytes).digest('hex')];
  const never = new AbortController().signal;
  const proofs: Writable<RecordProofJson>[] = [];
  const times: bigint[] = [];

  beforeAll(async () => {
    const store = await openFolderStore(folder);
    const stream = { records: openRecords(store), blocks: openStoredBlocks(store, null) };
    const [first] = await stream.records.nodeFolders(never);
    if (!first) throw new Error('no folder');
    const [entry] = await stream.records.list(first, 0n, 1, never);
    const instant = parseStreamInstant(entry?.base ?? '');
    const stored = instant === null ? null : await readInstant(stream.records, instant, never);
    if (!stored || !entry) throw new Error('no file');
    const { raw } = await readProvableFile(stored.data);
    expect(readAddressBook(bytes, 102n)?.length).toBeGreaterThan(0);
    for (const { record } of raw.items) {
      const { at } = readRecord(record);
      const made = await makeProof(
        {
          number: raw.number ?? 0n,
          hash: raw.hash.toString('hex'),
          name: entry.base,
          version: raw.version,
          start: at,
          isSigned: false,
        },
        { kind: 'transaction', at },
        { streams: [stream], ...NO_THRESHOLD, book: { fileId: 102n, bytes } },
        never,
      );
      if (made.kind !== 'proven') throw new Error(made.detail);
      proofs.push(JSON.parse(JSON.stringify(made.proof)));
      times.push(at);
    }
    await store.close();
  }, 300_000);

  it('prove each of their transactions', async () => {
    expect(proofs.length).toBeGreaterThan(0);
    for (const [index, proof] of proofs.entries()) {
      const { result, link, block } = await verifyTransaction(proof, { addressBooks });
      expect(link).toBe('record');
      const [seconds, nanos] = (result?.consensus_timestamp ?? '').split('.');
      expect(BigInt(seconds ?? 0) * 1_000_000_000n + BigInt(nanos ?? 0)).toBe(times[index]);
      expect(block.evidence).toMatchObject({ signed });
      expect(block.number === null).toBe(day !== '2025-07-23');
    }
  }, 300_000);

  it('prove nothing once anything is changed', async () => {
    const [proof] = proofs;
    if (!proof) throw new Error('no proof');
    const refusedWith = async (change: (draft: Writable<RecordProofJson>) => void) => {
      const forged = changed(proof, change);
      return verifyTransaction(forged, { addressBooks }).then(
        () => 'accepted',
        (error: { step: string }) => error.step,
      );
    };
    const file = (draft: Writable<RecordProofJson>) => draft.file as unknown as Record<string, string>;
    if (signed === 'metadata') {
      const parts = ['start', 'before'];
      for (const part of parts)
        expect(
          await refusedWith((draft) => {
            file(draft)[part] = flip(file(draft)[part] ?? '', 77);
          }),
        ).toBe('signature');
      expect(await refusedWith((draft) => void (draft.file as { after?: string[] }).after?.pop())).toBe(
        'signature',
      );
      expect(
        await refusedWith((draft) => {
          draft.signed = 'file';
        }),
      ).not.toBe('accepted');
    } else {
      for (const bit of [8, 80, 800, 3000])
        expect(
          await refusedWith((draft) => {
            file(draft).bytes = flip(file(draft).bytes ?? '', bit);
          }),
        ).not.toBe('accepted');
    }
    expect(
      await refusedWith(
        ({ signatures }) => void signatures.push({ ...(signatures[0] ?? { node_id: '', signature: '' }) }),
      ),
    ).toBe('signature');
    expect(await refusedWith(({ signatures }) => void signatures.splice(2))).toBe('signature');
    expect(
      await refusedWith(({ signatures }) => {
        const [one] = signatures;
        if (one) one.signature = flip(one.signature, 500);
      }),
    ).toBe('signature');
    expect(
      await refusedWith(({ signatures }) => {
        const [one] = signatures;
        if (one) one.node_id = '4711';
      }),
    ).toBe('signature');
    expect(
      await refusedWith((draft) => {
        draft.address_book = flip(draft.address_book, 5000);
      }),
    ).toBe('ledger');
    await expect(verifyTransaction(proof, { addressBooks: [] })).rejects.toMatchObject({ step: 'ledger' });
  }, 300_000);
});
