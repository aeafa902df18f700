import type { ProfileName } from '@tain/verify/tss/profiles';
import { writeCutoverDay } from './cutover-day.ts';

/**
 * Writes the stream of a demo network over its cutover, for the rehearsal in README.md here:
 * `npx tsx test/rehearsal/write-cutover-day.ts FOLDER [BLOCKS CUTOVER SIGNED_FROM LEDGER@BLOCK:PROFILE …]`.
 */
const [dir, blocks = '20', cutover = '14', signedFrom = cutover, ...ledgers] = process.argv.slice(2);
if (dir === undefined) throw new Error('name a folder');
const written = await writeCutoverDay({
  dir,
  blocks: Number(blocks),
  cutover: Number(cutover),
  signedFrom: Number(signedFrom),
  ledgers: (ledgers.length > 0 ? ledgers : ['10:3.15.1']).map((each) => {
    const [at, profile] = each.split(':');
    return { at: Number(at), profile: profile as ProfileName };
  }),
});
for (const [index, id] of written.ids.entries()) {
  process.stdout.write(`Ledger ${id}, whose publication is in ${written.files[index]}\n`);
}
