import { type BlockNodeAddress, parseBlockNodes } from '../ingest/block-nodes/address.ts';
import { type ConsensusRatio, parseConsensusRatio } from '../ingest/verify/consensus-ratio.ts';
import { messageOf } from '../kernel/failure.ts';
import { type Setting, setting, shownAs } from '../kernel/settings/setting.ts';
import {
  durationOrZero,
  instant,
  oneOf,
  optional,
  type Reader,
  secret,
  text,
  url,
} from '../kernel/settings/setting-kinds.ts';
import { KEEP_SETTINGS } from './keep-settings.ts';

/** Item of a list of block nodes that means those registered on the ledger. */
const REGISTERED = 'registered';

/** Block nodes to read. */
interface BlockNodesSetting {
  readonly named: readonly BlockNodeAddress[];
  /** Whether block nodes registered on the ledger are read, too. */
  readonly registered: boolean;
}

/** Block nodes, separated by commas. */
const blockNodes: Reader<BlockNodesSetting> = {
  kind: '`grpcs://node.example:40840?priority=1`, `registered`, …',
  read(value) {
    const parts = value.split(',').map((part) => part.trim());
    const named = parts.filter((part) => part !== REGISTERED);
    try {
      return { named: parseBlockNodes(named.join(',')), registered: named.length < parts.length };
    } catch (error) {
      throw new Error(`a list of block nodes: ${messageOf(error)}`);
    }
  },
};

/** An exact share above 0 and up to 1, or the literal 0. */
const fraction: Reader<ConsensusRatio> = {
  kind: '`1/3`, `0.5`, …',
  read(value) {
    const ratio = parseConsensusRatio(value);
    if (ratio === null) throw new Error('a share from 0 to 1 such as 1/3 or 0.5 (0 in no other spelling)');
    return ratio;
  },
};

/** The id of a ledger: 32 bytes in hex, given in lower case without `0x`. */
const ledgerId: Reader<string> = {
  kind: '64 hex digits',
  read(value) {
    const id = value.toLowerCase().replace(/^0x/, '');
    if (!/^[0-9a-f]{64}$/.test(id)) throw new Error('64 hex digits');
    return id;
  },
};

/** Settings of the ingest: its stream. */
export const INGEST_SETTINGS = {
  addressBook: shownAs(
    setting(
      'Ingest',
      'TAIN_ADDRESS_BOOK',
      optional(text),
      '',
      'File with the initial address book, a serialized `NodeAddressBook`.',
    ),
    "the bundled one; other networks: `address_book.bin` in or beside the stream's folder, with a warning",
  ),
  consensusRatio: setting(
    'Ingest',
    'TAIN_CONSENSUS_RATIO',
    fraction,
    '1/3',
    'Share of the weight that must have signed a file; less than 1/3 causes a warning. A bare 0: one valid signature is enough (test networks only).',
  ),
  streams: shownAs(
    setting('Ingest', 'TAIN_STREAMS', optional(text), '', 'Folder of stream files, instead of a bucket.'),
    'none',
  ),
  streamKind: setting(
    'Ingest',
    'TAIN_STREAM_KIND',
    oneOf('auto', 'record', 'block'),
    'auto',
    'Kind of stream to read. `auto`: record files to their end, then blocks.',
  ),
  blockNodes: shownAs(
    setting(
      'Ingest',
      'TAIN_BLOCK_NODES',
      optional(blockNodes),
      '',
      '[Block nodes](operations.md#block-nodes) to read blocks from over gRPC. `registered`: those of the ledger, after named ones without a priority.',
    ),
    'none: from folder or bucket',
  ),
  yieldAfterMs: setting(
    'Ingest',
    'TAIN_YIELD_AFTER',
    durationOrZero,
    '20s',
    'Time for which a [standby ingest](operations.md#a-second-ingest) must have had a block that the writer lacks before it takes over; 0: never.',
  ),
  trust: setting(
    'Ingest',
    'TAIN_TRUST',
    oneOf('proof', 'chain'),
    'proof',
    'Blocks that are stored: those with a valid proof, or (`chain`) also [those whose proof cannot be checked](cutover.md#going-on-without-proof-and-proving-later). A wrong proof is never accepted.',
  ),
  ledgerId: shownAs(
    setting(
      'Ingest',
      'TAIN_LEDGER_ID',
      optional(ledgerId),
      '',
      'Id of the first trusted ledger for threshold signatures ([when it is needed](cutover.md#before)).',
    ),
    'that of a signed record file; `demo`, `other`: also that of the very first block',
  ),
  ledgerFile: shownAs(
    setting(
      'Ingest',
      'TAIN_LEDGER_FILE',
      optional(text),
      '',
      "File with that ledger's publication, for a stream that begins after it ([formats](cutover.md#before)). Trusted without verification.",
    ),
    'none: it is in the stream',
  ),
  tssProfile: shownAs(
    setting(
      'Ingest',
      'TAIN_TSS_PROFILE',
      optional(oneOf('3.6.0', '3.7.8', '3.15.1')),
      '',
      'Release of the threshold library whose rules apply to signatures of the named ledger.',
    ),
    'by the WRAPS key that was published',
  ),
  startDate: shownAs(
    setting(
      'Ingest',
      'TAIN_START_DATE',
      optional(instant),
      '',
      'Instant of the first stream file that is read into an empty database.',
    ),
    "the first one; of a public network's bucket: now",
  ),
  endDate: shownAs(
    setting('Ingest', 'TAIN_END_DATE', optional(instant), '', 'Instant after which no file is read.'),
    'none',
  ),
  errata: shownAs(
    setting(
      'Ingest',
      'TAIN_ERRATA',
      optional(text),
      '',
      "Folder of corrections for `mainnet`'s streams: `missingtransactions/*.bin` are added, balance files at the times in `balance-offsets.txt` are marked as early.",
    ),
    'none',
  ),
  ...KEEP_SETTINGS,
} satisfies Record<string, Setting<unknown>>;

/** Settings of the archive of raw stream files. */
export const ARCHIVE_SETTINGS = {
  archive: shownAs(
    setting(
      'Archive',
      'TAIN_ARCHIVE',
      optional(text),
      '',
      '[Archive](operations.md#the-archive) of the raw files of verified blocks: a folder, or `s3://bucket/prefix`.',
    ),
    'none',
  ),
  archiveEndpoint: shownAs(
    setting(
      'Archive',
      'TAIN_ARCHIVE_ENDPOINT',
      optional(url('https:', 'http:')),
      '',
      'Service of its bucket.',
    ),
    "Amazon's, by region",
  ),
  archiveRegion: shownAs(
    setting('Archive', 'TAIN_ARCHIVE_REGION', optional(text), '', 'Region of its bucket.'),
    '`us-east-1`',
  ),
  archiveAccessKey: shownAs(
    setting(
      'Archive',
      'TAIN_ARCHIVE_ACCESS_KEY',
      optional(secret(text)),
      '',
      'Access key id of its reader and writer.',
    ),
    'none',
  ),
  archiveSecretKey: shownAs(
    setting('Archive', 'TAIN_ARCHIVE_SECRET_KEY', optional(secret(text)), '', 'Its secret access key.'),
    'none',
  ),
} satisfies Record<string, Setting<unknown>>;
