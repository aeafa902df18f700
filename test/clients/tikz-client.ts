import { loadPackage, report, task } from './program.ts';

/**
 * Calls @tikz/hedera-mirror-node-ts, unmodified, on a mirror. Runs under tsx, because the package's imports lack their
 * extensions.
 */

type Row = Readonly<Record<string, unknown>>;

/** A request that is refined by calls of its own methods. */
interface Request {
  setLimit(value: number): this;
  setResult(value: 'success'): this;
  setTopicId(id: string): this;
  setAccountId(filter: unknown): this;
  setTokenId(id: string): this;
  setSerialNumber(value: number): this;
  order(order: 'asc'): this;
  sequenceNumber(filter: unknown): this;
  // biome-ignore lint/suspicious/noExplicitAny: the test looks at fields one by one
  get(): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: the test looks at fields one by one
  next(): Promise<any>;
}

type Start = (client: object) => Request;
type Requests<Name extends string> = (client: object) => Readonly<Record<Name, Request>>;

const {
  accounts,
  Client,
  networkSupply,
  nftUtils,
  optionalFilters,
  smartContract,
  tokenUtils,
  topicMessages,
  transactions,
} = await loadPackage<{
  Client: new (url: string) => object;
  accounts: Start;
  networkSupply: Start;
  smartContract: Start;
  topicMessages: Start;
  transactions: Start;
  nftUtils: Requests<'NFTs' | 'NFTInfo' | 'NFTTransactionHistory'>;
  tokenUtils: Requests<'Tokens' | 'TokenInfo' | 'TokenBalance'>;
  optionalFilters: Readonly<Record<'greaterThan' | 'lessThanEqualTo', (value: unknown) => unknown>>;
}>('@tikz/hedera-mirror-node-ts');
const { topic, token, serial } = task.ids;
const client = new Client(task.url);
const walk = transactions(client).setLimit(3).order('asc').setResult('success');
const first = await walk.get();
const second = await walk.next();
const messages = topicMessages(client)
  .setTopicId(topic)
  .setLimit(2)
  .sequenceNumber(optionalFilters.greaterThan(1));
const nft = nftUtils(client);
report({
  transactions: [...first.transactions, ...(second?.transactions ?? [])].map(
    ({ consensus_timestamp }: Row) => consensus_timestamp,
  ),
  accounts: (
    await accounts(client).setAccountId(optionalFilters.lessThanEqualTo('0.0.5')).get()
  ).accounts.map(({ account }: Row) => account),
  messages: (await messages.get()).messages.map(({ sequence_number }: Row) => sequence_number),
  more: (await messages.next())?.messages.map(({ sequence_number }: Row) => sequence_number) ?? null,
  supply: await networkSupply(client).get(),
  contracts: (await smartContract(client).setLimit(2).get()).contracts.length,
  tokens: (await tokenUtils(client).Tokens.setLimit(2).get()).tokens.length,
  token: (await tokenUtils(client).TokenInfo.setTokenId(token).get()).token_id,
  balances: (await tokenUtils(client).TokenBalance.setTokenId(token).setLimit(2).get()).balances.length,
  nfts: (await nft.NFTs.setTokenId(token).setLimit(2).get()).nfts.length,
  nft: (await nft.NFTInfo.setTokenId(token).setSerialNumber(serial).get()).serial_number,
  history: (await nft.NFTTransactionHistory.setTokenId(token).setSerialNumber(serial).get()).transactions
    .length,
});
