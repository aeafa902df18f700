import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { requirePackage } from '../../require-package.ts';

/** A compiled contract. */
export interface Artifact {
  readonly abi: readonly object[];
  /** Init code in hex, without arguments. */
  readonly bytecode: string;
}

interface Compiler {
  compile(input: string, callbacks: { import(name: string): { contents: string } }): string;
}

interface Compiled {
  readonly errors?: readonly { severity: string; formattedMessage: string }[];
  readonly contracts: Readonly<
    Record<string, Record<string, { abi: object[]; evm: { bytecode: { object: string } } }>>
  >;
}

const SOURCES = ['Coin', 'Deed', 'Pair', 'Odd', 'TokenUser', 'GasUser'] as const;
export type ContractName = (typeof SOURCES)[number];

/**
 * Compiles the contracts of `sources/` for deployment on the ledger's current version. Throws the compiler's errors.
 */
export async function compileContracts(folder: string): Promise<Readonly<Record<ContractName, Artifact>>> {
  const files = SOURCES.map((name) => new URL(`sources/${name}.sol`, import.meta.url));
  const artifact = await compileFiles(folder, files);
  return {
    Coin: artifact('Coin'),
    Deed: artifact('Deed'),
    Pair: artifact('Pair'),
    Odd: artifact('Odd'),
    TokenUser: artifact('TokenUser'),
    GasUser: artifact('GasUser'),
  };
}

/**
 * Compiles files of Solidity. Returns each contract by its name, and by its file if the name differs. Throws the compiler's
 * errors.
 */
export async function compileFiles(
  folder: string,
  files: readonly URL[],
): Promise<(name: string, file?: string) => Artifact> {
  const sources = await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file, 'utf8');
      return [path.basename(fileURLToPath(file)), { content }] as const;
    }),
  );
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(sources),
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 200 },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  };
  const callbacks = {
    import: (name: string) => ({ contents: readFileSync(path.join(folder, 'node_modules', name), 'utf8') }),
  };
  const solc = requirePackage<Compiler>(folder, 'solc');
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input), callbacks)) as Compiled;
  const failed = errors.filter(({ severity }) => severity === 'error');
  if (failed.length > 0) throw new Error(failed.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return (name, file = name) => {
    const found = contracts[`${file}.sol`]?.[name];
    if (found === undefined) throw new Error(`no contract ${name}`);
    return { abi: found.abi, bytecode: found.evm.bytecode.object };
  };
}
