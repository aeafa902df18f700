import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { proto } from '@tain/protos/hapi';
import Long from 'long';
import { FUNDED_ACCOUNTS } from '../../packages/network-simulator/src/ledger/well-known.ts';
import { accountId, idText, NodeClient } from './node-client.ts';

/** Addresses for the clients. */
export interface ClientsOrder {
  /** Address of the node, `127.0.0.1:50211`. */
  readonly node: string;
  /** Base URL of the mirror, without `/api/v1`. */
  readonly mirror: string;
}

/**
 * One round of `milliseconds`, at a fixed rate or at the maximum rate. At the maximum rate each client sends one
 * transaction at a time.
 */
export interface Round {
  readonly milliseconds: number;
  /** Transactions per second; null: each client sends one at a time. */
  readonly rate: number | null;
  readonly clients: number;
  /** Milliseconds between two polls for one receipt. */
  readonly pollIntervalMs: number;
  /** One of this many transactions is requested from the mirror. */
  readonly lookupEvery: number;
}

/** Results of a round; times in milliseconds. */
export interface RoundResult {
  /** Transactions with a receipt of status SUCCESS. */
  readonly succeeded: number;
  /** Number of other transactions, by the code or status with which they ended. */
  readonly others: Readonly<Record<string, number>>;
  /** Time from the first send to the last receipt, and until the mirror showed the last transaction. */
  readonly executed: number;
  readonly visible: number;
  /** Times from sending to the receipt, and from there until the mirror shows the transaction. */
  readonly receipts: readonly number[];
  readonly shown: readonly number[];
}

const CONNECTIONS = 10;
const POLL_INTERVAL_MS = 5;
const RESPONSE_TIMEOUT_MS = 60_000;
const OK = 0;
const SUCCESS = 22;

/**
 * Runs real clients of the network and its mirror in its own process: executes each round requested by its parent
 * process.
 */
export async function runClients({ node, mirror }: ClientsOrder): Promise<void> {
  const payers = FUNDED_ACCOUNTS.filter(({ kind }) => kind === 'ed25519');
  const clients = Array.from({ length: CONNECTIONS }, (_, i) => {
    const payer = payers[i % payers.length];
    if (payer === undefined) throw new Error('no account has an Ed25519 key');
    return new NodeClient(node, payer);
  });
  const visibility = new Mirror(mirror);
  const [first] = clients;
  if (first === undefined) throw new Error('no clients');
  const created = await first.send('ConsensusService/createTopic', NEW_TOPIC);
  const receipt = created.code === OK ? await finished(first, created, POLL_INTERVAL_MS) : null;
  if (receipt?.status !== SUCCESS) throw new Error(`no topic: codes ${created.code}, ${receipt?.status}`);
  const topic = receipt.topicID ?? {};
  let rounds: Promise<unknown> = Promise.resolve();
  process.on('message', (round: Round) => {
    rounds = rounds.then(async () => process.send?.(await runRound(round, clients, visibility, topic)));
  });
  process.once('disconnect', () => {
    for (const client of clients) client.close();
    visibility.close();
  });
  process.send?.('ready');
}

const NEW_TOPIC: proto.ITransactionBody = {
  consensusCreateTopic: { memo: 'bench', autoRenewPeriod: { seconds: Long.fromNumber(7_776_000) } },
};

