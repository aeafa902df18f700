/**
 * Contracts in the files of compilers: standard JSON of solc (input and output), build-info of Hardhat 2 and 3 and of
 * Foundry, their artifacts, and answers of Sourcify. Such a file may come from an attacker, so that each part is checked,
 * and a part of another shape counts as missing.
 */
import { type AbiEntry, readAbi } from './known-abi.ts';

/** Any JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** Returns a JSON object; an empty one for any other value. */
export function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** Returns a text; an empty one for any other value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the member `name` of an object, but none of its prototype. */
export function memberOf(value: unknown, name: string): unknown {
  const all = objectOf(value);
  return Object.hasOwn(all, name) ? all[name] : undefined;
}

/** A contract as a compiler describes it. */
export interface CompiledContract {
  readonly name: string;
  /** Name of the source file. */
  readonly file: string;
  readonly abi: readonly AbiEntry[];
  /** Runtime code in hex without `0x`, with `__…__` in place of the addresses of libraries. */
  readonly code: string;
  /** Bytes of the code that a deployment fills in: offset and length of addresses of libraries and of immutables. */
  readonly filled: readonly (readonly [offset: number, length: number])[];
  /** Compressed source map of the runtime code; empty if the file has none. */
  readonly sourceMap: string;
  /** Layout of the storage, as the compiler writes it. */
  readonly layout: Json;
  readonly metadata: string;
  /** Names of the sources by their number in the source map. */
  readonly sourceNames: ReadonlyMap<number, string>;
  /** Returns the text of a source; null if no file has it. */
  readonly sourceText: (name: string) => string | null;
}

/** Maximum number of contracts that are read from the files together. */
const MAX_CONTRACTS = 20_000;

/** Returns the contracts of several files, each of which is parsed JSON. Files of one compilation complement each other. */
export function compiledContracts(files: readonly unknown[]): CompiledContract[] {
  const all = files.map(objectOf);
  const inputs = all.flatMap((file) => [file, objectOf(file.input), objectOf(file.stdJsonInput)]);
  const texts = (own: Json) => (name: string) => {
    for (const input of [objectOf(own.input), objectOf(own.stdJsonInput), ...inputs]) {
      const content = objectOf(memberOf(input.sources, name)).content;
      if (typeof content === 'string') return content;
    }
    return null;
  };
  const ids = new Map<number, string>();
  for (const file of all) {
    for (const [id, name] of Object.entries(objectOf(file.source_id_to_path)))
      ids.set(Number(id), textOf(name));
  }
  const found: CompiledContract[] = [];
  for (const file of all) {
    for (const output of [file, objectOf(file.output), objectOf(file.stdJsonOutput)]) {
      for (const contract of contractsOfOutput(output, ids, texts(file))) {
        if (found.length >= MAX_CONTRACTS) return found;
        found.push(contract);
      }
    }
    const artifact = contractOfArtifact(file, ids, texts(file));
    if (artifact !== null) found.push(artifact);
  }
  return found;
}

function* contractsOfOutput(
  output: Json,
  ids: ReadonlyMap<number, string>,
  sourceText: CompiledContract['sourceText'],
): Generator<CompiledContract> {
  const sourceNames = new Map(ids);
  for (const [name, source] of Object.entries(objectOf(output.sources))) {
    const { id } = objectOf(source);
    if (typeof id === 'number') sourceNames.set(id, name);
  }
  for (const [file, contracts] of Object.entries(objectOf(output.contracts))) {
    for (const [name, value] of Object.entries(objectOf(contracts))) {
      const contract = objectOf(value);
      const code = objectOf(objectOf(contract.evm).deployedBytecode);
      yield contractOf({ name, file, contract, code, sourceNames, sourceText });
    }
  }
}

/** Reads an artifact of one contract, of Foundry (`out`) or Hardhat (`artifacts`); null for another file. */
function contractOfArtifact(
  file: Json,
  ids: ReadonlyMap<number, string>,
  sourceText: CompiledContract['sourceText'],
): CompiledContract | null {
  const code =
    typeof file.deployedBytecode === 'string'
      ? {
          object: file.deployedBytecode,
          linkReferences: file.deployedLinkReferences,
          immutableReferences: file.immutableReferences,
        }
      : objectOf(file.deployedBytecode);
  if (textOf(code.object) === '') return null;
  const metadata = textOf(file.rawMetadata) || textOf(file.metadata);
  const settings = objectOf(objectOf(parsed(metadata)).settings);
  const [target] = Object.entries(objectOf(settings.compilationTarget));
  const named = textOf(file.sourceName) || target?.[0] || textOf(objectOf(file.ast).absolutePath);
  const sourceNames = new Map(ids);
  if (typeof file.id === 'number' && named !== '') sourceNames.set(file.id, named);
  return contractOf({
    name: textOf(file.contractName) || textOf(target?.[1]),
    file: named,
    contract: { ...file, metadata },
    code,
    sourceNames,
    sourceText,
  });
}

interface Parts extends Pick<CompiledContract, 'name' | 'file' | 'sourceNames' | 'sourceText'> {
  readonly contract: Json;
  readonly code: Json;
}

function contractOf({ contract, code, ...own }: Parts): CompiledContract {
  const object = textOf(code.object).replace(/^0x/, '');
  const metadata = textOf(contract.metadata);
  /** Sources that the compiler wrote into the metadata (`useLiteralContent`), parsed once. */
  let literal: Json | undefined;
  const literalSource = (name: string): string | null => {
    literal ??= objectOf(objectOf(parsed(metadata)).sources);
    const { content } = objectOf(memberOf(literal, name));
    return typeof content === 'string' ? content : null;
  };
  return {
    ...own,
    get abi() {
      return readAbi(contract.abi);
    },
    code: object,
    get filled() {
      const links = Object.values(objectOf(code.linkReferences)).flatMap((each) =>
        Object.values(objectOf(each)),
      );
      return [...links, ...Object.values(objectOf(code.immutableReferences))].flatMap(rangesOf);
    },
    sourceMap: textOf(code.sourceMap),
    layout: objectOf(contract.storageLayout),
    metadata,
    sourceText: (name) => own.sourceText(name) ?? literalSource(name),
  };
}

function rangesOf(value: unknown): (readonly [offset: number, length: number])[] {
  return (Array.isArray(value) ? (value as readonly unknown[]) : []).flatMap((each) => {
    const { start, length } = objectOf(each);
    return Number.isSafeInteger(start) && Number.isSafeInteger(length)
      ? [[Number(start), Number(length)] as const]
      : [];
  });
}

/** Parses JSON; undefined for another text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
