import { keccak_256 } from '@noble/hashes/sha3.js';
import { type CompiledContract, compiledContracts, type Json, objectOf, parsed } from './compiler-files.ts';
import { hexOf } from './format.ts';
import type { AbiEntry } from './known-abi.ts';

/** A source whose compiled code is that of a contract on the ledger. */
export interface Source {
  readonly name: string;
  /** Name of the source file of the contract. */
  readonly file: string;
  /**
   * `exact`: the code is the same, with the hash of the compiler's metadata at its end, and so of the sources.
   * `partial`: only what runs is the same.
   */
  readonly kind: 'exact' | 'partial';
  readonly abi: readonly AbiEntry[];
  /** Code of the contract on the ledger, in hex without `0x`. */
  readonly code: string;
  readonly sourceMap: string;
  readonly sourceNames: ReadonlyMap<number, string>;
  /** Texts of the sources by their names. */
  readonly texts: ReadonlyMap<string, string>;
  readonly layout: Json;
  /** The compiler's file, reduced to what is above, in which `matchSource` finds the same again. */
  readonly reduced: Json;
}

/** Maximum number of characters of the texts of all sources, of a source map and of metadata that are used. */
const MAX_TEXTS = 600_000;
const MAX_MAP = 300_000;
const MAX_METADATA = 200_000;
const MAX_SOURCES = 1_000;
const MAX_LAYOUT = 100_000;
/** Characters of the longest code of a contract on the ledger with room to spare, in hex. */
const MAX_CODE = 2 * 65_536;

/**
 * Finds the contract in files of compilers (each parsed JSON) whose code is that on the ledger, in hex; null if there is
 * none. An exact match precedes a partial one, and one with sources that without.
 */
export function matchSource(files: readonly unknown[], onLedger: string): Source | null {
  const code = onLedger.replace(/^0x/, '').toLowerCase();
  if (code === '' || code.length > MAX_CODE) return null;
  let best: {
    readonly contract: CompiledContract;
    readonly kind: Source['kind'];
    readonly rank: number;
  } | null = null;
  for (const contract of compiledContracts(files)) {
    const kind = matchOf(contract, code);
    if (kind === null) continue;
    const rank = (kind === 'exact' ? 2 : 0) + (contract.sourceText(contract.file) === null ? 0 : 1);
    if (best === null || rank > best.rank) best = { contract, kind, rank };
  }
  return best === null ? null : sourceOf(best.contract, best.kind, code);
}

function matchOf(contract: CompiledContract, code: string): Source['kind'] | null {
  // Compilers write at most one byte of metadata's length more or less; anything else cannot match.
  if (contract.code === '' || contract.code.length > MAX_CODE) return null;
  const compiled = contract.code.toLowerCase();
  const [own, other] = [bodyEnd(compiled), bodyEnd(code)];
  if (own !== other) return null;
  const ranges = filledRanges(contract, compiled);
  if (blanked(compiled.slice(0, own), ranges) !== blanked(code.slice(0, own), ranges)) return null;
  return compiled.slice(own) === code.slice(own) ? 'exact' : 'partial';
}

/**
 * Returns where the compiler's metadata begins, in hex digits: a CBOR map, before its length in two bytes. Without one:
 * the length of the code.
 */
function bodyEnd(code: string): number {
  const length = Number.parseInt(code.slice(-4), 16);
  const begin = code.length - 4 - length * 2;
  return begin >= 0 && /^a[1-9]/.test(code.slice(begin, begin + 2)) ? begin : code.length;
}

const PUSH20 = '73';
const PUSH32 = '7f';
/** Beginning of the code of a library, which contains its own address. */
const LIBRARY = /^73(0{40})30/;

/**
 * Returns the hex digits that a deployment fills in: pushed immutables, which are zeros in the compiled code, pushed
 * addresses of libraries, which are placeholders, and a library's own address. Other bytes that the file names are not
 * ignored.
 */
