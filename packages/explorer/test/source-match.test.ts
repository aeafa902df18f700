import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tries } from '../../../test/effort.ts';
import { selectorOf } from '../src/words/abi.ts';
import { decodeError, registerAbi } from '../src/words/known-abi.ts';
import { failedFrames, failedLines, SourceLines, type Step } from '../src/words/source-lines.ts';
import { matchSource } from '../src/words/source-match.ts';
import { StorageLayout } from '../src/words/storage-layout.ts';

interface Code {
  readonly object: string;
  readonly sourceMap: string;
  readonly linkReferences: Record<string, Record<string, { start: number; length: number }[]>>;
  readonly immutableReferences: Record<string, { start: number; length: number }[]>;
}
interface Compiled {
  readonly abi: object[];
  readonly metadata: string;
  readonly storageLayout: object;
  readonly evm: { readonly deployedBytecode: Code };
}
interface BuildInfo {
  readonly input: { readonly language: string; readonly sources: Record<string, { content: string }> };
  readonly output: {
    readonly sources: Record<string, { id: number }>;
    readonly contracts: Record<string, Record<string, Compiled>>;
  };
}

const TEXT = readFileSync(new URL('contracts/build-info.json', import.meta.url), 'utf8');
const fresh = (): BuildInfo => JSON.parse(TEXT) as BuildInfo;
const build = fresh();
const compiled = (name: string): Compiled => {
  const found = build.output.contracts['src/Vault.sol']?.[name];
  if (found === undefined) throw new Error(`no contract ${name}`);
  return found;
};
const { deployedBytecode } = compiled('Vault').evm;

/** Replaces bytes of code, in hex. */
const filled = (code: string, start: number, hex: string): string =>
  code.slice(0, start * 2) + hex + code.slice(start * 2 + hex.length);

/** The vault's code as on a ledger: linked with a library, and with its owner's address in place of the immutable. */
const ON_LEDGER = (() => {
  let code = deployedBytecode.object;
  const owner = `${'0'.repeat(24)}${'ab'.repeat(20)}`;
  for (const { start } of Object.values(deployedBytecode.immutableReferences).flat())
    code = filled(code, start, owner);
  for (const { start } of Object.values(deployedBytecode.linkReferences['src/Vault.sol'] ?? {}).flat()) {
    code = filled(code, start, 'cd'.repeat(20));
  }
  return `0x${code}`;
})();
const OTHER_METADATA = `${ON_LEDGER.slice(0, -30)}${'0'.repeat(10)}${ON_LEDGER.slice(-20)}`;

const vault = compiled('Vault');
const artifactOfFoundry = {
  abi: vault.abi,
  deployedBytecode,
  metadata: JSON.parse(vault.metadata) as object,
  rawMetadata: vault.metadata,
  storageLayout: vault.storageLayout,
  id: 1,
};
const artifactOfHardhat = {
  _format: 'hh-sol-artifact-1',
  contractName: 'Guard',
  sourceName: 'src/Vault.sol',
  abi: compiled('Guard').abi,
  deployedBytecode: `0x${compiled('Guard').evm.deployedBytecode.object}`,
  deployedLinkReferences: {},
};

const literal = (() => {
  const { output } = fresh();
  const found = output.contracts['src/Vault.sol']?.Vault as { metadata: string };
  const metadata = JSON.parse(found.metadata) as { sources: Record<string, { content?: string }> };
  for (const [name, source] of Object.entries(metadata.sources)) {
    source.content = build.input.sources[name]?.content ?? '';
  }
  found.metadata = JSON.stringify(metadata);
  return output;
})();

