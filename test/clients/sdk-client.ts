import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadPackage, outcome, report, task } from './program.ts';

/** Sends all REST queries of @hiero-ledger/sdk to a mirror, and calls contracts with the older @hashgraph/sdk, too. */

interface Id {
  readonly num: { toString(): string };
  readonly evmAddress: { toString(): string } | null;
  toString(): string;
}
interface AccountId extends Id {
  populateAccountNum(client: Client): Promise<AccountId>;
  populateAccountEvmAddress(client: Client): Promise<AccountId>;
}
interface ContractId extends Id {
  populateAccountNum(client: Client): Promise<ContractId>;
}
interface Client {
  setMirrorNetwork(nodes: string[]): Client;
  setMaxAttempts(attempts: number): Client;
}
interface Key {
  toAccountId(shard: number, realm: number): AccountId;
}
interface Query<T> {
  execute(client: Client): Promise<T>;
}
interface BalanceQuery extends Query<{ readonly hbars: { toTinybars(): unknown } }> {
  setAccountId(id: AccountId | string): BalanceQuery;
}
interface ContractQuery<T> extends Query<T> {
  setContractId(id: ContractId): ContractQuery<T>;
  setFunction(name: string): ContractQuery<T>;
  setSender(id: AccountId): ContractQuery<T>;
  setGasLimit(gas: number): ContractQuery<T>;
  setBlockNumber(number: number): ContractQuery<T>;
}
interface Transaction {
  setTransactionId(id: unknown): this;
  setNodeAccountIds(ids: readonly AccountId[]): this;
}
interface TransferTransaction extends Transaction {
  addHbarTransfer(account: string, hbars: number): this;
}
interface MessageTransaction extends Transaction {
  setTopicId(topic: string): this;
  setMessage(message: string): this;
  setChunkSize(bytes: number): this;
}
interface TopicTransaction extends Transaction {
  setHighVolume(isEnabled: boolean): this;
}
interface FeeQuery extends Query<Estimate> {
  setMode(mode: unknown): FeeQuery;
  setTransaction(transaction: Transaction): FeeQuery;
  setHighVolumeThrottle(basisPoints: number): FeeQuery;
}
interface Part {
  readonly base: unknown;
  readonly extras: readonly { readonly name: string; readonly charged: number; readonly subtotal: unknown }[];
}
interface Estimate {
  readonly highVolumeMultiplier: unknown;
  readonly networkFee: { readonly multiplier: number; readonly subtotal: unknown };
  readonly nodeFee: Part;
  readonly serviceFee: Part;
  readonly total: unknown;
}
interface Registered {
  readonly registeredNodeId: unknown;
  readonly adminKey: unknown;
  readonly description: string | null;
  readonly serviceEndpoints: readonly { readonly port: number; readonly domainName?: string | null }[];
}
interface Address {
  readonly nodeId: unknown;
  readonly accountId: AccountId | null;
  readonly publicKey: string | null;
  readonly certHash: Uint8Array | null;
  readonly stake: unknown;
  readonly description: string | null;
}
interface Sdk {
  readonly Client: { forNetwork(network: object, options?: object): Client };
  readonly AccountId: {
    fromString(text: string): AccountId;
    fromEvmAddress(shard: number, realm: number, address: string): AccountId;
  };
  readonly ContractId: {
    fromString(text: string): ContractId;
    fromEvmAddress(shard: number, realm: number, address: string): ContractId;
  };
  readonly PublicKey: { fromString(text: string): Key };
  readonly TransactionId: { generate(account: string): unknown };
  readonly FeeEstimateMode: { readonly STATE: unknown; readonly INTRINSIC: unknown };
  readonly MirrorNodeAccountBalanceQuery: new () => BalanceQuery;
  readonly MirrorNodeContractCallQuery: new () => ContractQuery<string>;
  readonly MirrorNodeContractEstimateQuery: new () => ContractQuery<unknown>;
  readonly FeeEstimateQuery: new () => FeeQuery;
  readonly RegisteredNodeAddressBookQuery: new (
    options?: object,
  ) => Query<{ readonly registeredNodes: readonly Registered[] }>;
  readonly TransferTransaction: new () => TransferTransaction;
  readonly TopicCreateTransaction: new () => TopicTransaction;
  readonly TopicMessageSubmitTransaction: new () => MessageTransaction;
}

