import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGES } from '../test/clients/packages.ts';
import { requirePackage } from '../test/require-package.ts';

/**
 * Compiles the contracts of a live demo network, and the hooks of its tests (run `npx tsx tools/compile-contracts.ts`
 * after changing their sources). A test compares the stored artifacts with the compiler's output.
 */

const folderOf = (name: string): string => fileURLToPath(new URL(`../${name}/`, import.meta.url));
/** Folders with sources, and the artifacts of their contracts. */
export const CONTRACTS = [
  folderOf('packages/network-simulator/contracts'),
  folderOf('test/demo/contracts/hooks'),
] as const;

/** Returns the path of the artifacts in a folder of sources. */
export function artifactsIn(sources: string): string {
  return path.join(sources, 'artifacts.json');
}

/** Sources of the explorer's tests, and the compiler's input and output of them, in one file. */
export const SOURCE_FIXTURE = folderOf('packages/explorer/test/contracts');

/** Returns the path of the input and output of the sources in a folder. */
export function buildInfoIn(sources: string): string {
  return path.join(sources, 'build-info.json');
}

/** Source that the other contracts import, which is not deployed. */
const INTERFACES = 'Interfaces.sol';

/** A stored contract: its init code without arguments, as hex, and its metadata with ABI and sources. */
export interface StoredArtifact {
  readonly initcode: string;
  readonly metadata: string;
}

interface Compiler {
  compile(input: string): string;
}

interface Compiled {
  readonly errors?: readonly { severity: string; formattedMessage: string }[];
  readonly contracts: Readonly<
    Record<string, Record<string, { metadata: string; evm: { bytecode: { object: string } } }>>
  >;
}

/** Returns the contracts of a folder by name, as compiled by the compiler in `folder`. Throws the compiler's errors. */
export async function compileContracts(
  folder: string,
  contractFolder: string,
): Promise<Readonly<Record<string, StoredArtifact>>> {
  const files = (await readdir(contractFolder)).filter((file) => file.endsWith('.sol')).sort();
  const sources = await Promise.all(
    files.map(
      async (file) => [file, { content: await readFile(path.join(contractFolder, file), 'utf8') }] as const,
    ),
  );
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(sources),
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 200 },
      metadata: { useLiteralContent: true },
      outputSelection: { '*': { '*': ['metadata', 'evm.bytecode.object'] } },
    },
  };
  const solc = requirePackage<Compiler>(folder, 'solc');
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input))) as Compiled;
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return Object.fromEntries(
    files
      .filter((file) => file !== INTERFACES)
      .map((file) => {
        const name = path.basename(file, '.sol');
        const found = contracts[file]?.[name];
        if (found === undefined) throw new Error(`${file} has no contract ${name}`);
        return [name, { initcode: found.evm.bytecode.object, metadata: found.metadata }];
      }),
  );
}

/** Returns the compiler's input and output of a folder, with what debuggers need. Throws the compiler's errors. */
export async function compileForDebugging(folder: string, contractFolder: string): Promise<object> {
  const files = (await readdir(contractFolder)).filter((file) => file.endsWith('.sol')).sort();
  const sources = await Promise.all(
    files.map(
      async (file) =>
        [`src/${file}`, { content: await readFile(path.join(contractFolder, file), 'utf8') }] as const,
    ),
  );
  const code = ['object', 'linkReferences', 'immutableReferences', 'sourceMap'];
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(sources),
    settings: {
      evmVersion: 'cancun',
      outputSelection: {
        '*': {
          '*': [
            'abi',
            'metadata',
            'storageLayout',
            'evm.bytecode.object',
            'evm.bytecode.linkReferences',
            ...code.map((part) => `evm.deployedBytecode.${part}`),
          ],
        },
      },
    },
  };
  const solc = requirePackage<Compiler>(folder, 'solc');
  const { errors = [], ...output } = JSON.parse(solc.compile(JSON.stringify(input))) as Compiled;
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return { input, output };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (PACKAGES === undefined) throw new Error('no registry has the compiler');
  for (const sources of CONTRACTS) {
    const artifacts = await compileContracts(PACKAGES, sources);
    await writeFile(artifactsIn(sources), `${JSON.stringify(artifacts, null, 2)}\n`);
  }
  const compiled = await compileForDebugging(PACKAGES, SOURCE_FIXTURE);
  await writeFile(buildInfoIn(SOURCE_FIXTURE), `${JSON.stringify(compiled, null, 1)}\n`);
}
