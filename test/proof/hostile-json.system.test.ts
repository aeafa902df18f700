import { claimedTrust, verifyBlock, verifyMessages, verifyTransaction } from '@tain/verify/verify';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BlockProof, OwnNetwork } from '../../packages/verify/test/own-block.ts';
import { tries } from '../effort.ts';
import { type RecordedProof, recordedProof } from './recorded-proofs.ts';

/** Location of a member in a proof, or of an element in one of its lists. */
type Path = readonly (string | number)[];

/** Returns the paths of all members of any type. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const at = [...path, Array.isArray(value) ? Number(name) : name];
    return [at, ...pathsOf(each, at)];
  });
}

/** Returns the proof with another value at that path; `undefined` removes the member. */
function replaced(proof: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(proof);
  let holder = copy as Record<string | number, unknown>;
  for (const name of path.slice(0, -1)) holder = holder[name] as typeof holder;
  const last = path.at(-1) ?? '';
  if (value !== undefined) holder[last] = value;
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
  return copy;
}

const base64 = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('base64'));
/** JSON values that replace a proof's. */
const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  base64,
  fc.constantFrom<unknown>(undefined, null, '', 'block', 'record-file', 'run', 'direct', 'later', 'file'),
  fc.constantFrom<unknown>(-1, 0.5, 1e300, 2 ** 31, 2 ** 32, 2 ** 53, '-1', '007', '9'.repeat(30)),
  fc.constantFrom<unknown>([], {}, [[]], [{}], [null], { length: 3 }, { kind: 'direct' }),
  fc.constant(JSON.parse('{"__proto__": {"version": 1}, "toString": 1, "valueOf": null, "then": 2}')),
  fc.constant(JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`)),
);

const trustFor = (ledgerId: string, addressBooks: readonly string[]) => ({ ledgerId, addressBooks });
type Trust = ReturnType<typeof trustFor>;

/**
 * Verifies a proof against every request: it must be valid, or refused with a message. Returns the number of refusals.
 */
async function refusals(proof: unknown, trust: Trust): Promise<number> {
  let refused = 0;
  for (const verify of [
    () => verifyTransaction(proof, trust),
    () => verifyMessages(proof, trust),
    () => verifyBlock(proof, trust),
    async () => claimedTrust(proof),
  ])
    await verify().catch((error: unknown) => {
      refused += 1;
      expect(error).toMatchObject({ name: 'ProofRefused', message: expect.stringMatching(/^[A-Z].*\.$/s) });
    });
  return refused;
}

let network: OwnNetwork;
const files: RecordedProof[] = [];
beforeAll(async () => {
  network = await OwnNetwork.open();
  for (const day of ['2019-09-13', '2022-01-01', '2025-07-23'] as const) files.push(await recordedProof(day));
});

describe('any JSON instead of a proof is refused with a sentence', () => {
  const trustOf = () =>
    trustFor(
      network.ledgerId,
      files.map(({ book }) => book),
    );

  it.each(['direct', 'later', 0, 1, 2] as const)('a proof with another member (%s)', async (which) => {
    const proof: object | undefined = typeof which === 'number' ? files[which]?.proof : network.proof(which);
    const paths = pathsOf(proof);
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(paths.length - 1), HOSTILE, async (path, value) => {
        refused += await refusals(replaced(proof, paths[path] ?? [], value), trustOf());
      }),
      { numRuns: tries(40) },
    );
    expect(refused).toBeGreaterThan(40);
  });

  it('any JSON, with and without the name of a proof', async () => {
    const members = fc.constantFrom(...Object.keys({ ...network.proof(), ...files[0]?.proof }));
    const named = fc
      .tuple(fc.constantFrom('block', 'record-file'), fc.dictionary(members, HOSTILE))
      .map(([kind, rest]) => ({ ...rest, version: 1, kind }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(HOSTILE, named), async (value) => {
        const isClaim = (value as { kind?: string } | null | undefined)?.kind === 'record-file';
        expect(await refusals(value, trustOf())).toBeGreaterThanOrEqual(isClaim ? 3 : 4);
      }),
      { numRuns: tries(500) },
    );
  });

  it.each<unknown>([{ toString: null }, { valueOf: 1 }, [1], '1', 1.5, null])(
    'a version that is %j',
    async (version) => {
      for (const whole of [network.proof(), ...files.map(({ proof }) => proof)])
        expect(await refusals({ ...whole, version }, trustOf())).toBe(4);
      for (const { proof } of files)
        expect(await refusals({ ...proof, file: { ...proof.file, version } }, trustOf())).toBe(3);
    },
  );

  it('numbers with leading zeros, which as text belong to others', async () => {
    const [{ proof } = { proof: null }] = files;
    const again = (proof?.signatures ?? []).map(({ node_id, signature }) => ({
      node_id: `0${node_id}`,
      signature,
    }));
    const twice = { ...proof, signatures: [...(proof?.signatures ?? []), ...again] };
    await expect(verifyBlock(twice, trustOf())).rejects.toMatchObject({ step: 'format' });
    const messages: BlockProof = network.proof();
    const topic = { ...messages.topic, topic_id: '0.0.01001' };
    await expect(verifyMessages({ ...messages, topic }, trustOf())).rejects.toMatchObject({ step: 'format' });
  });
});

describe('without WebCrypto, as on a page without HTTPS', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each([undefined, {}])('a record file is not verified, with a message (%j)', async (crypto) => {
    vi.stubGlobal('crypto', crypto);
    const [file] = files;
    await expect(verifyBlock(file?.proof, { addressBooks: [file?.book ?? ''] })).rejects.toThrow(
      new TypeError('signatures of nodes need WebCrypto: a page over HTTPS'),
    );
  });

  it('a block is', async () => {
    const { getRandomValues } = globalThis.crypto;
    vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(globalThis.crypto) });
    const { ledgerId } = network;
    expect(await verifyBlock(network.proof(), { ledgerId, number: 42 })).toMatchObject({ number: '42' });
  });
});
