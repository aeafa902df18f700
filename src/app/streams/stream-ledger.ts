import path from 'node:path';
import { com } from '@tain/protos/hapi';
import { LEDGER_ID_BYTES } from '@tain/verify/tss/ledger';
import type { LedgerPublication } from '@tain/verify/tss/ledger-publication';
import type { Config } from '../../config/config.ts';
import { readBlock } from '../../ingest/decode/block/block.ts';
import { possibleRoots, readBlockFile } from '../../ingest/decode/block/block-file.ts';
import { inflateFile, MAX_INFLATED_BYTES, MAX_OBJECT_BYTES } from '../../ingest/decode/inflate.ts';
import type { Item } from '../../ingest/decode/item.ts';
import { ledgerPublicationOf } from '../../ingest/decode/ledger-publication.ts';
import { readRecordFile } from '../../ingest/decode/record-file.ts';
import { openFolderStore } from '../../ingest/store/folder-store.ts';
import type { LedgerSettings } from '../../ingest/verify/tss/ledger-history.ts';
import { Failure, messageOf } from '../../kernel/failure.ts';

const BLOCK_NAME = /\.blk(\.gz|\.zstd)?$/;
const RECORD_NAME = /\.rcd(\.gz)?$/;

/** Returns the settings about the network's first ledger. Throws `Failure` when its file cannot be used. */
export async function ledgerSettingsOf({ network, ledgerId, ledgerFile }: Config): Promise<LedgerSettings> {
  const pinned = ledgerId === null ? null : Buffer.from(ledgerId, 'hex');
  const given = ledgerFile === null ? null : await readPublication(ledgerFile);
  if (given && pinned && !pinned.equals(given.ledgerId)) {
    const found = Buffer.from(given.ledgerId).toString('hex');
    throw new Failure(
      'usage',
      `${ledgerFile} (TAIN_LEDGER_FILE) publishes ledger ${found}, not ${ledgerId} (TAIN_LEDGER_ID).`,
    );
  }
  // On a public network, the first ledger of a bucket is not trusted: anyone who can write to the bucket could choose
  // it.
  return { pinned, given, allowsFirstUse: network === 'demo' || network === 'other' };
}

/**
 * Reads a ledger publication from the operator's file: the serialized body of its transaction, or the block or record
 * file that contains it, distinguished by name. It is trusted without verification.
 */
async function readPublication(file: string): Promise<LedgerPublication> {
  try {
    const bytes = await readFile(file);
    const found = publicationsIn(path.basename(file), bytes).at(-1);
    if (found?.ledgerId.length === LEDGER_ID_BYTES && found.nodes.length > 0) return found;
  } catch (cause) {
    throw new Failure('usage', `${file} (TAIN_LEDGER_FILE) cannot be read: ${messageOf(cause)}`, { cause });
  }
  throw new Failure(
    'usage',
    `${file} (TAIN_LEDGER_FILE) holds no ledger publication: neither the body of such a transaction (a serialized LedgerIdPublicationTransactionBody), nor is it a block or record file with one.`,
  );
}

function publicationsIn(name: string, bytes: Uint8Array): readonly LedgerPublication[] {
  if (!BLOCK_NAME.test(name) && !RECORD_NAME.test(name)) {
    const body = {
      ledgerIdPublication: com.hedera.hapi.node.tss.LedgerIdPublicationTransactionBody.decode(bytes),
    };
    const publication = ledgerPublicationOf({ body, successful: true });
    return publication ? [publication] : [];
  }
  return itemsOf(name, bytes)
    .map((item) => ledgerPublicationOf(item))
    .filter((publication) => publication !== null);
}

function itemsOf(name: string, bytes: Uint8Array): readonly Item[] {
  if (RECORD_NAME.test(name)) return readRecordFile(name, bytes).items;
  const block = readBlockFile(name, bytes);
  const [root] = possibleRoots(block);
  return root ? readBlock(block, root, bytes.length).items : [];
}

/** Reads a file, decompressed if its name has the suffix of a compressed file. */
async function readFile(file: string): Promise<Uint8Array> {
  const store = await openFolderStore(path.dirname(path.resolve(file)));
  try {
    const name = path.basename(file);
    const bytes = await store.get(name, MAX_OBJECT_BYTES, new AbortController().signal);
    return await inflateFile(name, bytes, MAX_INFLATED_BYTES);
  } finally {
    await store.close();
  }
}
