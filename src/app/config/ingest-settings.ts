import { BLOCK_NODE_CHOICES } from '../../ingest/block-nodes/address.ts';
import { blockNodes, fraction, ledgerId } from './ingest-kinds.ts';
import { KEEP_SETTINGS } from './keep-settings.ts';
import { type Setting, setting, shownAs } from './setting.ts';
import { duration, instant, oneOf, optional, text } from './setting-kinds.ts';

/** Settings of the ingest: its stream. */
export const INGEST_SETTINGS = {
  addressBook: shownAs(
    setting(
      'Ingest',
      'TAIN_ADDRESS_BOOK',
      optional(text),
      '',
      'File with a serialized `NodeAddressBook` to begin with, in place of the one we know. Networks that we do not know: `address_book.bin` in the folder of the stream or beside it, which is warned of.',
    ),
    'by network',
  ),
  consensusRatio: setting(
    'Ingest',
    'TAIN_CONSENSUS_RATIO',
    fraction,
    '1/3',
    'Share of the weight that must have signed a file. A bare 0: one valid signature is enough (test networks only; warned of, as is less than 1/3).',
  ),
  streams: shownAs(
    setting(
      'Ingest',
      'TAIN_STREAMS',
      optional(text),
      '',
      'Folder that stream files arrive in, in place of a bucket.',
    ),
    'none',
  ),
  streamKind: setting(
    'Ingest',
    'TAIN_STREAM_KIND',
    oneOf('auto', 'record', 'block'),
    'auto',
    'Which stream is read: record files, blocks, or (`auto`) record files to their end and then blocks.',
  ),
  blockNodes: shownAs(
    setting(
      'Ingest',
      'TAIN_BLOCK_NODES',
      optional(blockNodes),
      '',
      'Block nodes that blocks are read from over gRPC, in place of a folder. The word `registered` stands for those that the ledger registers; they come after named ones without a priority.',
    ),
    'none: blocks are read from the folder',
  ),
  blockNodeChoice: setting(
    'Ingest',
    'TAIN_BLOCK_NODE_CHOICE',
    oneOf(...BLOCK_NODE_CHOICES),
    'priority-then-latency',
    'What decides between block nodes that have the next block: the lowest priority, the shortest answer time, or the latter among equals.',
  ),
  yieldAfter: setting(
    'Ingest',
    'TAIN_YIELD_AFTER',
    duration,
    '20s',
    'Where several ingests share a database: for how long the source of one that stands by must have had a block that the one that writes does not get, before it takes over. 0: never for that reason.',
  ),
  trust: setting(
    'Ingest',
    'TAIN_TRUST',
    oneOf('proof', 'chain'),
    'proof',
    'Which blocks of the block stream are stored: those whose proof holds, or (`chain`) also those whose proof cannot be checked, on their hash chain alone. A proof that is wrong is never accepted. `chain` is shown in logs, metrics and on the front page.',
  ),
  ledgerId: shownAs(
    setting(
      'Ingest',
      'TAIN_LEDGER_ID',
      optional(ledgerId),
      '',
      'Id of the first ledger whose threshold signatures are believed (64 hex digits). Not needed where nodes signed the record file that publishes it. Else public networks need it; on others the first one is believed if nothing came before it, which is said where its blocks are shown.',
    ),
    'that of a signed record file; `demo`, `other`: also of the first block of all',
  ),
  ledgerFile: shownAs(
    setting(
      'Ingest',
      'TAIN_LEDGER_FILE',
      optional(text),
      '',
      'File with the publication of that ledger, where what is read begins after it: the body of the transaction (a serialized `LedgerIdPublicationTransactionBody`), or the block (`.blk`, `.gz`, `.zstd`) or record file (`.rcd`, `.gz`) that holds it. It is believed as it is.',
    ),
    'it is in the stream',
  ),
  tssProfile: shownAs(
    setting(
      'Ingest',
      'TAIN_TSS_PROFILE',
      optional(oneOf('3.6.0', '3.7.8', '3.15.1')),
      '',
      'Rules by which threshold signatures of the ledger that `TAIN_LEDGER_ID` or `TAIN_LEDGER_FILE` names are checked, named by the release of the threshold library that brought them.',
    ),
    'by the WRAPS key that was published',
  ),
  startDate: shownAs(
    setting(
      'Ingest',
      'TAIN_START_DATE',
      optional(instant),
      '',
      'Instant (ISO 8601) of the first stream file to read into an empty database.',
    ),
    "the first file there is; of a public network's bucket: now",
  ),
  endDate: shownAs(
    setting(
      'Ingest',
      'TAIN_END_DATE',
      optional(instant),
      '',
      'Instant (ISO 8601) after which no file is read.',
    ),
    'none',
  ),
  errata: shownAs(
    setting(
      'Ingest',
      'TAIN_ERRATA',
      optional(text),
      '',
      'Folder with what is known to be wrong in the streams of `mainnet`: `missingtransactions/*.bin` are added, balance files at the times in `balance-offsets.txt` are marked as early.',
    ),
    'none',
  ),
  ...KEEP_SETTINGS,
} satisfies Record<string, Setting<unknown>>;
