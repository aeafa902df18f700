import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proofOf, readChain } from '../../proof/real-chains.ts';
import { type RecordedProof, recordedProof } from '../../proof/recorded-proofs.ts';
import { sharedDir } from '../../shared.ts';
import { tain } from './tain.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tain-verify-proof-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, content: unknown): string {
  const file = path.join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
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

  it('prints each step and what is proven, as text or as JSON', async () => {
    const { book, bookFile } = recorded;
    const json = await tain(['verify-proof', file, '--address-book', book, '--json']);
    expect([json.code, json.stderr]).toEqual([0, '']);
    const { proven, facts, steps } = JSON.parse(json.stdout) as Printed;
    expect(proven).toBe(true);
    expect(facts).toMatchObject({ link: 'record', block: { evidence: { signed: 'metadata' } } });
    expect(steps.map(({ step }) => step)).toEqual(['leaf', 'path', 'root', 'ledger', 'signature']);
    id = String(facts?.transaction_id);
    const plain = await tain(['verify-proof', file, '--address-book', bookFile, '--transaction', id]);
    expect([plain.code, plain.stderr]).toEqual([0, '']);
    expect(plain.stdout).toContain('✓ signature');
    expect(plain.stdout).toContain('✓ question');
    expect(plain.stdout).toContain(`\ntransaction_id: ${id}\n`);
  });

  it('reads the standard input, and trusts books for a time and with weights alone', async () => {
    const { book, at, proof } = recorded;
    const second = at / 1_000_000_000n;
    const run = (...args: string[]) => tain(['verify-proof', file, '--address-book', book, ...args]);
    const within = await run('--from', `${second}`, '--to', `${second + 1n}.000000000`);
    expect(within.code).toBe(0);
    const before = await run('--to', `${second}`);
    expect([before.code, before.stderr]).toEqual([7, expect.stringContaining('at the step ledger')]);
    const [signer] = proof.signatures;
    // Whoever has no stake proves nothing, however many of them there are.
    const none = written('none.json', { '4711': 1000, [signer?.node_id ?? '']: 0 });
    const unstaked = await run('--weights', none);
    expect([unstaked.code, unstaked.stderr]).toEqual([7, expect.stringContaining('at the step signature')]);
    const all = written('one.json', { [signer?.node_id ?? '']: 1000 });
    expect((await run('--weights', all)).stdout).toContain('weights: given');
    const child = spawn(process.execPath, ['dist/main.js', 'verify-proof', '-', '--address-book', book]);
    child.stdin.end(JSON.stringify(proof));
    expect(await text(child.stdout)).toContain('✓ signature');
  });

  it('names the step that fails with exit code 7, and what is missing with 2', async () => {
    const { book, proof } = recorded;
    const forged = written('forged.json', { ...proof, signatures: proof.signatures.slice(0, 1) });
    const refused = await tain(['verify-proof', forged, '--address-book', book, '--json']);
    expect(refused.code).toBe(7);
    expect(JSON.parse(refused.stdout)).toMatchObject({ proven: false, step: 'signature' });
    const cases: readonly [string[], number, string][] = [
      [[file, '--address-book', '00'.repeat(48)], 7, 'at the step ledger'],
      [[file, '--address-book', book, '--transaction', '0.0.2-1-1'], 7, 'at the step question'],
      [[file, '--address-book', book, '--block', '1'], 7, 'at the step question'],
      [[written('text.json', 'proof'), '--address-book', book], 7, 'at the step format'],
      [
        [written('other.json', { version: 1, kind: 'claim' }), '--address-book', book],
        7,
        'at the step format',
      ],
      [[file], 2, 'A proof of a record file needs address books.'],
      [[file, '--address-book', book, '--from', 'noon'], 2, 'A time is seconds.nanoseconds'],
      [[file, '--address-book', book, '--weights', file], 2, 'no JSON object of weights'],
      [[path.join(folder, 'absent'), '--address-book', book], 1, 'ENOENT'],
    ];
    for (const [args, code, said] of cases) {
      const ended = await tain(['verify-proof', ...args]);
      expect([args, ended.code, ended.stderr]).toEqual([args, code, expect.stringContaining(said)]);
    }
  }, 240_000);
});

/** Real blocks, beside the project: skipped where they are absent. */
describe.skipIf(sharedDir === null)('tain verify-proof of a real block', () => {
  it('proves it by the id of its ledger, and names the rules that were asked for', async () => {
    const chain = readChain({ chain: 'hapi-0.78-tss-schnorr', numbers: [0, 5] });
    const [, each] = chain.blocks;
    if (!each) throw new Error('no block');
    const file = written('block.json', proofOf(chain, each, [], {}));
    const { ledgerId } = chain;
    const args = ['verify-proof', file, '--ledger-id', `0x${ledgerId}`];
    const proven = await tain([...args, '--older-profiles', '--block', '5', '--json']);
    expect([proven.code, proven.stderr]).toEqual([0, '']);
    expect(JSON.parse(proven.stdout)).toMatchObject({ kind: 'block', facts: { number: '5' } });
    expect((await tain(args)).stderr).toContain('at the step ledger');
    expect((await tain(args.slice(0, 2))).stderr).toContain('A proof of a block needs the id of the ledger.');
  }, 120_000);
});
