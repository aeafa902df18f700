import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { TestApi } from '../rest/api-fixture.ts';

interface Block {
  readonly number: number;
  readonly count: number;
  readonly timestamp: { readonly from: string; readonly to: string };
}

interface Transfer {
  readonly amount: number;
}

interface Transaction {
  readonly consensus_timestamp: string;
  readonly result: string;
  readonly transfers: readonly Transfer[];
}

interface Message {
  readonly sequence_number: number;
  readonly consensus_timestamp: string;
}

/** Result of reading a list page by page. */
interface Walk {
  readonly path: string;
  readonly items: string;
  readonly read: readonly unknown[];
  /** Whether the list was read to its end, and not only for a limited number of pages. */
  readonly isOver: boolean;
}

/** Maximum number of pages that a reader follows, and of answers compared at the end. */
const PAGES = 6;
const MAX_COMPARED = 80;
/** Pause of each client between two reads. */
const PAUSE_MS = 500;

/**
 * Clients that read while blocks arrive. They store the answers, and detect answers that are impossible with complete
 * blocks.
 */
export class Readers {
  readonly #api: TestApi;
  readonly #failures: string[] = [];
  readonly #walks: Walk[] = [];
  /** Answers by path, for paths whose answer does not change later. */
  readonly #answers = new Map<string, string>();
  #running: Promise<void>[] = [];
  #isOver = true;
  #rounds = 0;

  constructor(api: TestApi) {
    this.#api = api;
  }

  start(): void {
    this.#isOver = false;
    const clients = [
      () => this.#newestTransactions(),
      () => this.#blocksAndTheirTransactions(),
      () => this.#messages(),
      () => this.#walk('/api/v1/transactions?limit=12', 'transactions'),
      () => this.#walk('/api/v1/transactions?limit=12&order=asc', 'transactions'),
      () => this.#walk('/api/v1/blocks?limit=5&order=asc', 'blocks'),
    ];
    this.#running = clients.map((client) => this.#repeat(client));
  }

