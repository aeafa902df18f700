import { pause } from '../../kernel/retry.ts';
import type { BlockNodeAddress } from './address.ts';
import type { ReceivedBlock } from './block-assembler.ts';
import { BLOCK_NODE_LIMITS, BlockNode, type BlockNodeLimits } from './block-node.ts';
import { BlockNodeError } from './block-node-error.ts';
import type { HeldBlocks } from './messages.ts';

/** A block and the address of the node that sent it. */
export interface NodeBlock extends ReceivedBlock {
  readonly node: string;
}

export interface BlockNodesOptions {
  readonly limits?: BlockNodeLimits;
  /** Milliseconds for which a node is suspended after three failures in a row, or after an invalid block. */
  readonly suspensionMs?: number;
  /** Milliseconds to wait when no node is available. */
  readonly pauseMs?: number;
  /** Milliseconds for a block after which the nodes are queried again. */
  readonly slowMs?: number;
  /** Called when a node failed; the next one is tried. */
  readonly onFailure?: (error: BlockNodeError) => void;
  /** Called when another node is followed, from this block on. */
  readonly onSwitch?: (node: string, next: bigint) => void;
}

/** Failures in a row after which a node is suspended. */
const FAILURES = 3;
const SUSPENSION_MS = 60_000;
/** Fraction of a suspension that a failed attempt may take without making the next suspension longer. */
const CHEAP = 1 / 60;
/** Maximum number of times that a suspension is doubled: an hour, if it begins with a minute. */
const MAX_DOUBLINGS = 6;
/** Number of blocks in time, far more than are verified concurrently, after which a node's costly failures are forgotten. */
const RECOVERED_AFTER = 1_000;
const PAUSE_MS = 1_000;
/** Twice the time in which a network makes a block. */
const SLOW_MS = 5_000;

interface Member {
  readonly node: BlockNode;
  failures: number;
  /** Time until which the node is suspended, in milliseconds of `performance.now()`. */
  suspendedUntil: number;
  /** Attempts since the node recovered that took long and yielded no valid block. */
  costlyFailures: number;
}

/** A node that can be followed now. */
interface Candidate {
  readonly member: Member;
  /** Number of the last block that it reports to hold; -1: none. */
  readonly last: bigint;
  /** Response time of its status, in milliseconds. */
  readonly latencyMs: number;
}

/** The node that is followed next. */
interface Chosen extends Candidate {
  /** Whether another node reports to hold the next block, too. */
  readonly isReplaceable: boolean;
}

/**
 * Follows blocks over several block nodes: one node at a time, and the next one when it fails, lags or sends an invalid
 * block, without a gap and without a block twice. Blocks are not verified here; a caller that finds one invalid calls
 * `refuse` and reads again from its number.
 */
export class BlockNodes {
  readonly #members: Member[];
  readonly #options: BlockNodesOptions;
  #followed: Member | null = null;
  #known: bigint | null = null;

  constructor(addresses: readonly BlockNodeAddress[], options: BlockNodesOptions = {}) {
    this.#options = options;
    this.#members = addresses.map((address) => this.#member(address));
  }

  /** Number of the last block that any node is known to have; null: no node has responded yet. */
  get known(): bigint | null {
    return this.#known;
  }

  /** Range from the first to the last block that any node has; null: none has any, or none responds. */
  async range(signal: AbortSignal): Promise<HeldBlocks | null> {
    const answers = this.#members.map(({ node }) => node.range(signal).catch(() => null));
    const ranges = (await Promise.all(answers)).filter((range) => range !== null);
    signal.throwIfAborted();
    const [one] = ranges;
    return one === undefined
      ? null
      : {
          first: ranges.reduce((lowest, { first }) => (first < lowest ? first : lowest), one.first),
          last: ranges.reduce((max, { last }) => (last > max ? last : max), one.last),
        };
  }

