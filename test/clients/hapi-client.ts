import { loadPackage, outcome, report, task } from './program.ts';

/** Calls every method of @bugbytes/hapi-mirror on a mirror. */

type Row = Readonly<Record<string, unknown>>;

interface MirrorRestClient {
  getNodes(): AsyncIterable<Row>;
  getTransaction(id: string): Promise<Row>;
  getTransactionGroup(id: string): Promise<Row[]>;
  getTransactions(account: string): AsyncIterable<Row>;
  getLatestTransaction(): Promise<Row>;
  getAccountInfo(account: string): Promise<Row>;
  getAccountTokens(account: string): AsyncIterable<Row>;
  getAccountNfts(account: string): AsyncIterable<Row>;
  getContractInfo(contract: string): Promise<Row>;
  getTokenInfo(token: string, time?: string): Promise<Row>;
  getTokenBalance(account: string, token: string, time?: string): Promise<Row>;
  getContractResult(transaction: string): Promise<Row>;
  getMessage(topic: string, sequenceNumber: number): Promise<Row>;
  getLatestMessage(topic: string): Promise<Row>;
}

const { MirrorRestClient: Client } = await loadPackage<{
  MirrorRestClient: new (url: string) => MirrorRestClient;
}>('@bugbytes/hapi-mirror');
const client = new Client(task.url);
const { ids } = task;

async function all(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

/** This client writes `0.0.5-12-000000345` as `0.0.5@12.345`. */
const call = ids.call.replace('-', '@').replace('-', '.');

report({
  nodes: await all(client.getNodes()),
  transactions: await all(client.getTransactions(ids.sender)),
  transaction: await client.getTransaction(call),
  group: await client.getTransactionGroup(call),
  child: await client.getTransaction(`${call}:1`),
  latest: await client.getLatestTransaction(),
  account: await client.getAccountInfo(ids.account),
  tokens: await all(client.getAccountTokens(ids.holder)),
  nfts: await all(client.getAccountNfts(ids.owner)),
  contract: await client.getContractInfo(ids.contract),
  token: await client.getTokenInfo(ids.token),
  tokenThen: await client.getTokenInfo(ids.token, ids.moment),
  balance: await client.getTokenBalance(ids.holder, ids.token),
  result: await client.getContractResult(call),
  message: await client.getMessage(ids.topic, 2),
  lastMessage: await client.getLatestMessage(ids.topic),
  missing: await outcome(client.getTokenBalance('0.0.99999999', ids.token)),
});