async function runRound(
  { milliseconds, rate, clients: concurrency, pollIntervalMs, lookupEvery }: Round,
  clients: readonly NodeClient[],
  mirror: Mirror,
  topic: proto.ITopicID,
): Promise<RoundResult> {
  const receipts: number[] = [];
  const shown: number[] = [];
  const others: Record<string, number> = {};
  const polls: Promise<void>[] = [];
  let [count, succeeded, lastReceipt] = [0, 0, 0];
  let last: proto.ITransactionID = {};
  const begun = performance.now();
  const one = async (): Promise<void> => {
    const number = count++;
    const client = clients[number % clients.length];
    if (client === undefined) return;
    const at = performance.now();
    const [method, data] = number % 2 === 0 ? transfer(number) : message(topic, number);
    const sent = await client.send(method, data);
    if (sent.code !== OK) {
      others[sent.code] = (others[sent.code] ?? 0) + 1;
      return;
    }
    const receipt = await finished(client, sent, pollIntervalMs);
    const receivedAt = performance.now();
    if (receipt?.status !== SUCCESS) {
      const name = String(receipt?.status ?? 'none');
      others[name] = (others[name] ?? 0) + 1;
      return;
    }
    succeeded++;
    receipts.push(receivedAt - at);
    if (receivedAt > lastReceipt) [lastReceipt, last] = [receivedAt, sent.id];
    if (number % lookupEvery === 0) {
      polls.push(mirror.waitUntilVisible(sent.id).then((seen) => void shown.push(seen - receivedAt)));
    }
  };
  if (rate === null) await closedLoop(one, concurrency, begun + milliseconds);
  else await openLoop(one, rate, begun + milliseconds);
  const visible = await mirror.waitUntilVisible(last);
  await Promise.all(polls);
  return { succeeded, others, executed: lastReceipt - begun, visible: visible - begun, receipts, shown };
}

/** Runs `concurrency` clients, each of which sends its next transaction after the receipt of the last one. */
async function closedLoop(one: () => Promise<void>, concurrency: number, end: number): Promise<void> {
  const loop = async (): Promise<void> => {
    while (performance.now() < end) await one();
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
}

/** Sends `rate` transactions a second, independent of the receipts. */
async function openLoop(one: () => Promise<void>, rate: number, end: number): Promise<void> {
  const begun = performance.now();
  const running: Promise<void>[] = [];
  for (let sent = 0; performance.now() < end; sent++) {
    const rest = begun + (sent * 1000) / rate - performance.now();
    if (rest > 1) await sleep(rest);
    running.push(one());
  }
  await Promise.all(running);
}

function transfer(number: number): [string, proto.ITransactionBody] {
  const payer = FUNDED_ACCOUNTS.filter(({ kind }) => kind === 'ed25519')[number % CONNECTIONS]?.num ?? 0;
  const accountAmounts = [
    { accountID: accountId(payer), amount: Long.fromNumber(-1) },
    { accountID: accountId(FUNDED_ACCOUNTS[number % 20]?.num ?? 0), amount: Long.fromNumber(1) },
  ];
  return ['CryptoService/cryptoTransfer', { cryptoTransfer: { transfers: { accountAmounts } } }];
}

function message(topicID: proto.ITopicID, number: number): [string, proto.ITransactionBody] {
  const text = Buffer.from(`message ${number} of a bench that says a little more than hello`);
  return ['ConsensusService/submitMessage', { consensusSubmitMessage: { topicID, message: text } }];
}

/** Polls for a receipt. Returns null after the timeout. */
async function finished(
  client: NodeClient,
  { id }: { readonly id: proto.ITransactionID },
  pollIntervalMs: number,
): Promise<proto.ITransactionReceipt | null> {
  for (
    const late = performance.now() + RESPONSE_TIMEOUT_MS;
    performance.now() < late;
    await sleep(pollIntervalMs)
  ) {
    const receipt = await client.receipt(id);
    if (receipt !== null) return receipt;
  }
  return null;
}

/** Client of the mirror's REST API with persistent connections. */
class Mirror {
  readonly #url: string;
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 20 });

  constructor(url: string) {
    this.#url = url;
  }

  /** Waits until a transaction is visible. Returns that time of `performance.now`. */
  async waitUntilVisible(id: proto.ITransactionID): Promise<number> {
    const path = `/api/v1/transactions/${idText(id)}`;
    for (
      const late = performance.now() + RESPONSE_TIMEOUT_MS;
      performance.now() < late;
      await sleep(POLL_INTERVAL_MS)
    ) {
      if ((await this.#status(path)) === 200) return performance.now();
    }
    throw new Error(`${path} did not reach the mirror in time`);
  }

  close(): void {
    this.#agent.destroy();
  }

  #status(path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      http
        .get(this.#url + path, { agent: this.#agent }, (response) => {
          response.resume();
          response.once('end', () => resolve(response.statusCode ?? 0));
        })
        .once('error', reject);
    });
  }
}