describe('the contract with the code on the ledger is found', () => {
  const withTexts = ['Vault', 'src/Vault.sol', 'exact', 2];
  test.each([
    ['a build-info', [build], withTexts],
    ['standard JSON in two files', [build.input, build.output], withTexts],
    [
      'a build-info of Hardhat 3 in two files',
      [{ _format: 'hh3', input: build.input }, { output: build.output }],
      withTexts,
    ],
    ['an answer of Sourcify', [{ stdJsonInput: build.input, stdJsonOutput: build.output }], withTexts],
    ['the output alone', [build.output], ['Vault', 'src/Vault.sol', 'exact', 0]],
    ['an artifact of Foundry', [artifactOfFoundry], ['Vault', 'src/Vault.sol', 'exact', 0]],
    ['output whose metadata has the sources (useLiteralContent)', [literal], withTexts],
    [
      'an artifact of Foundry with its sources',
      [artifactOfFoundry, build.input, { source_id_to_path: { 0: 'src/Owned.sol', 1: 'src/Vault.sol' } }],
      withTexts,
    ],
  ])('in %s', (_, files, [name, file, kind, texts]) => {
    const source = matchSource(files, ON_LEDGER);
    expect([source?.name, source?.file, source?.kind, source?.texts.size]).toEqual([name, file, kind, texts]);
    expect(source?.abi).toHaveLength(vault.abi.length);
  });

  test('in an artifact of Hardhat', () => {
    const source = matchSource([artifactOfHardhat], compiled('Guard').evm.deployedBytecode.object);
    expect([source?.name, source?.file, source?.kind]).toEqual(['Guard', 'src/Vault.sol', 'exact']);
  });

  test('for a library, whose code has its own address', () => {
    const code = compiled('Fees').evm.deployedBytecode.object;
    expect(code).toMatch(/^730{40}30/);
    expect(matchSource([build], filled(code, 1, 'ef'.repeat(20)))?.name).toBe('Fees');
  });

  test('with other metadata as a partial match, with none of it as well', () => {
    expect(matchSource([build], OTHER_METADATA)?.kind).toBe('partial');
    const length = Number.parseInt(ON_LEDGER.slice(-4), 16) + 2;
    expect(matchSource([build], ON_LEDGER.slice(0, -2 * length))?.kind).toBe('partial');
  });

  test('an exact match precedes a partial one', () => {
    const other = fresh();
    const code = other.output.contracts['src/Vault.sol']?.Vault?.evm.deployedBytecode as { object: string };
    code.object = code.object.replace(/.{20}(?=.{20}$)/, '0'.repeat(20));
    expect(matchSource([other, build], ON_LEDGER)?.kind).toBe('exact');
    expect(matchSource([other], ON_LEDGER)?.kind).toBe('partial');
  });

  test('with names of errors', () => {
    registerAbi(matchSource([build], ON_LEDGER)?.abi ?? []);
    expect(
      decodeError(
        `0x${selectorOf('NotOwner(address,address)')}${'5'.padStart(64, '0')}${'6'.padStart(64, '0')}`,
      ),
    ).toBe('NotOwner(caller 0.0.5, owner 0.0.6)');
  });
});

describe('no contract is found', () => {
  test.each([
    ['for code with another byte', filled(ON_LEDGER.slice(2), 100, '5b'), [build]],
    ['for code without bytes', '0x', [build]],
    ['for shorter code', ON_LEDGER.slice(0, 2000), [build]],
    ['in no file', ON_LEDGER, []],
    ['in the input alone', ON_LEDGER, [build.input]],
  ])('%s', (_, code, files) => {
    expect(matchSource(files, code)).toBeNull();
  });

  test('when the file declares other bytes as filled in by the deployment', () => {
    const other = fresh();
    const code = other.output.contracts['src/Vault.sol']?.Vault?.evm.deployedBytecode;
    if (code === undefined) throw new Error('no code');
    const all = Array.from({ length: 3_000 }, (_, start) => ({ start, length: 32 }));
    code.immutableReferences.all = [{ start: 0, length: 3_500 }, ...all];
    expect(matchSource([other], ON_LEDGER)?.kind).toBe('exact');
    expect(matchSource([other], filled(ON_LEDGER.slice(2), 100, '5b'))).toBeNull();
  });
});

test('the reduced file has the same again, and nothing of other contracts', () => {
  const source = matchSource([build], ON_LEDGER);
  const text = JSON.stringify(source?.reduced);
  expect(text).not.toContain('Guard"');
  const again = matchSource([JSON.parse(text)], ON_LEDGER);
  expect({ ...again, reduced: null }).toEqual({ ...source, reduced: null });
  expect(JSON.stringify(again?.reduced)).toBe(text);
});

test('a text that is not the compiled one is left out', () => {
  const other = fresh();
  other.input.sources['src/Owned.sol'] = { content: 'contract Owned { /* harmless */ }' };
  expect([...(matchSource([other], ON_LEDGER)?.texts.keys() ?? [])]).toEqual(['src/Vault.sol']);
});

