import { BLOCK_NUMBER, type NamedBlock } from '../method/block-parameter.ts';
import type { RpcContext } from '../method/context.ts';
import { nullable, QUANTITY } from '../method/json-schema.ts';
import type { JsonText } from '../method/json-text.ts';
import { method } from '../method/method.ts';
import { required } from '../method/parameter.ts';
import { BLOCK_HASH, BOOLEAN } from '../method/parameter-types.ts';
import { ERRORS } from '../method/rpc-error.ts';
import { inTurns, listTexts, mapInTurns, writeSliced } from '../method/sliced-json.ts';
import { BLOCK, blockJson, PENDING_BLOCK } from '../objects/block.ts';
import { receiptsOfHeader } from '../objects/receipts-root.ts';
import { syntheticTransactionJson, transactionJson } from '../objects/transaction.ts';
import { type BlockContent, selectBlockContent, selectBlockGasPrice } from '../reads/block-content.ts';
import { selectResultGasPrice } from '../reads/gas-price.ts';
import { type RpcBlock, selectRpcBlock } from '../reads/stored-block.ts';
import { gasOfHooks } from '../reads/stored-results.ts';
import { hash32, quantity } from '../values/hex.ts';
import { pendingBlock, pendingBlockJson } from './pending-block.ts';

const blockNumber = method({
  name: 'eth_blockNumber',
  summary: 'Returns the number of the newest visible block.',
  result: QUANTITY,
  answer: (_values, { head }) => {
    if (head === null) throw ERRORS.noLatestBlock();
    return quantity(head.number);
  },
});

const DETAILS = required(
  'details',
  BOOLEAN,
  'Whether transactions are objects; otherwise only their hashes are returned.',
);

/** Reads and writes a block; null for an unknown one. */
export async function answerBlock(
  context: RpcContext,
  name: NamedBlock,
  details: boolean,
): Promise<JsonText | null> {
  const block = await selectRpcBlock(context, name);
  if (block === undefined) return null;
  const key = `block ${block.hash} ${details}`;
  const known = context.cache.get(key);
  if (known !== undefined) return known;
  const written = await writeSliced(context, blockTexts(await selectBlockObject(context, block, details)));
  context.cache.set(key, written);
  return written;
}

/** Yields the texts of a block. */
function* blockTexts({
  transactions,
  ...header
}: ReturnType<typeof blockJson>): Generator<string, void, undefined> {
  yield `${JSON.stringify(header).slice(0, -1)},"transactions":`;
  yield* listTexts(transactions, (one) => one);
  yield '}';
}

/** Reads the content of a block. `details`: whether transactions are objects; else hashes. */
export async function selectBlockObject(context: RpcContext, block: RpcBlock, details: boolean) {
  const content = await selectBlockContent(context, block);
  const results = content.transactions.flatMap(({ result }) => result ?? []);
  const gasPrice = await selectBlockGasPrice(context, block, results);
  const transactions = details
    ? await transactionsOf(context, block, content, gasPrice)
    : content.transactions.map(({ hash }) => hash32(hash));
  const gasUsed = block.gasUsed + gasOfHooks(results, context.settings);
  const receipts = await inTurns(context, receiptsOfHeader(content.transactions));
  return blockJson({ ...block, gasUsed }, { transactions, ...receipts, gasPrice });
}

/** Objects of all transactions of a block. */
async function transactionsOf(
  context: RpcContext,
  block: RpcBlock,
  { transactions, addresses }: BlockContent,
  blockPrice: bigint,
): Promise<readonly object[]> {
  const { chainId } = context.settings;
  const unpriced = transactions.some(({ result }) => result?.ethereum === null);
  const gasPrice = unpriced ? await selectResultGasPrice(context, block.end) : undefined;
  const source = { block, addresses, chainId, gasPrice };
  const objects = await mapInTurns(context, transactions, ({ result, logs: [first] }) => {
    if (result !== undefined) return [transactionJson(result, source, false)];
    return first === undefined ? [] : [syntheticTransactionJson(first, { ...source, gasPrice: blockPrice })];
  });
  return objects.flat();
}

const byNumber = method({
  name: 'eth_getBlockByNumber',
  summary:
    'Returns a block by its number or tag. On a local network `pending` is the next block, with the transactions that wait for it.',
  parameters: [required('block', BLOCK_NUMBER, 'Number or tag of the block.'), DETAILS],
  result: { oneOf: [{ type: 'null' }, BLOCK, PENDING_BLOCK] },
  answer: ([name, details], context) => {
    if (context.head === null) throw ERRORS.noLatestBlock();
    const next = pendingBlock(name, context);
    return next === undefined
      ? answerBlock(context, name, details)
      : pendingBlockJson(context, next, details);
  },
});

const byHash = method({
  name: 'eth_getBlockByHash',
  summary: 'Returns a block by the first 32 bytes of its hash.',
  parameters: [required('blockHash', BLOCK_HASH, 'Hash of the block.'), DETAILS],
  result: nullable(BLOCK),
  answer: ([hash, details], context) => answerBlock(context, { hash }, details),
});

/** Returns the number of all of the ledger's transactions in a block, as the relay counts them. */
async function answerCount(context: RpcContext, name: NamedBlock): Promise<string | null> {
  const block = await selectRpcBlock(context, name);
  return block === undefined ? null : quantity(block.count);
}

const countByNumber = method({
  name: 'eth_getBlockTransactionCountByNumber',
  summary:
    "Returns the number of all the ledger's transactions in a block; on a local network at `pending`, of those that wait.",
  parameters: [required('block', BLOCK_NUMBER, 'Number or tag of the block.')],
  result: nullable(QUANTITY),
  answer: async ([name], context) => {
    const next = pendingBlock(name, context);
    return next === undefined ? answerCount(context, name) : quantity(next.waiting.length);
  },
});

const countByHash = method({
  name: 'eth_getBlockTransactionCountByHash',
  summary: "Returns the number of all the ledger's transactions in a block.",
  parameters: [required('blockHash', BLOCK_HASH, 'Hash of the block.')],
  result: nullable(QUANTITY),
  answer: ([hash], context) => answerCount(context, { hash }),
});

export const BLOCK_METHODS = [blockNumber, byNumber, byHash, countByNumber, countByHash];
