import { BLOCK_NUMBER, blockNumberOf } from '../method/block-parameter.ts';
import type { RpcContext } from '../method/context.ts';
import { arrayOf, closedObject, nullable, QUANTITY } from '../method/json-schema.ts';
import { method } from '../method/method.ts';
import { optional, required } from '../method/parameter.ts';
import { HEX, PERCENTILES } from '../method/parameter-types.ts';
import { ERRORS } from '../method/rpc-error.ts';
import { selectNetworkGasPrice } from '../reads/gas-price.ts';
import { quantity } from '../values/hex.ts';

/** Maximum number of blocks of one fee history. */
const MAX_BLOCKS = 10n;
/** Ratio of gas used to the limit, the same for every block, because the price does not depend on it. */
const GAS_USED_RATIO = 0.5;

/** Returns the weibars for one gas in the newest visible block. Throws `RpcError` where there is no fee schedule. */
async function currentGasPrice(context: RpcContext): Promise<bigint> {
  const { head } = context;
  const price = head === null ? undefined : await selectNetworkGasPrice(context, head.consensusEnd);
  if (price === undefined) throw ERRORS.internal('Failed to retrieve gas price from network fees');
  return price;
}

const gasPrice = method({
  name: 'eth_gasPrice',
  summary: 'Returns the price of one gas in weibars by the fee schedule in force.',
  result: QUANTITY,
  answer: async (_values, context) => quantity(await currentGasPrice(context)),
});

const FEE_HISTORY = closedObject(
  'fee history',
  {
    baseFeePerGas: arrayOf(QUANTITY),
    gasUsedRatio: nullable(arrayOf({ type: 'number' })),
    oldestBlock: QUANTITY,
    reward: arrayOf(arrayOf(QUANTITY)),
  },
  ['baseFeePerGas', 'reward'],
);

const feeHistory = method({
  name: 'eth_feeHistory',
  summary: 'Returns the price of gas of up to 10 blocks; priority fees are zero.',
  parameters: [
    required('blockCount', HEX, 'Number of blocks; more than 10 count as 10.'),
    required('newestBlock', BLOCK_NUMBER, 'Newest block of the history.'),
    optional('rewardPercentiles', PERCENTILES, undefined, 'Percentiles of priority fees.'),
  ],
  result: FEE_HISTORY,
  async answer([count, newest, percentiles], context) {
    const { head } = context;
    if (head === null) throw ERRORS.noLatestBlock();
    const last = blockNumberOf(newest, head.number);
    if (last > head.number) throw ERRORS.beyondHead(last, head.number);
    const requested = count === '0x' ? 0n : BigInt(count);
    const max = requested > MAX_BLOCKS ? MAX_BLOCKS : requested;
    if (max === 0n) return { gasUsedRatio: null, oldestBlock: '0x0' };
    const isCut = last - max + 1n <= 0n;
    const blocks = isCut ? 1 : Number(max);
    const price = quantity(await currentGasPrice(context));
    return {
      baseFeePerGas: Array.from({ length: blocks + 1 }, () => price),
      gasUsedRatio: Array.from({ length: blocks }, () => GAS_USED_RATIO),
      oldestBlock: isCut ? '0x1' : quantity(last - max + 1n),
      ...(percentiles !== undefined &&
        percentiles.length > 0 && {
          reward: Array.from({ length: blocks }, () => percentiles.map(() => '0x0')),
        }),
    };
  },
});

export const FEE_METHODS = [gasPrice, feeHistory];
