import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as verifier from '@tain/verify/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORGERIES } from '../../packages/verify/test/forged-blocks.ts';
import { FORGED_MESSAGES, FORGED_STATES } from '../../packages/verify/test/forged-messages.ts';
import { MISSHAPEN } from '../../packages/verify/test/misshapen-blocks.ts';
import { base64, draft, OwnNetwork, unsignedProof } from '../../packages/verify/test/own-block.ts';
import { readBlock } from '../../src/ingest/decode/block/block.ts';
import { findTransaction } from '../../src/ingest/prove/provable-transactions.ts';
import { nodePrograms } from '../../tools/node-programs.js';
import { HAS_BROWSER, launchBrowser } from '../browser.ts';
import { COMPACT, COMPLETE_FORGERIES, type FileProof, OF_ALL } from '../proof/forged-files.ts';
import { SIGNATURES } from '../proof/forged-signatures.ts';
import { proofOf, readChain } from '../proof/real-chains.ts';
import { recordedProof } from '../proof/recorded-proofs.ts';
import { sharedDir } from '../shared.ts';
import { judge } from './judge.js';

// Checks that `tain/verify` returns the same verdicts in every supported Node.js version and in a browser: the same
// facts of valid proofs, the same step and message for invalid ones.

const programOf = await nodePrograms();

/** The running version returns the expected verdicts. */
const VERSIONS = ['20', '22', '24'].filter((version) => !process.version.startsWith(`v${version}.`));

/** Number of invalid proofs with the same question and failing step that are verified outside of the running version. */
const SAME_STEP = 3;

interface Case {
  readonly name: string;
  readonly ask: 'verifyTransaction' | 'verifyMessages' | 'verifyBlock';
  readonly proof: unknown;
  readonly trust: object;
  /** Step that refuses the proof; null for a valid proof. */
  readonly step: string | null;
}

/** Returns valid and invalid proofs of blocks of a test network. */
function ownCases(network: OwnNetwork): Case[] {
  const trust = { ledgerId: network.ledgerId };
  const changed = (change: (proof: ReturnType<OwnNetwork['proof']>) => void) => {
    const proof = network.proof();
    change(proof);
    return proof;
  };
  const ask = 'verifyTransaction' as const;
  const { root } = unsignedProof(draft());
  return [
    { name: 'block', ask, proof: network.proof(), trust, step: null },
    { name: 'later signature', ask, proof: network.proof('later'), trust, step: null },
    { name: 'message', ask: 'verifyMessages', proof: network.proof(), trust, step: null },
    {
      name: 'other ledger',
      ask,
      proof: network.proof(),
      trust: { ledgerId: '00'.repeat(32) },
      step: 'ledger',
    },
    {
      name: 'other block',
      ask: 'verifyBlock',
      proof: network.proof(),
      trust: { ...trust, number: 41 },
      step: 'question',
    },
    ...FORGERIES.map(([name, step, forge]): Case => ({ name, ask, proof: changed(forge), trust, step })),
    ...MISSHAPEN.map(
      ([name, step, change]): Case => ({ name, ask, proof: network.proof('direct', change), trust, step }),
    ),
    ...SIGNATURES.map(([name, change]): Case => {
      const signature = change(Buffer.from(network.signer.sign(root)));
      const proof = { ...network.proof(), signature: { kind: 'direct', block_signature: base64(signature) } };
      return { name: `signature: ${name}`, ask, proof, trust, step: 'signature' };
    }),
    ...FORGED_MESSAGES.map(([name, step, forge]): Case => {
      const proof = changed(({ topic }) => topic && forge(topic));
      return { name: `message: ${name}`, ask: 'verifyMessages', proof, trust, step };
    }),
    ...FORGED_STATES.map(([name, change]): Case => {
      const proof = network.proof('direct', change);
      return { name: `running hash ${name}`, ask: 'verifyMessages', proof, trust, step: 'topic' };
    }),
  ];
}

/** Returns proofs of record files of mainnet. */
async function fileCases(day: '2019-09-13' | '2022-01-01' | '2025-07-23'): Promise<Case[]> {
  const { proof, book } = await recordedProof(day);
  const trust = { addressBooks: [book] };
  const common = { ask: 'verifyTransaction', trust } as const;
  return [
    { ...common, name: `record file of ${day}`, proof, step: null },
    ...[...OF_ALL, ...(proof.signed === 'file' ? COMPLETE_FORGERIES : COMPACT)].map(
      ([name, step, forge]): Case => {
        const forged = structuredClone(proof) as FileProof;
        forge(forged, forged.file as unknown as Record<string, unknown>);
        return { ...common, name: `${day}: ${name}`, proof: forged, step };
      },
    ),
  ];
}

