// `npm run bench:tss`: one threshold signature of a real block (test/fixtures/tss), in processor time, which other load
// of the machine changes less: the first verification of a process, a cold one (nothing cached) and a cached one (its
// hinTS key and tail verified before), compared with one pairing and the time between blocks. The kinds alternate.
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { checkLedger } from '@tain/verify/tss/ledger';
import { SignatureVerifier } from '@tain/verify/tss/verify-signature';
import { networkVectors } from '../packages/verify/test/tss/vectors.ts';

const ROUNDS = 25;
/** The public networks close a block every two seconds. */
const BLOCK_MS = 2_000;

const { publication, blocks } = networkVectors();
const [schnorr, wraps] = blocks;
if (!schnorr || !wraps) throw new Error('the fixture has a signature with either tail');

const ledger = checkLedger(publication, null);
const reused = new SignatureVerifier(ledger);
const cold = ({ message, signature }: typeof schnorr) =>
  new SignatureVerifier(ledger).verify(message, signature);
const cached = ({ message, signature }: typeof schnorr) => reused.verify(message, signature);
const { G1, G2 } = bls12_381;

const WORK: Readonly<Record<string, () => unknown>> = {
  'ledger publication (3 nodes)': () => checkLedger(publication, null),
  'cold, Schnorr': () => cold(schnorr),
  'cold, WRAPS': () => cold(wraps),
  'cached, Schnorr': () => cached(schnorr),
  'cached, WRAPS': () => cached(wraps),
  'one pairing': () => bls12_381.pairing(G1.Point.BASE, G2.Point.BASE),
};

/** Returns milliseconds of processor time. */
function timeOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

console.log(
  `${'first of the process'.padEnd(32)} ${timeOf(() => cached(schnorr))
    .toFixed(1)
    .padStart(8)} ms`,
);
const times = new Map(Object.keys(WORK).map((name) => [name, [] as number[]]));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, work] of Object.entries(WORK)) times.get(name)?.push(timeOf(work));
}
for (const [name, all] of times) {
  const median = all.toSorted((left, right) => left - right)[ROUNDS >> 1] ?? Number.NaN;
  const share = ((100 * median) / BLOCK_MS).toFixed(1);
  console.log(
    `${name.padEnd(32)} ${median.toFixed(1).padStart(8)} ms ${share.padStart(6)} % of the time between blocks`,
  );
}
