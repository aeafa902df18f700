import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { verifyTransaction } from '@tain/verify/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type VerifyProofOptions, verifyProof } from '../../../src/app/commands/verify-proof.ts';
import { exitCodeOf, messageOf } from '../../../src/kernel/failure.ts';
import { proofOf, readChain } from '../../proof/real-chains.ts';
import { type RecordedProof, recordedProof, recordedProofs } from '../../proof/recorded-proofs.ts';
import { sharedDir } from '../../shared.ts';
import { runCommand } from './run-command.ts';
import { type Finished, tain } from './tain.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tain-verify-proof-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, content: unknown): string {
  const file = path.join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** Returns a proof of the first child transaction in the real record files. */
async function recordedChild(): Promise<RecordedProof> {
  for (const each of await recordedProofs('2025-07-23')) {
    const { nonce } = await verifyTransaction(each.proof, { addressBooks: [each.book] });
    if (nonce > 0) return each;
  }
  throw new Error('no child');
}

/** Runs the command in this process, as the program does with these options. */
async function verified(file: string, options: Partial<VerifyProofOptions>): Promise<Finished> {
  const lines: string[] = [];
  const end = await verifyProof(file, { wrapsKey: [], addressBook: [], ...options }, (line) =>
    lines.push(line),
  ).then(
    () => ({ code: 0, stderr: '' }),
    (error: unknown) => ({ code: exitCodeOf(error), stderr: messageOf(error) }),
  );
  return { ...end, stdout: lines.join('\n') };
}

interface Printed {
  readonly proven: boolean;
  readonly step?: string;
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly steps: readonly { readonly step: string }[];
}

describe('tain verify-proof of a real record file', () => {
  let recorded: RecordedProof;
  let file: string;
  let id: string;
  beforeAll(async () => {
    recorded = await recordedProof('2025-07-23');
    file = written('proof.json', recorded.proof);
  });

  it('prints each step and the proven facts, as text or as JSON', async () => {
    const { book, bookFile } = recorded;
    const json = await tain(['verify-proof', file, '--address-book', book, '--json']);
    expect([json.code, json.stderr]).toEqual([0, '']);
    const { proven, facts, steps } = JSON.parse(json.stdout) as Printed;
    expect(proven).toBe(true);
    expect(facts).toMatchObject({ link: 'record', block: { evidence: { signed: 'metadata' } } });
    expect(steps.map(({ step }) => step)).toEqual(['leaf', 'path', 'root', 'ledger', 'signature']);
    id = String(facts?.transaction_id);
    const plain = await runCommand(['verify-proof', file, '--address-book', bookFile, '--transaction', id]);
    expect([plain.code, plain.stderr]).toEqual([0, '']);
    expect(plain.stdout).toContain('✓ signature');
    expect(plain.stdout).toContain('✓ question');
    expect(plain.stdout).toContain(`\ntransaction_id: ${id}\n`);
    expect(plain.stdout).toContain('There may be proofs of other transactions with this id');
    // The hash identifies a single transaction.
    const hash = String(facts?.transaction_hash);
    const byHash = await runCommand(['verify-proof', file, '--address-book', book, '--transaction', hash]);
    expect(byHash.stdout).toContain('✓ question');
    expect(byHash.stdout).not.toContain('There may be');
  });

  it("treats an id without a nonce as that of the user's transaction", async () => {
    const { book, proof } = await recordedChild();
    const child = written('child.json', proof);
    const run = (options: Partial<VerifyProofOptions>) =>
      verified(child, { addressBook: [book], ...options });
    const json = await run({ json: true });
    const { transaction_id: of, nonce } = (JSON.parse(json.stdout) as Printed).facts ?? {};
    expect(nonce).toBeGreaterThan(0);
    const [transaction, ordinal] = [String(of), Number(nonce)];
    const refused = await run({ transaction });
    expect([refused.code, refused.stderr]).toEqual([7, expect.stringContaining(`(nonce ${nonce}).`)]);
    expect((await run({ transaction, nonce: ordinal })).code).toBe(0);
    expect((await run({ nonce: 0 })).code).toBe(7);
    const scheduled = await run({ transaction, nonce: ordinal, scheduled: true });
    expect(scheduled.code).toBe(7);
  });

  it('reads standard input, and trusts books only for a time and with weights', async () => {
    const { book, at, proof } = recorded;
    const second = at / 1_000_000_000n;
    const run = (options: Partial<VerifyProofOptions>) => verified(file, { addressBook: [book], ...options });
    const within = await run({ from: `${second}`, to: `${second + 1n}.000000000` });
    expect(within.code).toBe(0);
    const before = await run({ to: `${second}` });
    expect([before.code, before.stderr]).toEqual([7, expect.stringContaining('at the step ledger')]);
    const [signer] = proof.signatures;
    // Signatures of nodes without stake prove nothing, whatever their number.
    const none = written('none.json', { '4711': 1000, [signer?.node_id ?? '']: 0 });
    const unstaked = await run({ weights: none });
    expect([unstaked.code, unstaked.stderr]).toEqual([7, expect.stringContaining('at the step signature')]);
    const all = written('one.json', { [signer?.node_id ?? '']: 1000 });
    expect((await run({ weights: all })).stdout).toContain('weights: given');
    const child = spawn(process.execPath, ['dist/main.js', 'verify-proof', '-', '--address-book', book]);
    child.stdin.end(JSON.stringify(proof));
    expect(await text(child.stdout)).toContain('✓ signature');
  });

  it('names the failed step with exit code 7, and a missing option with 2', async () => {
    const { book, proof } = recorded;
    const forged = written('forged.json', { ...proof, signatures: proof.signatures.slice(0, 1) });
    const refused = await runCommand(['verify-proof', forged, '--address-book', book, '--json']);
    expect(refused.code).toBe(7);
    expect(JSON.parse(refused.stdout)).toMatchObject({ proven: false, step: 'signature' });
    const addressBook = [book];
    const cases: readonly [string, Partial<VerifyProofOptions>, number, string][] = [
      [file, { addressBook: ['00'.repeat(48)] }, 7, 'at the step ledger'],
      [file, { addressBook, transaction: '0.0.2-1-1' }, 7, 'at the step question'],
      [file, { addressBook, block: '1' }, 7, 'at the step question'],
      [written('text.json', 'proof'), { addressBook }, 7, 'at the step format'],
      [written('other.json', { version: 1, kind: 'claim' }), { addressBook }, 7, 'at the step format'],
      [file, {}, 2, 'A proof of a record file needs address books.'],
      [file, { addressBook, from: 'noon' }, 2, 'A time is seconds.nanoseconds'],
      [file, { addressBook, weights: file }, 2, 'no JSON object of weights'],
      [path.join(folder, 'absent'), { addressBook }, 1, 'ENOENT'],
    ];
    for (const [name, options, code, output] of cases) {
      const ended = await verified(name, options);
      expect([name, options, ended.code, ended.stderr]).toEqual([
        name,
        options,
        code,
        expect.stringContaining(output),
      ]);
    }
    const missing = await runCommand(['verify-proof', file]);
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('needs address books.')]);
  });
});