  /** Stops the readers, which may be started again. */
  async pause(): Promise<void> {
    this.stop();
    await Promise.all(this.#running);
  }

  stop(): void {
    this.#isOver = true;
  }

  /** Resolves when all clients have read `count` more times on average. */
  async rounds(count: number): Promise<void> {
    const until = this.#rounds + count * this.#running.length;
    await expect.poll(() => this.#rounds >= until || this.#failures.length > 0).toBe(true);
  }

  expectNoFailures(): void {
    expect(this.#failures).toEqual([]);
  }

  /** Compares the stored answers with those after the last block. */
  async compareWithEnd(): Promise<void> {
    expect(this.#answers.size).toBeGreaterThan(50);
    // A sample of each kind is compared.
    const every = Math.ceil(this.#answers.size / MAX_COMPARED);
    const answers = [...this.#answers].filter((_, i) => i % every === 0);
    const compare = async (): Promise<void> => {
      for (let next = answers.pop(); next !== undefined; next = answers.pop()) {
        const [path, answer] = next;
        expect(JSON.stringify(await this.#api.json(path))).toBe(answer);
      }
    };
    await Promise.all([compare(), compare(), compare(), compare()]);
    const lists = new Map<string, unknown[]>();
    for (const { path, items, read, isOver } of this.#walks) {
      const all = lists.get(path) ?? (await this.#all(path, items));
      lists.set(path, all);
      // The list is newest first, and began with the newest item at that time.
      const texts = all.map((item) => JSON.stringify(item));
      const own = read.map((item) => JSON.stringify(item));
      const from = texts.indexOf(own[0] ?? '');
      expect([path, from]).not.toEqual([path, -1]);
      expect(own).toEqual(texts.slice(from, from + own.length));
      if (isOver && !path.includes('order=asc')) expect(from + own.length).toBe(texts.length);
      if (path.includes('order=asc')) expect(from).toBe(0);
    }
    expect(lists.size).toBe(3);
  }

  async #repeat(client: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      try {
        await client();
      } catch (error) {
        this.#failures.push(error instanceof Error ? error.message : String(error));
      }
      this.#rounds += 1;
      await sleep(PAUSE_MS);
    }
  }

  async #newestTransactions(): Promise<void> {
    const { transactions } = (await this.#api.json('/api/v1/transactions?limit=20')) as {
      transactions: Transaction[];
    };
    for (const transaction of transactions) {
      const { consensus_timestamp: at, transfers } = transaction;
      const sum = transfers.reduce((total, { amount }) => total + amount, 0);
      if (sum !== 0) this.#failures.push(`transaction ${at} has a part of its transfers`);
      this.#requireSame(
        `/api/v1/transactions?timestamp=${at}`,
        JSON.stringify({ transactions: [transaction], links: { next: null } }),
      );
    }
  }

  async #blocksAndTheirTransactions(): Promise<void> {
    const { blocks } = (await this.#api.json('/api/v1/blocks?limit=3')) as { blocks: Block[] };
    for (const block of blocks) {
      const { from, to } = block.timestamp;
      const path = `/api/v1/transactions?limit=100&timestamp=gte:${from}&timestamp=lte:${to}`;
      const answer = (await this.#api.json(path)) as { transactions: Transaction[] };
      if (answer.transactions.length !== Math.min(block.count, 100)) {
        this.#failures.push(`block ${block.number} has ${answer.transactions.length} of ${block.count}`);
      }
      this.#requireSame(path, JSON.stringify(answer));
      this.#requireSame(`/api/v1/blocks/${block.number}`, JSON.stringify(block));
    }
  }

  /** Checks that the numbers of a topic's messages have no gaps. */
  async #messages(): Promise<void> {
    const { transactions } = (await this.#api.json(
      '/api/v1/transactions?limit=1&transactiontype=consensussubmitmessage&result=success',
    )) as { transactions: (Transaction & { entity_id: string })[] };
    for (const { entity_id: topic, consensus_timestamp: at } of transactions) {
      const path = `/api/v1/topics/${topic}/messages?limit=100&order=desc`;
      const { messages } = (await this.#api.json(path)) as { messages: Message[] };
      const numbers = messages.map(({ sequence_number: number }) => number);
      const [last = 0] = numbers;
      if (!numbers.every((number, i) => number === last - i)) {
        this.#failures.push(`topic ${topic} has messages ${numbers}`);
      }
      if (!messages.some(({ consensus_timestamp: own }) => own === at)) {
        this.#failures.push(`topic ${topic} lacks the message of transaction ${at}`);
      }
    }
  }

  /** Follows `links.next` for some pages. */
  async #walk(first: string, items: string): Promise<void> {
    const read: unknown[] = [];
    let next: string | null = first;
    for (let page = 0; page < PAGES && next !== null; page++) {
      const answer: Record<string, unknown> = await this.#api.json(next);
      read.push(...(answer[items] as unknown[]));
      next = (answer.links as { next: string | null }).next;
    }
    if (read.length > 0) this.#walks.push({ path: first, items, read, isOver: next === null });
  }

  async #all(first: string, items: string): Promise<unknown[]> {
    const read: unknown[] = [];
    for (let next: string | null = first.replace(/limit=\d+/, 'limit=100'); next !== null; ) {
      const answer: Record<string, unknown> = await this.#api.json(next);
      read.push(...(answer[items] as unknown[]));
      next = (answer.links as { next: string | null }).next;
    }
    return read;
  }

  /** Requires that an answer is the same at every later time. */
  #requireSame(path: string, answer: string): void {
    const before = this.#answers.get(path);
    if (before !== undefined && before !== answer) this.#failures.push(`${path} was ${before}, is ${answer}`);
    this.#answers.set(path, answer);
  }
}
