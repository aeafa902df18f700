import { assemble } from '../../packages/evm/test/assembly.ts';
import { compileFiles } from '../../test/calls/contracts/compile.ts';
import type { Abi } from '../../test/calls/contracts/scene.ts';
import { PACKAGES } from '../../test/clients/packages.ts';
import { requirePackage } from '../../test/require-package.ts';
import type { World } from './worlds.ts';

/** A measured row: calls of contracts that are deployed first. */
export interface Row {
  readonly name: string;
  readonly gas: bigint;
  /** Number of calls that are measured together. */
  readonly times: number;
  /** Whether the time of one call is shown, too. */
  readonly isCall?: boolean;
  readonly target: (contracts: Contracts) => { readonly to: string; readonly data: string };
}

type Contracts = Readonly<Record<string, string>>;

const word = (value: bigint | number) => BigInt(value).toString(16).padStart(64, '0');

/** One operation, repeated until the gas is used up. */
const LOOPS: Readonly<Record<string, { code: string; gas: bigint }>> = {
  arithmetic: {
    code: '7 JUMPDEST DUP1 3 MUL 5 ADD 0xffffffffffffffff AND SWAP1 POP 2 JUMP',
    gas: 3_000_000n,
  },
  'keccak of 64 bytes': { code: 'JUMPDEST 64 0 KECCAK256 POP 0 JUMP', gas: 300_000n },
  'keccak of 4 kB': { code: 'JUMPDEST 4096 0 KECCAK256 POP 0 JUMP', gas: 300_000n },
  'SLOAD, warm': { code: 'JUMPDEST 1 SLOAD POP 0 JUMP', gas: 500_000n },
  SSTORE: { code: 'JUMPDEST GAS 1 SSTORE 0 JUMP', gas: 300_000n },
  'CALLDATACOPY of 4 kB': { code: 'JUMPDEST 4096 0 0 CALLDATACOPY 0 JUMP', gas: 500_000n },
  'CODECOPY of 32 kB': { code: 'JUMPDEST 32768 0 0 CODECOPY 0 JUMP', gas: 400_000n },
  'EXTCODECOPY of 4 kB': { code: 'JUMPDEST 4096 0 0 ADDRESS EXTCODECOPY 0 JUMP', gas: 500_000n },
  'RETURNDATACOPY of 4 kB': {
    code: '0 0 4096 0 4 GAS STATICCALL POP JUMPDEST 4096 0 0 RETURNDATACOPY 14 JUMP',
    gas: 500_000n,
  },
  'MCOPY of 4 kB': { code: 'JUMPDEST 4096 0 4096 MCOPY 0 JUMP', gas: 500_000n },
};

/** A constant point of the curve replaces a signature, because any point takes the same time. */
const SIGNED = [
  '456e9aea5e197a1f1af7a3e85a3212fa4049a3ba34c2289b4c860fc0b0c64ef3',
  word(28),
  '9242685bf161793cc25603c231bc2f568eb630ea16aa137d2664ac8038825608',
  '4f8ae3bd7535248d0bd448298cc2e2071e56992d0774dc340c368ae950852ada',
];

/** Number of transfers for 15 million gas. */
const TRACED_TRANSFERS = 3_900;

/** Deploys the contracts of all rows in a world. */
export type Deploy = (world: World) => Promise<Contracts>;

/** Returns the rows, and the function that deploys their contracts. Undefined when the compiler cannot be installed. */
export async function makeRows(): Promise<{ rows: readonly Row[]; traced: Row; deploy: Deploy } | undefined> {
  const folder = PACKAGES;
  if (folder === undefined) return undefined;
  const artifact = await compileFiles(folder, [new URL('Bench.sol', import.meta.url)]);
  const { Interface } = requirePackage<{ Interface: new (abi: readonly object[]) => Abi }>(folder, 'ethers');
  const driver = artifact('Driver', 'Bench');
  const token = artifact('Token', 'Bench');
  const [driverAbi, tokenAbi] = [new Interface(driver.abi), new Interface(token.abi)];
  const call = (abi: Abi, name: string, ...args: unknown[]) => abi.encodeFunctionData(name, args).slice(2);
  const someone = `0x${'f00d'.padStart(40, '0')}`;

  const loops = Object.entries(LOOPS).map(
    ([name, { gas }]): Row => ({
      name,
      gas,
      times: 1,
      target: (contracts) => ({ to: contracts[name] ?? '', data: '00'.repeat(4096) }),
    }),
  );
  const of = (contract: string, data: string) => (contracts: Contracts) => ({
    to: contracts[contract] ?? '',
    data,
  });
  const [deepest, whole] = [15_000_000n, 500_000n];
  const rows: Row[] = [
    {
      name: 'ERC-20 transfers',
      gas: deepest,
      times: 1,
      target: of('driver', call(driverAbi, 'transfers', 200)),
    },
    {
      name: 'swaps between ticks',
      gas: deepest,
      times: 1,
      target: of('driver', call(driverAbi, 'swaps', 20)),
    },
    { name: 'CALL', gas: whole, times: 1, target: of('caller', '') },
    ...loops,
    { name: 'ecrecover', gas: 500_000n, times: 1, target: of('recoverer', SIGNED.join('')) },
    {
      name: 'balanceOf',
      gas: whole,
      times: 200,
      isCall: true,
      target: of('token', call(tokenAbi, 'balanceOf', someone)),
    },
    {
      name: 'transfer',
      gas: whole,
      times: 100,
      isCall: true,
      target: of('token', call(tokenAbi, 'transfer', someone, 1)),
    },
  ];
  const deploy: Deploy = async (world) => {
    const runtime = (text: string) => deployAssembly(world, text);
    const contracts: Record<string, string> = { driver: await world.deploy(driver.bytecode) };
    for (const [name, { code }] of Object.entries(LOOPS)) contracts[name] = await runtime(code);
    const callee = await runtime('STOP');
    contracts.caller = await runtime(`0 JUMPDEST 0 0 0 0 0 0x${callee} 5000 CALL POP 2 JUMP`);
    contracts.recoverer = await runtime(
      '128 0 0 CALLDATACOPY JUMPDEST 32 128 128 0 1 4000 STATICCALL POP 7 JUMP',
    );
    const { output } = await world.send(contracts.driver ?? '', call(driverAbi, 'first'), whole);
    contracts.token = output.slice(-40);
    return contracts;
  };
  const traced: Row = {
    name: 'trace of ERC-20 transfers',
    gas: deepest,
    times: 1,
    target: of('driver', call(driverAbi, 'transfers', TRACED_TRANSFERS)),
  };
  return { rows, traced, deploy };
}

/** Deploys runtime code. */
function deployAssembly(world: World, text: string): Promise<string> {
  const code = Buffer.from(assemble(text)).toString('hex');
  const size = (code.length / 2).toString(16).padStart(4, '0');
  return world.deploy(`61${size}600e60003961${size}6000f3${code}`);
}