test('texts with another hash count towards the bound, because they are hashed', () => {
  const other = fresh();
  other.input.sources['src/Vault.sol'] = { content: ' '.repeat(599_900) };
  expect(matchSource([other], ON_LEDGER)?.texts.size).toBe(0);
  other.input.sources['src/Vault.sol'] = { content: ' ' };
  expect([...(matchSource([other], ON_LEDGER)?.texts.keys() ?? [])]).toEqual(['src/Owned.sol']);
});

test('texts, source map and layout are bounded', () => {
  const other = fresh();
  const large = other.output.contracts['src/Vault.sol']?.Vault as unknown as Record<string, unknown>;
  large.metadata = '';
  large.storageLayout = { storage: Array(10_000).fill({ label: 'x'.repeat(20) }) };
  (large.evm as { deployedBytecode: { sourceMap: string } }).deployedBytecode.sourceMap = ';'.repeat(300_001);
  other.input.sources['src/Owned.sol'] = { content: ' '.repeat(600_000) };
  const source = matchSource([other], ON_LEDGER);
  expect([source?.sourceMap, source?.layout, [...(source?.texts.keys() ?? [])]]).toEqual([
    '',
    {},
    ['src/Vault.sol'],
  ]);
});

describe('any other JSON', () => {
  const json = fc.jsonValue({ maxDepth: 4 });

  test('has no contract', () => {
    fc.assert(
      fc.property(fc.array(json, { maxLength: 3 }), (files) => {
        expect(matchSource(files, ON_LEDGER)).toBeNull();
      }),
      { numRuns: tries(300) },
    );
  });

  /** Replaces the value at a path that numbers choose. */
  function replaced(value: unknown, way: readonly number[], by: unknown): unknown {
    const [first, ...rest] = way;
    if (first === undefined || typeof value !== 'object' || value === null) return by;
    const keys = Object.keys(value);
    if (keys.length === 0) return by;
    const key = keys[first % keys.length] ?? '';
    const own = value as Record<string, unknown>;
    own[key] = replaced(own[key], rest, by);
    return own;
  }

  test('in place of any part of a file breaks nothing, neither lines nor names of slots', () => {
    let found = 0;
    const only = (name: string) => ({ [name]: compiled(name) });
    const small = { ...build, output: { ...build.output, contracts: { 'src/Vault.sol': only('Vault') } } };
    const text = JSON.stringify(small);
    fc.assert(
      fc.property(fc.array(fc.nat(12), { minLength: 1, maxLength: 10 }), json, (way, by) => {
        const source = matchSource([replaced(JSON.parse(text), way, by)], ON_LEDGER);
        if (source === null) return;
        found += 1;
        const lines = new SourceLines(source);
        const storage = new StorageLayout(source.layout);
        for (let pc = 0; pc < 3_500; pc += 50) lines.lineAt(pc);
        for (let slot = 0; slot < 12; slot++) {
          for (const { read } of storage.at(`0x${slot.toString(16)}`)) read(`0x${'ff'.repeat(32)}`);
        }
        expect(
          JSON.stringify(matchSource([JSON.parse(JSON.stringify(source.reduced))], ON_LEDGER)?.reduced),
        ).toBe(JSON.stringify(source.reduced));
      }),
      { numRuns: tries(300) },
    );
    expect(found).toBeGreaterThan(0);
  });
});