  /** Replaces the addresses by discovered ones. A node whose address stays keeps its connection and its failures. */
  setAddresses(addresses: readonly BlockNodeAddress[]): void {
    const current = new Map(this.#members.map((member) => [keyOf(member.node.address), member]));
    const next = addresses.map((address) => current.get(keyOf(address)) ?? this.#member(address));
    for (const member of this.#members) if (!next.includes(member)) member.node.close();
    this.#members.splice(0, this.#members.length, ...next);
  }

  /** Yields blocks from number `start` on, without an end. Throws the signal's reason. */
  async *blocks(start: bigint, signal: AbortSignal): AsyncGenerator<NodeBlock, never, void> {
    let next = start;
    // `retry` does not fit: blocks are yielded between failures, and the next attempt may choose another node without a
    // pause.
    while (true) {
      signal.throwIfAborted();
      const candidate = await this.#choose(next, signal);
      if (candidate === null) {
        await pause(this.#options.pauseMs ?? PAUSE_MS, signal);
        continue;
      }
      const { member } = candidate;
      const { target } = member.node.address;
      if (this.#followed !== member) this.#options.onSwitch?.(target, next);
      this.#followed = member;
      const before = next;
      const slowMs = this.#options.slowMs ?? SLOW_MS;
      // A node that keeps the stream waiting for a block which others have is left at once.
      const allowed = candidate.isReplaceable ? 1 : FAILURES;
      // Time since which a block is awaited, without that of the consumer.
      let since = performance.now();
      let inTime = 0;
      try {
        for await (const block of member.node.blocks(next, signal)) {
          const tookMs = performance.now() - since;
          member.failures = 0;
          this.#learn(block.number);
          next = block.number + 1n;
          yield { ...block, node: target };
          if (member.suspendedUntil > performance.now()) break;
          if (tookMs > slowMs) {
            const isLate = candidate.isReplaceable && block.number <= candidate.last;
            if (isLate) this.#failed(member, lateBlock(target, block.number, tookMs), allowed, tookMs);
            break;
          }
          if (++inTime >= RECOVERED_AFTER) member.costlyFailures = 0;
          since = performance.now();
        }
        if (next === before) {
          if (next <= candidate.last)
            this.#failed(member, withoutBlock(target, next), allowed, performance.now() - since);
          // A node may end its subscriptions (about once a day); one that sends nothing is retried more slowly.
          await pause(this.#options.pauseMs ?? PAUSE_MS, signal);
        }
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof BlockNodeError)) throw error;
        // A node that never reported to hold the next block does not fail by sending nothing.
        const isIdle = error.code === 'idle' && next > candidate.last;
        const isWait = error.code === 'idle' || error.code === 'timeout';
        if (!isIdle) this.#failed(member, error, isWait ? allowed : FAILURES, performance.now() - since);
      }
    }
  }

  /** Suspends a node whose block failed its verification. */
  refuse(block: Pick<NodeBlock, 'number' | 'node'>, reason: string): void {
    const member = this.#members.find(({ node }) => node.address.target === block.node);
    if (member === undefined) return;
    this.#failed(
      member,
      new BlockNodeError('invalid', block.node, `block ${block.number} ${reason}`),
      1,
      Number.POSITIVE_INFINITY,
    );
  }

  close(): void {
    for (const { node } of this.#members) node.close();
  }

  #member(address: BlockNodeAddress): Member {
    return {
      node: new BlockNode(address, this.#options.limits ?? BLOCK_NODE_LIMITS),
      failures: 0,
      suspendedUntil: 0,
      costlyFailures: 0,
    };
  }

  /**
   * Counts a failed attempt, which took `lostMs` milliseconds, and suspends the node after `allowed` in a row. The suspension is
   * doubled with each costly one: otherwise several nodes that take turns at keeping the stream waiting would leave no time for
   * the others.
   */
  #failed(member: Member, error: BlockNodeError, allowed: number, lostMs = 0): void {
    const suspensionMs = this.#options.suspensionMs ?? SUSPENSION_MS;
    member.failures += 1;
    if (lostMs > suspensionMs * CHEAP) member.costlyFailures += 1;
    if (member.failures >= allowed) {
      member.failures = 0;
      const doublings = Math.min(Math.max(member.costlyFailures - 1, 0), MAX_DOUBLINGS);
      member.suspendedUntil = performance.now() + suspensionMs * 2 ** doublings;
    }
    this.#options.onFailure?.(error);
  }

  /**
   * Returns the node for block `next`, or null when there is none now. Nodes that hold the block come first; else nodes
   * that hold the previous one, because they receive `next` soon. Among them the lowest priority number is chosen,
   * among equals the fastest node.
   */
  async #choose(next: bigint, signal: AbortSignal): Promise<Chosen | null> {
    let members = this.#members.filter(({ suspendedUntil }) => suspendedUntil <= performance.now());
    if (members.length === 0) {
      // A suspended node is better than none, but is tried slowly.
      await pause(this.#options.pauseMs ?? PAUSE_MS, signal);
      members = this.#members;
    }
    const answers = await Promise.all(members.map((member) => this.#query(member, next, signal)));
    signal.throwIfAborted();
    const candidates = answers.filter((each) => each !== null);
    const [best, ...others] = candidates.sort((a, b) => this.#compare(a, b, next));
    return best === undefined ? null : { ...best, isReplaceable: others.some(({ last }) => last >= next) };
  }

  async #query(member: Member, next: bigint, signal: AbortSignal): Promise<Candidate | null> {
    const begun = performance.now();
    try {
      const range = await member.node.range(signal);
      this.#learn(range?.last ?? -1n);
      // A node without blocks may receive the network's first block.
      const isFirst = range === null && next === 0n;
      if (!isFirst && (range === null || next < range.first || next > range.last + 1n)) return null;
      return { member, last: range?.last ?? -1n, latencyMs: performance.now() - begun };
    } catch (error) {
      if (error instanceof BlockNodeError) this.#failed(member, error, FAILURES);
      return null;
    }
  }

  #learn(last: bigint): void {
    if (this.#known === null || last > this.#known) this.#known = last;
  }

  #compare(a: Candidate, b: Candidate, next: bigint): number {
    if (a.last >= next !== b.last >= next) return a.last >= next ? -1 : 1;
    const byPriority = a.member.node.address.priority - b.member.node.address.priority;
    if (byPriority !== 0) return byPriority;
    if (a.latencyMs !== b.latencyMs) return a.latencyMs - b.latencyMs;
    return this.#members.indexOf(a.member) - this.#members.indexOf(b.member);
  }
}

function lateBlock(node: string, number: bigint, tookMs: number): BlockNodeError {
  const seconds = (tookMs / 1_000).toFixed(1);
  return new BlockNodeError(
    'timeout',
    node,
    `sent block ${number}, which it reported to have, after ${seconds} s`,
  );
}

function withoutBlock(node: string, number: bigint): BlockNodeError {
  const reason = `ended the subscription without block ${number}, which it reported to have`;
  return new BlockNodeError('unavailable', node, reason);
}

function keyOf({ target, tls, priority, status }: BlockNodeAddress): string {
  return [target, tls, priority, status?.target, status?.tls].join(' ');
}