/** Returns proofs of real blocks outside of the project: one with a Schnorr tail, and one with a WRAPS proof. */
function realCases(): Case[] {
  if (sharedDir === null) return [];
  const chains = [
    { chain: 'hapi-0.78-tss-schnorr', numbers: [0, 5] },
    { chain: 'hapi-0.73-tss-wraps', numbers: [0, 467] },
  ];
  return chains.flatMap((named) => {
    const chain = readChain(named);
    const [, each] = chain.blocks;
    const [item] = each ? readBlock(each.block.file, Buffer.from(each.root, 'hex'), 0).items : [];
    const found = each && item && findTransaction(each.block, item.consensusTimestamp);
    if (!each || !found) throw new Error('no transaction');
    const proof = proofOf(chain, each, found.items, { transaction: found.transaction });
    const { ledgerId } = chain;
    const common = { ask: 'verifyTransaction', proof } as const;
    return [
      {
        ...common,
        name: `real block of ${named.chain}`,
        trust: { ledgerId, allowOlderProfiles: true },
        step: null,
      },
      { ...common, name: `${named.chain} without leave`, trust: { ledgerId }, step: 'ledger' },
    ];
  });
}

describe('verdicts about proofs', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tain-verdicts-'));
  const file = path.join(folder, 'cases.json');
  let cases: readonly Case[];
  let expected: Readonly<Record<string, string>>;
  /** Verdicts that the other versions and the browser must return, too: at most `SAME_STEP` of a kind. */
  let sampled: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const network = await OwnNetwork.open();
    cases = [...ownCases(network), ...realCases()];
    for (const day of ['2019-09-13', '2022-01-01', '2025-07-23'] as const)
      cases = [...cases, ...(await fileCases(day))];
    expected = await judge(verifier, cases);
    const counts = new Map<string, number>();
    const sample = cases.filter(({ name, ask, step }) => {
      const kind = `${/^[\w-]+: /.exec(name)?.[0]} ${ask} ${step}`;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return step === null || (counts.get(kind) ?? 0) <= SAME_STEP;
    });
    writeFileSync(file, JSON.stringify(sample));
    sampled = Object.fromEntries(sample.map(({ name }) => [name, expected[name] ?? '']));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are as expected', () => {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    expect(cases.filter(({ step }) => step !== null).length).toBeGreaterThan(150);
    for (const { name, step } of cases)
      expect([name, expected[name]]).toEqual([
        name,
        expect.stringMatching(step === null ? /^\{/ : RegExp(`^${step}: `)),
      ]);
  });

  it.skipIf(programOf === undefined).each(VERSIONS)('are the same in Node.js %s', (version) => {
    const node = programOf?.(version) ?? '';
    const script = fileURLToPath(new URL('judge-in-node.js', import.meta.url));
    const output = execFileSync(node, [script, 'dist/verify.js', file], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    expect(JSON.parse(output)).toEqual(sampled);
  });

  it.skipIf(!HAS_BROWSER)('are the same in a browser', async () => {
    const js = (name: string | URL) => ['text/javascript', readFileSync(name)] as const;
    const served: Readonly<Record<string, readonly [string, Buffer | string]>> = {
      '/': ['text/html', '<!doctype html><title>Verdicts</title>'],
      '/tain-verify.js': js('dist/tain-verify.js'),
      '/judge.js': js(new URL('judge.js', import.meta.url)),
      '/cases.json': ['application/json', readFileSync(file)],
    };
    const server = createServer(({ url }, answer) => {
      const [type, body] = served[url ?? ''] ?? ['text/plain', ''];
      answer.writeHead(type === 'text/plain' ? 404 : 200, { 'content-type': type }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      const output = await page.evaluate(`(async () => {
        const verifier = await import('/tain-verify.js');
        const { judge } = await import('/judge.js');
        return judge(verifier, await (await fetch('/cases.json')).json());
      })()`);
      expect(output).toEqual(sampled);
    } finally {
      await browser.close();
      server.close();
    }
  });
});
