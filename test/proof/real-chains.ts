import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { proto } from '@tain/protos/hapi';
import { KIND } from '@tain/verify/block-root';
import type { BlockProofJson } from '@tain/verify/proof-json';
import type { LedgerPublication } from '@tain/verify/tss/ledger-publication';
import { possibleRoots } from '../../src/ingest/decode/block/block-file.ts';
import { ledgerPublicationOf, publicationBytes } from '../../src/ingest/decode/ledger-publication.ts';
import {
  base64Of,
  blockPartOf,
  type ProvableBlock,
  type ProvableItem,
  readProvableBlock,
} from '../../src/ingest/prove/provable-block.ts';
import { atOnce } from '../../src/kernel/limits/in-slices.ts';
import { sharedDir } from '../shared.ts';

const folder = path.join(sharedDir ?? '', 'streams');

/** Real blocks of one network, by number. */
export interface NamedChain {
  readonly chain: string;
  readonly numbers: readonly number[];
}

/** The only real block with a WRAPS proof is part of the vectors. */
function bytesOf(chain: string, number: number): Buffer {
  if (number !== 467) return readFileSync(path.join(folder, 'blocks', chain, `${number}.blk.gz`));
  const vectors = JSON.parse(readFileSync(path.join(folder, 'tss/block-vectors.json'), 'utf8'));
  return Buffer.from(vectors.block467GzipBase64, 'base64');
}

export interface Chain {
  readonly publication: LedgerPublication;
  /** Ledger id in hex. */
  readonly ledgerId: string;
  readonly blocks: readonly { readonly block: ProvableBlock; readonly root: string }[];
}

/** Reads the blocks. The first one publishes the ledger. */
export function readChain({ chain, numbers }: NamedChain): Chain {
  const blocks = numbers.map((number) => {
    const block = atOnce(readProvableBlock(`${number}.blk`, gunzipSync(bytesOf(chain, number))));
    return { block, root: possibleRoots(block.file)[0]?.toString('hex') ?? '' };
  });
  const [publication] = blocks
    .flatMap(({ block }) => block.items)
    .filter(({ kind }) => kind === KIND.input)
    .map(({ content }) => proto.TransactionBody.decode(proto.SignedTransaction.decode(content).bodyBytes))
    .flatMap((body) => ledgerPublicationOf({ body, successful: true }) ?? []);
  if (!publication) throw new Error('no publication');
  return { publication, ledgerId: Buffer.from(publication.ledgerId).toString('hex'), blocks };
}

/** Returns a proof as a client receives it over HTTP. */
export function proofOf(
  { publication }: Chain,
  { block, root }: Chain['blocks'][number],
  shown: readonly ProvableItem[],
  further: Pick<BlockProofJson, 'transaction' | 'topic'>,
): BlockProofJson {
  const [signature] = block.signatures;
  if (signature === undefined) throw new Error('is not signed');
  const ledger = { publication: base64Of(publicationBytes(publication)) };
  const proof: BlockProofJson = {
    version: 1,
    ...blockPartOf(block, root, shown),
    signature,
    ledger,
    ...further,
  };
  return JSON.parse(JSON.stringify(proof));
}