function filledRanges(
  { filled }: CompiledContract,
  compiled: string,
): (readonly [begin: number, end: number])[] {
  const ranges: (readonly [number, number])[] = [];
  for (const [offset, length] of filled) {
    const [begin, end] = [offset * 2, (offset + length) * 2];
    if (begin < 2 || length <= 0 || length > 32 || end > compiled.length) continue;
    const pushes = compiled.slice(begin - 2, begin) === (length === 20 ? PUSH20 : PUSH32);
    if (pushes && /^(?:0+|__.{36}__)$/.test(compiled.slice(begin, end))) ranges.push([begin, end]);
  }
  for (const { index } of compiled.matchAll(/__.{36}__/g)) ranges.push([index, index + 40]);
  if (LIBRARY.test(compiled)) ranges.push([2, 42]);
  return ranges.sort(([a], [b]) => a - b);
}

function blanked(code: string, ranges: readonly (readonly [begin: number, end: number])[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const [begin, end] of ranges) {
    if (begin < at || end > code.length) continue;
    parts.push(code.slice(at, begin), '_'.repeat(end - begin));
    at = end;
  }
  return [...parts, code.slice(at)].join('');
}

function sourceOf(contract: CompiledContract, kind: Source['kind'], code: string): Source {
  const { name, file, abi } = contract;
  const sourceMap = contract.sourceMap.length <= MAX_MAP ? contract.sourceMap : '';
  const metadata = contract.metadata.length <= MAX_METADATA ? contract.metadata : '';
  const hashes = objectOf(objectOf(parsed(metadata)).sources);
  const sourceNames = new Map([...contract.sourceNames].slice(0, MAX_SOURCES));
  const layout = JSON.stringify(contract.layout).length <= MAX_LAYOUT ? contract.layout : {};
  const texts = new Map<string, string>();
  let left = MAX_TEXTS;
  // The metadata names the sources of this contract only, a source map by numbers those of all contracts.
  const named = Object.keys(hashes).length > 0 ? Object.keys(hashes) : [...sourceNames.values()];
  for (const each of [file, ...named].slice(0, MAX_SOURCES)) {
    const text = texts.has(each) ? null : contract.sourceText(each);
    if (text === null || text.length > left) continue;
    // Counts texts that do not fit their hash as well, because hashing them takes time, too.
    left -= text.length;
    if (isCompiled(text, objectOf(hashes[each]).keccak256)) texts.set(each, text);
  }
  const reduced = {
    input: {
      language: 'Solidity',
      sources: Object.fromEntries([...texts].map(([each, content]) => [each, { content }])),
    },
    output: {
      sources: Object.fromEntries(
        [...sourceNames].filter(([, each]) => texts.has(each)).map(([id, each]) => [each, { id }]),
      ),
      contracts: {
        [file]: {
          [name]: {
            abi,
            metadata: shortMetadata(hashes, texts),
            storageLayout: layout,
            evm: {
              deployedBytecode: {
                object: contract.code,
                sourceMap,
                immutableReferences: {
                  all: contract.filled.slice(0, MAX_SOURCES).map(([start, length]) => ({ start, length })),
                },
              },
            },
          },
        },
      },
    },
  };
  return { name, file, kind, abi, code, sourceMap, sourceNames, texts, layout, reduced };
}

/** Returns the metadata's hashes of the sources that are kept. */
function shortMetadata(hashes: Json, texts: ReadonlyMap<string, string>): string {
  const kept = Object.keys(hashes).filter((each) => texts.has(each));
  if (kept.length === 0) return '';
  const sources = kept.map((each) => [each, { keccak256: objectOf(hashes[each]).keccak256 }] as const);
  return JSON.stringify({ sources: Object.fromEntries(sources) });
}

/** Returns whether a text is the one whose hash is in the metadata; true without a hash. */
function isCompiled(text: string, hash: unknown): boolean {
  if (typeof hash !== 'string') return true;
  return `0x${hexOf(keccak_256(new TextEncoder().encode(text)))}` === hash;
}
