import { loadPackage, outcome, report, task } from './program.ts';

/**
 * Subscribes to topics of a mirror and reads its nodes with both SDKs. `task.url` is the address of the gRPC service,
 * `task.ids.topic` a topic that receives messages during the test.
 */

interface Message {
  readonly sequenceNumber: { toString(): string };
  readonly contents: Uint8Array;
  readonly chunks: readonly unknown[];
  readonly initialTransactionId: { toString(): string } | null;
}
interface Subscription {
  unsubscribe(): void;
}
interface TopicMessageQuery {
  setTopicId(id: string): TopicMessageQuery;
  setStartTime(time: unknown): TopicMessageQuery;
  setEndTime(time: unknown): TopicMessageQuery;
  setLimit(limit: number): TopicMessageQuery;
  setMaxAttempts(attempts: number): TopicMessageQuery;
  setCompletionHandler(done: () => void): TopicMessageQuery;
  subscribe(
    client: Client,
    onError: (message: unknown, error: Error) => void,
    onMessage: (message: Message) => void,
  ): Subscription;
}
interface Client {
  setMirrorNetwork(nodes: string[]): Client;
  close(): void;
}
interface Node {
  readonly nodeId: unknown;
  readonly accountId: { toString(): string } | null;
  readonly addresses: readonly { toString(): string }[];
  readonly stake: unknown;
}
interface Sdk {
  readonly Client: { forNetwork(network: object, options?: object): Client };
  readonly Timestamp: new (seconds: number, nanos: number) => unknown;
  readonly TopicMessageQuery: new () => TopicMessageQuery;
  readonly AddressBookQuery: new () => {
    setFileId(id: string): { execute(client: Client): Promise<{ readonly nodeAddresses: readonly Node[] }> };
  };
}

/** Returns the messages of a subscription until it ends, or until a message with a number arrives. */
function follow(
  client: Client,
  query: TopicMessageQuery,
  until = Number.POSITIVE_INFINITY,
): Promise<unknown> {
  return new Promise((resolve) => {
    const messages: unknown[] = [];
    const end = (ended: string) => {
      subscription.unsubscribe();
      resolve({ messages, ended });
    };
    const subscription = query
      .setMaxAttempts(2)
      .setCompletionHandler(() => setTimeout(() => end('completed'), 0))
      .subscribe(
        client,
        (_, error) => end(error.message),
        ({ sequenceNumber, contents, chunks, initialTransactionId }) => {
          const text = Buffer.from(contents).toString();
          messages.push([
            Number(sequenceNumber),
            text.slice(0, 40),
            text.length,
            chunks.length,
            String(initialTransactionId),
          ]);
          if (Number(sequenceNumber) >= until) end('unsubscribed');
        },
      );
  });
}

async function request({ Client, Timestamp, TopicMessageQuery, AddressBookQuery }: Sdk): Promise<unknown> {
  const client = Client.forNetwork(
    { '127.0.0.1:50211': '0.0.3' },
    { scheduleNetworkUpdate: false },
  ).setMirrorNetwork([task.url]);
  const query = () => new TopicMessageQuery().setTopicId(task.ids.topic).setStartTime(new Timestamp(0, 0));
  const live = follow(client, query(), 12);
  const found = {
    limited: await follow(client, query().setLimit(2)),
    ended: await follow(client, query().setEndTime(new Timestamp(1_700_000_003, 0))),
    missing: await follow(client, new TopicMessageQuery().setTopicId('0.0.999')),
    nodes: await outcome(
      new AddressBookQuery()
        .setFileId('0.0.102')
        .execute(client)
        .then(({ nodeAddresses }) =>
          nodeAddresses.map(({ nodeId, accountId, addresses, stake }) => [
            Number(nodeId),
            String(accountId),
            addresses.map(String),
            Number(stake),
          ]),
        ),
    ),
    live: await live,
  };
  client.close();
  return found;
}

// @hashgraphonline/standards-sdk depends on the older SDK.
const names = ['@hiero-ledger/sdk', '@hashgraph/sdk'];
const all: unknown[] = [];
for (const name of names) all.push(await request(await loadPackage<Sdk>(name)));
report(all);