describe('lines', () => {
  const source = matchSource([build], ON_LEDGER);
  if (source === null) throw new Error('no match');
  const lines = new SourceLines(source);
  const vaultLines = build.input.sources['src/Vault.sol']?.content.split('\n') ?? [];

  test('of all instructions are those of the text, whose characters are not its bytes', () => {
    const seen = new Set<string>();
    for (let pc = 0; pc < source.code.length / 2; pc++) {
      const line = lines.lineAt(pc);
      if (line === null) continue;
      seen.add(line.text);
      if (line.file === 'src/Vault.sol') expect(vaultLines[line.line - 1]?.trim()).toBe(line.text);
    }
    for (const text of [
      'require(amount >= limit.smallest, "too little");',
      'return total / parts;',
      'guard.check(amount);',
      'if (msg.sender != owner) revert NotOwner(msg.sender, owner);',
    ]) {
      expect(seen).toContain(text);
    }
    expect([...seen].filter((text) => /^(?:abstract )?contract /.test(text))).toEqual([]);
  });

  const step = (depth: number, pc: number, op: string): Step => ({ depth, pc, op });
  test('of a failure are those of the calls that failed in one another', () => {
    const steps = [
      step(1, 0, 'PUSH1'),
      step(1, 2, 'CALL'),
      step(2, 0, 'STOP'),
      step(1, 3, 'STATICCALL'),
      step(2, 7, 'CALL'),
      step(3, 9, 'RETURN'),
      step(2, 8, 'REVERT'),
      step(1, 4, 'REVERT'),
    ];
    expect(failedFrames(steps).map((frame) => frame.map(({ pc }) => pc))).toEqual([
      [0, 2, 3, 4],
      [7, 8],
    ]);
    expect(failedFrames([...steps.slice(0, -1), step(1, 4, 'RETURN')])).toEqual([]);
    expect(failedFrames([])).toEqual([]);
  });

  test('of a contract whose code has not the steps are not shown', () => {
    const reverts = [...Array(source.code.length / 2).keys()].filter(
      (pc) => source.code.slice(pc * 2, pc * 2 + 2) === 'fd' && lines.canRun([step(1, pc, 'REVERT')]),
    );
    const places = reverts.flatMap((pc) => failedLines([step(1, pc, 'REVERT')], [lines]));
    expect(places.map(({ contract, text }) => `${contract} ${text}`)).toContain(
      'Vault require(amount >= limit.smallest, "too little");',
    );
    const [pc = 0] = reverts;
    expect(failedLines([step(1, pc, 'STOP'), step(1, pc, 'INVALID')], [lines])).toEqual([]);
    expect(failedLines([step(1, pc + 100_000, 'REVERT')], [lines])).toEqual([]);
  });
});

describe('names of slots', () => {
  const storage = new StorageLayout(vault.storageLayout as Record<string, unknown>);
  const shown = (slot: string, word: string) =>
    storage.at(slot).map(({ name, type, read }) => `${type} ${name} = ${read(word)}`);
  const word = (hex: string) => `0x${hex.padStart(64, '0')}`;

  test.each([
    ['0x0', word('0501'), ['bool paused = true', 'uint64 calls = 5']],
    ['0x1', '0x2a', ['uint256 total = 42']],
    [word('2'), '0x', ['mapping(address => uint256) deposits = ']],
    [
      '0x3',
      word(`${'1f4'.padStart(32, '0')}${'1'.padStart(32, '0')}`),
      ['uint128 limit.smallest = 1', 'uint128 limit.largest = 500'],
    ],
    ['0x4', word('0000000700000000'), ['uint32 steps[0] = 0', 'uint32 steps[1] = 7', 'uint32 steps[2] = 0']],
    ['0x5', '0x2', ['address[] members.length = 2']],
    ['0x6', `0x7661756c74${'0'.repeat(52)}0a`, ['string title = "vault"']],
    ['0x6', word('83'), ['string title = 65 bytes']],
    ['0x7', word('fffe12345678'), ['bytes4 tag = 0x12345678', 'int16 balance = -2']],
    [
      // keccak256 of slot 5, and one more: the second member.
      '0x036b6384b5eca791c62761152d0c79bb0604c104a5fb6f4eb0703f3154bb3db1',
      word('3e8'),
      ['address members[1] = 0.0.1000'],
    ],
    ['0x8', '0x1', []],
  ])('%s = %s', (slot, value, names) => {
    expect(shown(slot, value)).toEqual(names);
  });

  test('are bounded, however large the layout says it is', () => {
    const types = {
      t: { encoding: 'inplace', label: 'uint256[9999999999]', numberOfBytes: '319999999968', base: 'u' },
      u: { encoding: 'inplace', label: 'uint256', numberOfBytes: '32' },
      s: {
        encoding: 'inplace',
        label: 'struct S',
        numberOfBytes: '32',
        members: [{ label: 's', slot: '0', offset: 0, type: 's' }],
      },
    };
    const of = (type: string) =>
      new StorageLayout({ storage: [{ label: 'x', slot: '0', offset: 0, type }], types });
    expect(
      of('t')
        .at('0x1000')
        .map(({ name }) => name),
    ).toEqual(['x[4096]']);
    expect(of('t').at('0x2000')).toEqual([]);
    expect(of('s').at('0x0')).toEqual([]);
  });
});
