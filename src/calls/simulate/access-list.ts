import type { Address, CallFrame, Watchers, Word } from '@tain/evm/execution';
import { hidesCode } from '@tain/evm/system-addresses';
import type { CallEnd } from '../call/execute-call.ts';
import { failureText } from './failure-text.ts';

/**
 * Collects the addresses and slots that an execution uses, including calls that were reverted. Omits what access lists
 * of geth omit (`eth/tracers/logger/access_list_tracer.go`): the sender, the receiver, and contracts without code,
 * unless one of their slots is used.
 */
export class AccessList {
  readonly #slots = new Map<Address, Set<Word>>();
  readonly #excluded = new Set<Address>();

  readonly watchers: Watchers = {
    access: (address) => {
      this.#slotsOf(address);
    },
    storage: (address, slot) => {
      this.#slotsOf(address).add(slot);
    },
    frame: ({ depth, from, to, isPrecompiled, isSystem }: CallFrame) => {
      if (depth === 0) this.#excluded.add(from);
      if (to !== undefined && (depth === 0 || isPrecompiled || isSystem)) this.#excluded.add(to);
    },
  };

  /** Returns the result of `eth_createAccessList`, by ascending address and slot. */
  answer(end: CallEnd): object {
    const entries = [...this.#slots]
      .filter(([address, slots]) => slots.size > 0 || !(this.#excluded.has(address) || hidesCode(address)))
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const error = failureText(end.outcome);
    return {
      accessList: entries.map(([address, slots]) => ({
        address: `0x${address}`,
        storageKeys: [...slots].sort().map((slot) => `0x${slot}`),
      })),
      ...(error !== undefined && { error }),
      gasUsed: `0x${end.gasUsed.toString(16)}`,
    };
  }

  #slotsOf(address: Address): Set<Word> {
    let slots = this.#slots.get(address);
    if (slots === undefined) {
      slots = new Set();
      this.#slots.set(address, slots);
    }
    return slots;
  }
}