describe('options of tain verify-proof that do not fit together', () => {
  const absent = path.join(folder, 'absent');
  const trusted = { ledgerId: '0x00', addressBook: ['00'.repeat(48)] };
  it.each<[Partial<VerifyProofOptions>, string]>([
    [{ transaction: '0.0.2-1-1', block: '1' }, '--transaction and --block request different things'],
    [{ topic: '0.0.5', transaction: '0.0.2-1-1' }, '--transaction and --topic request'],
    [{ topic: '0.0.5', block: '1' }, '--topic and --block request'],
    [{ message: '1', nonce: 1 }, '--nonce and --message request'],
    [{ block: '1', scheduled: true }, '--scheduled and --block request'],
    [{ topic: '0.0.5', through: '9' }, '--through needs --message.'],
  ])('are refused before the proof is read: %j', async (options, output) => {
    const { code, stderr, stdout } = await verified(absent, { ...trusted, ...options });
    expect([code, stderr, stdout]).toEqual([2, expect.stringContaining(output), '']);
  });

  it.each<[Partial<VerifyProofOptions>, string]>([
    [{ ledgerId: '0x00', weights: 'x' }, '--weights needs --address-book.'],
    [{ ledgerId: '0x00', from: '1' }, '--from needs --address-book.'],
    [{ ledgerId: '0x00', to: '1' }, '--to needs --address-book.'],
    [{ addressBook: ['00'.repeat(48)], wrapsKey: ['00'] }, '--wraps-key needs --ledger-id.'],
    [{ addressBook: ['00'.repeat(48)], olderProfiles: true }, '--older-profiles needs --ledger-id.'],
  ])('are refused without the options that they need: %j', async (options, output) => {
    const { code, stderr } = await verified(absent, options);
    expect([code, stderr]).toEqual([2, expect.stringContaining(output)]);
  });

  it('are refused by the command line, too', async () => {
    const args = ['--ledger-id', '0x00', '--topic', '0.0.5', '--nonce', '1'];
    const { code, stderr } = await runCommand(['verify-proof', absent, ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--nonce and --topic request')]);
  });
});

/** Real blocks are outside of the project. Skipped without them. */
describe.skipIf(sharedDir === null)('tain verify-proof of a real block', () => {
  it('proves it by the id of its ledger, and names the profile in use', async () => {
    const chain = readChain({ chain: 'hapi-0.78-tss-schnorr', numbers: [0, 5] });
    const [, each] = chain.blocks;
    if (!each) throw new Error('no block');
    const file = written('block.json', proofOf(chain, each, [], {}));
    const { ledgerId } = chain;
    const args = ['verify-proof', file, '--ledger-id', `0x${ledgerId}`];
    const proven = await runCommand([...args, '--older-profiles', '--block', '5', '--json']);
    expect([proven.code, proven.stderr]).toEqual([0, '']);
    expect(JSON.parse(proven.stdout)).toMatchObject({ kind: 'block', facts: { number: '5' } });
    expect((await verified(file, { ledgerId: `0x${ledgerId}` })).stderr).toContain('at the step ledger');
    for (const question of [{ nonce: 0 }, { scheduled: true }, { topic: '0.0.5' }] as const) {
      const options = { ledgerId: `0x${ledgerId}`, olderProfiles: true, ...question } as const;
      const { code, stderr } = await verified(file, options);
      expect([question, code, stderr]).toEqual([question, 7, expect.stringContaining('at the step')]);
    }
    expect((await verified(file, {})).stderr).toContain('A proof of a block needs the id of the ledger.');
  });
});
