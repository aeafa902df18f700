import {
  ALICE,
  addressOf,
  BOB,
  CAROL,
  CONTRACTS,
  type Scene,
  UNITS,
} from '../../test/calls/contracts/scene.ts';

/** Measured calls: bodies of POST /contracts/call, sent in rotation. */
export interface BenchCall {
  readonly name: string;
  readonly bodies: readonly CallBody[];
}

export interface CallBody {
  readonly to: string;
  readonly from: string;
  readonly data: string;
  readonly estimate?: boolean;
}

const HASHES = 2_000;

/** Returns the most frequent calls of relays, and one that only computes. */
export function benchCalls({ abis }: Scene): readonly BenchCall[] {
  const from = `0x${ALICE.address}`;
  const holders = [ALICE, BOB, CAROL].map(({ address }) => `0x${address}`);
  const coins = ['silver', 'gold'] as const;
  const body = (name: keyof typeof CONTRACTS, method: string, args: readonly unknown[]): CallBody => ({
    to: addressOf(CONTRACTS[name]),
    from,
    data: abis[name].encodeFunctionData(method, args),
  });
  const amounts = Array.from({ length: 16 }, (_, i) => 1_000n * BigInt(i + 1));
  return [
    {
      name: 'ERC-20 balanceOf',
      bodies: coins.flatMap((coin) => holders.map((holder) => body(coin, 'balanceOf', [holder]))),
    },
    {
      name: 'HTS balanceOf by the token',
      bodies: holders.map((holder) => ({
        ...body('silver', 'balanceOf', [holder]),
        to: addressOf(UNITS),
      })),
    },
    {
      name: 'ERC-20 transfer, estimate',
      bodies: amounts.map((amount) => ({
        ...body('silver', 'transfer', [holders[1], amount]),
        estimate: true,
      })),
    },
    { name: 'swap', bodies: amounts.map((amount) => body('pair', 'swap', [amount, true, 0])) },
    { name: `keccak loop, ${HASHES}`, bodies: [body('odd', 'hash', [HASHES])] },
  ];
}
