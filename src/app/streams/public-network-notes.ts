import { decodeEntityId } from '@tain/ledger/entity-id';
import { NANOS_PER_MILLISECOND } from '@tain/ledger/timestamp';
import { TssRefusal } from '@tain/verify/tss/refusal';
import { readsBuckets } from '../../config/bucket-locations.ts';
import type { Config } from '../../config/config.ts';
import { hasSwitched } from '../../ingest/feed/cutover.ts';
import type { ResumePoint } from '../../ingest/feed/feed.ts';
import { knownAddressBooks, type PublicNetwork } from '../../ingest/verify/address-books.ts';
import { LedgerHistory, type LedgerSettings } from '../../ingest/verify/tss/ledger-history.ts';
import type { Log } from '../../kernel/log.ts';
import { costSentence } from './bucket-costs.ts';
import { ledgerSettingsOf } from './stream-ledger.ts';

/** Days on which blocks replace record files, as announced with consensus node 0.80 (milliseconds since 1970). */
const CUTOVERS: Partial<Readonly<Record<PublicNetwork, number>>> = {
  testnet: Date.UTC(2026, 10, 25),
  mainnet: Date.UTC(2026, 11, 9),
};
const DAY_MS = 86_400_000;
/** Number of the file that contains the network's address book. */
const ADDRESS_BOOK_FILE = 102n;

type Known = Pick<ResumePoint, 'lastBlock' | 'addressBooks' | 'stakes' | 'ledgers'>;

/**
 * Logs what a mirror of mainnet or testnet needs for the cutover, the age of its address book, what its bucket costs,
 * and how signatures are weighed. `now`: milliseconds since 1970. Throws `Failure` when a setting about the ledger cannot be used.
 */
export async function notePublicNetwork(config: Config, known: Known, log: Log, now: number): Promise<void> {
  const { network } = config;
  if (network !== 'mainnet' && network !== 'testnet') return;
  if (config.streamKind !== 'record') {
    noteLedger(network, await ledgerSettingsOf(config), known, log, now);
  }
  if (config.streamKind === 'block' || hasSwitched(known.lastBlock)) return;
  noteAddressBook(network, config.addressBook, known, log, now);
  // A server of another provider has other prices.
  if (network === 'mainnet' && readsBuckets(config) && config.bucketEndpoint === null) {
    log.info({}, costSentence(config.bucketPollInterval));
  }
  if (known.stakes.length > 0) return;
  log.info(
    {},
    'Signatures of all nodes have equal weight until the first stake update in the stream, soon after midnight UTC.',
  );
}

function noteLedger(
  network: 'mainnet' | 'testnet',
  settings: LedgerSettings,
  { lastBlock, ledgers }: Known,
  log: Log,
  now: number,
): void {
  const cutover = CUTOVERS[network];
  if (cutover === undefined || hasSwitched(lastBlock)) return;
  const day = printDay(cutover);
  const days = Math.ceil((cutover - now) / DAY_MS);
  const when =
    days > 0
      ? `changes over to blocks on ${day}, in ${count(days)}`
      : `was to change over to blocks on ${day}`;
  const beginning = `${network} ${when}, with consensus node 0.80`;
  if (isLedgerKnown(settings, ledgers, now)) {
    log.info({ cutover: day }, `${beginning}; the ledger that signs them is known.`);
    return;
  }
  const expected = settings.pinned && Buffer.from(settings.pinned).toString('hex');
  const need =
    expected === null
      ? 'no ledger is known yet. Blocks are stored once the record stream has published it, or TAIN_LEDGER_ID or TAIN_LEDGER_FILE names it (docs/cutover.md)'
      : `ledger ${expected} is expected, and its keys are not known yet. Blocks are stored once the stream has published it, or TAIN_LEDGER_FILE holds it (docs/cutover.md)`;
  log.warn({ cutover: day }, `${beginning}; ${need}.`);
}

/** Returns whether current blocks can be proven. An unexpected ledger id is reported with the first block. */
function isLedgerKnown(settings: LedgerSettings, ledgers: Known['ledgers'], now: number): boolean {
  try {
    return new LedgerHistory(settings, ledgers, true).isReadyAt(BigInt(now) * NANOS_PER_MILLISECOND);
  } catch (error) {
    if (error instanceof TssRefusal) return false;
    throw error;
  }
}

function noteAddressBook(
  network: 'mainnet' | 'testnet',
  setting: string | null,
  { addressBooks }: Known,
  log: Log,
  now: number,
): void {
  const newer =
    'The stream contains a newer one when the network changes it. For an empty database, use a newer release, or set TAIN_ADDRESS_BOOK to the contents of file 0.0.102';
  const stored = addressBooks.filter(({ fileId }) => decodeEntityId(fileId).num === ADDRESS_BOOK_FILE);
  const [book] =
    stored.length > 0 ? newest(stored) : setting === null ? newest(knownAddressBooks(network)) : [];
  const from =
    stored.length > 0
      ? 'that is stored'
      : setting === null
        ? 'of this release'
        : 'that TAIN_ADDRESS_BOOK names';
  const time = Number((book?.startConsensusTimestamp ?? 0n) / NANOS_PER_MILLISECOND);
  const day = time > 0 ? printDay(time) : null;
  const age = day === null ? 'of unknown age' : `of ${day}, ${count(Math.floor((now - time) / DAY_MS))} old`;
  log.info({ addressBook: day }, `Signatures are verified with the address book ${from}, ${age}. ${newer}.`);
}

function newest<T extends { readonly startConsensusTimestamp: bigint }>(books: readonly T[]): T[] {
  return books.toSorted((a, b) => (a.startConsensusTimestamp < b.startConsensusTimestamp ? 1 : -1));
}

/** Formats milliseconds since 1970 as `2026-11-25`. */
function printDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function count(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
