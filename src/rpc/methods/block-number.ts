import { QUANTITY } from '../method/json-schema.ts';
import { method } from '../method/method.ts';
import { ERRORS } from '../method/rpc-error.ts';
import { quantity } from '../values/hex.ts';

const blockNumber = method({
  name: 'eth_blockNumber',
  summary: 'Returns the number of the newest visible block.',
  result: QUANTITY,
  answer: (_values, { head }) => {
    if (head === null) throw ERRORS.noLatestBlock();
    return quantity(head.number);
  },
});

export const BLOCK_NUMBER_METHODS = [blockNumber];