// The SDK uses fixed ports for a mirror on this machine, whatever its settings, so they are replaced.
const plainFetch = globalThis.fetch;
globalThis.fetch = (target, init) =>
  plainFetch(String(target).replace(/^http:\/\/127\.0\.0\.1:(5551|8084|8545)\//, `${task.url}/`), init);

const sdk = await loadPackage<Sdk>('@hiero-ledger/sdk');
// Module with which browsers discover nodes; Node.js uses gRPC.
const web = 'node_modules/@hiero-ledger/sdk/lib/network/AddressBookQueryWeb.js';
const { default: AddressBookQueryWeb } = (await import(
  pathToFileURL(path.join(task.packages, web)).href
)) as { default: new (options?: object) => Query<{ readonly nodeAddresses: readonly Address[] }> };

const { ids, url } = task;
const client = sdk.Client.forNetwork({ '127.0.0.1:50211': '0.0.3' }, { scheduleNetworkUpdate: false })
  .setMirrorNetwork([new URL(url).host])
  .setMaxAttempts(2);

// @hashgraphonline/standards-sdk depends on the older SDK.
const older = await loadPackage<Sdk>('@hashgraph/sdk');
const olderClient = older.Client.forNetwork(
  { '127.0.0.1:50211': '0.0.3' },
  { scheduleNetworkUpdate: false },
).setMirrorNetwork([new URL(url).host]);

/** Returns the result of a method and its gas, and the error of a call that reverts. */
async function callsOf(
  { ContractId, AccountId, MirrorNodeContractCallQuery, MirrorNodeContractEstimateQuery }: Sdk,
  caller: Client,
): Promise<unknown> {
  const of = <T>(query: ContractQuery<T>, name: string) =>
    outcome(query.setContractId(ContractId.fromString(ids.coin)).setFunction(name).execute(caller));
  const query = () => new MirrorNodeContractCallQuery();
  const sender = AccountId.fromString(ids.account);
  return {
    name: await of(query(), 'name'),
    withMore: await of(query().setSender(sender).setGasLimit(100_000).setBlockNumber(2), 'name'),
    gas: await of(new MirrorNodeContractEstimateQuery(), 'name'),
    missing: await of(query(), 'nothing'),
  };
}

const balance = async (id: AccountId | string): Promise<unknown> =>
  String((await new sdk.MirrorNodeAccountBalanceQuery().setAccountId(id).execute(client)).hbars.toTinybars());

function ready<T extends Transaction>(transaction: T): T {
  return transaction
    .setTransactionId(sdk.TransactionId.generate(ids.account))
    .setNodeAccountIds([sdk.AccountId.fromString('0.0.3')]);
}

async function estimate(transaction: Transaction, mode: unknown, throttle?: number): Promise<unknown> {
  const query = new sdk.FeeEstimateQuery().setMode(mode).setTransaction(transaction);
  if (throttle !== undefined) query.setHighVolumeThrottle(throttle);
  const { highVolumeMultiplier, networkFee, nodeFee, serviceFee, total } = await query.execute(client);
  const part = ({ base, extras }: Part) => ({
    base: Number(base),
    extras: extras.map(({ name, charged, subtotal }) => [name, Number(charged), Number(subtotal)]),
  });
  return {
    highVolume: Number(highVolumeMultiplier),
    multiplier: Number(networkFee.multiplier),
    network: Number(networkFee.subtotal),
    node: part(nodeFee),
    service: part(serviceFee),
    total: Number(total),
  };
}

const transfer = () =>
  ready(new sdk.TransferTransaction().addHbarTransfer(ids.account, -1).addHbarTransfer(ids.addressed, 1));
const message = (bytes: number) =>
  ready(
    new sdk.TopicMessageSubmitTransaction()
      .setTopicId(ids.topic)
      .setMessage('a'.repeat(bytes))
      .setChunkSize(1024),
  );
const unaddressed = sdk.AccountId.fromEvmAddress(0, 0, ids.address);
const { INTRINSIC, STATE } = sdk.FeeEstimateMode;

// Two of these queries wait three seconds before they are sent.
const [number, address, contractNumber, missing, ...rest] = await Promise.all([
  unaddressed.populateAccountNum(client).then(({ num }) => num.toString()),
  sdk.AccountId.fromString(ids.addressed)
    .populateAccountEvmAddress(client)
    .then(({ evmAddress }) => evmAddress?.toString()),
  sdk.ContractId.fromEvmAddress(0, 0, ids.contractAddress)
    .populateAccountNum(client)
    .then(({ num }) => num.toString()),
  outcome(sdk.AccountId.fromEvmAddress(0, 0, '9'.repeat(40)).populateAccountNum(client)),
  balance(ids.account),
  balance(unaddressed),
  balance(sdk.PublicKey.fromString(ids.publicKey).toAccountId(0, 0)),
  balance('0.0.99999999'),
]);
const registered = await new sdk.RegisteredNodeAddressBookQuery({ limit: 2 }).execute(client);
const book = await new AddressBookQueryWeb({ limit: 2 }).execute(client);
report({
  number,
  address,
  contractNumber,
  missing,
  balances: rest,
  transfer: await estimate(transfer(), INTRINSIC),
  transferWithState: await estimate(transfer(), STATE),
  topic: await estimate(ready(new sdk.TopicCreateTransaction()), INTRINSIC),
  busy: await estimate(ready(new sdk.TopicCreateTransaction().setHighVolume(true)), STATE, 100),
  message: await estimate(message(600), STATE),
  chunks: await estimate(message(2500), STATE),
  registered: registered.registeredNodes.map(
    ({ registeredNodeId, adminKey, description, serviceEndpoints }) => ({
      id: Number(registeredNodeId),
      hasKey: adminKey !== null && adminKey !== undefined,
      description,
      ports: serviceEndpoints.map(({ port }) => port),
    }),
  ),
  nodes: book.nodeAddresses.map(({ nodeId, accountId, publicKey, stake, description }) => ({
    id: Number(nodeId),
    account: String(accountId),
    hasKey: (publicKey?.length ?? 0) > 0,
    stake: String(stake),
    description,
  })),
  calls: await callsOf(sdk, client),
  olderCalls: await callsOf(older, olderClient),
});
