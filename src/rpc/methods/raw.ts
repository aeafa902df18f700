import { ANY_BLOCK } from '../method/block-parameter.ts';
import { arrayOf, BYTES } from '../method/json-schema.ts';
import { method } from '../method/method.ts';
import { required } from '../method/parameter.ts';
import { TRANSACTION_HASH } from '../method/parameter-types.ts';
import { rawBlock, rawHeader, rawReceipts, rawTransaction } from '../objects/raw.ts';
import { selectBlockContent } from '../reads/block-content.ts';
import { selectRpcBlock } from '../reads/stored-block.ts';
import { selectBlockObject } from './blocks.ts';
import { answerTransaction } from './transactions.ts';

/** Result of methods that return RLP for an unknown block or transaction: empty. */

const NOTHING = '0x';
const BLOCK = required('block', ANY_BLOCK, 'The block.');

const getRawHeader = method({
  name: 'debug_getRawHeader',
  summary: "Returns a block's header in RLP.",
  parameters: [BLOCK],
  result: BYTES,
  async answer([name], context) {
    const block = await selectRpcBlock(context, name);
    return block === undefined ? NOTHING : rawHeader(await selectBlockObject(context, block, false));
  },
});

const getRawBlock = method({
  name: 'debug_getRawBlock',
  summary: 'Returns a block in RLP: one list of the fields of its header, and its transactions.',
  parameters: [BLOCK],
  result: BYTES,
  async answer([name], context) {
    const block = await selectRpcBlock(context, name);
    return block === undefined ? NOTHING : rawBlock(await selectBlockObject(context, block, true));
  },
});

const getRawReceipts = method({
  name: 'debug_getRawReceipts',
  summary: 'Returns the receipts of a block in RLP (EIP-2718), in their order.',
  parameters: [BLOCK],
  result: arrayOf(BYTES),
  async answer([name], context) {
    const block = await selectRpcBlock(context, name);
    return block === undefined ? [] : rawReceipts((await selectBlockContent(context, block)).transactions);
  },
});

const getRawTransaction = method({
  name: 'debug_getRawTransaction',
  summary: 'Returns a transaction in RLP as it was signed (EIP-2718).',
  parameters: [required('hash', TRANSACTION_HASH, 'Hash of the transaction.')],
  result: BYTES,
  async answer([hash], context) {
    const transaction = await answerTransaction(context, hash);
    return transaction === null ? NOTHING : rawTransaction(transaction);
  },
});

export const RAW_METHODS = [getRawHeader, getRawBlock, getRawReceipts, getRawTransaction];
