import { FIRST_NEWER_KIND, ITEM, readBlockItem } from '@tain/ledger/block-item';
import { MalformedError } from '@tain/ledger/wire-reader';
import { headerNumber, type SubscribeMessage } from './messages.ts';

/** A block as a node sent it, not yet verified. */
export interface ReceivedBlock {
  readonly number: bigint;
  /** Serialized `BlockItem`s, in order. */
  readonly items: readonly Buffer[];
  /** Bytes of all items. */
  readonly size: number;
}

/** Thrown when messages do not form a block. */
export class AssemblyError extends Error {
  readonly code: 'malformed' | 'order' | 'too-large';

  constructor(code: 'malformed' | 'order' | 'too-large', message: string) {
    super(message);
    this.name = 'AssemblyError';
    this.code = code;
  }
}

/** Approximate memory of an item besides its bytes. */
const ITEM_COST = 100;

/**
 * Assembles the messages of a subscription into blocks. A block begins with its header, ends with its proofs, and is
 * complete when the node reports its end. Blocks come in order of their numbers, without a gap.
 */
export class BlockAssembler {
  readonly #maxBytes: number;
  #next: bigint;
  #items: Buffer[] = [];
  #size = 0;
  #hasProof = false;

  /** `next`: number of the first block; `maxBytes`: maximum bytes of a block. */
  constructor(next: bigint, maxBytes: number) {
    this.#next = next;
    this.#maxBytes = maxBytes;
  }

  /** Number of the block that is expected or being assembled. */
  get next(): bigint {
    return this.#next;
  }

  get isWithinBlock(): boolean {
    return this.#items.length > 0;
  }

  /** Adds the next message; returns the block that it completes, or null. Throws `AssemblyError`. */
  push(message: SubscribeMessage): ReceivedBlock | null {
    try {
      if (message.kind === 'items') {
        for (const item of message.items) this.#add(item);
        return null;
      }
      return message.kind === 'end' ? this.#end(message.number) : null;
    } catch (error) {
      if (!(error instanceof MalformedError)) throw error;
      throw new AssemblyError('malformed', `block ${this.#next}: ${error.message}`);
    }
  }

  #add(item: Buffer): void {
    const { kind } = readBlockItem(item);
    if (this.#items.length === 0) this.#begin(kind, item);
    else if (kind === ITEM.header) throw this.#disorder('has a second header');
    else if (this.#hasProof && kind !== ITEM.proof && kind < FIRST_NEWER_KIND)
      throw this.#disorder('continues after its proof');
    this.#size += item.length;
    if (this.#size + this.#items.length * ITEM_COST > this.#maxBytes) {
      throw new AssemblyError('too-large', `block ${this.#next} has more than ${this.#maxBytes} bytes`);
    }
    if (kind === ITEM.proof) this.#hasProof = true;
    this.#items.push(item);
  }

  #begin(kind: number, item: Buffer): void {
    if (kind !== ITEM.header) throw this.#disorder('does not begin with a header');
    const number = headerNumber(item);
    if (number !== this.#next) {
      throw new AssemblyError('order', `sent block ${number} in place of ${this.#next}`);
    }
  }

  #end(number: bigint): ReceivedBlock {
    if (number !== this.#next || !this.#hasProof) {
      throw this.#disorder(number === this.#next ? 'ends without a proof' : `ends as block ${number}`);
    }
    const block = { number, items: this.#items, size: this.#size };
    this.#items = [];
    this.#size = 0;
    this.#hasProof = false;
    this.#next = number + 1n;
    return block;
  }

  #disorder(what: string): AssemblyError {
    return new AssemblyError('order', `block ${this.#next} ${what}`);
  }
}
