import { isObject } from '../method/parameter-types.ts';

/** Log of an execution without any known operation. */
export const NO_OPCODES = { gas: 0, failed: false, returnValue: '', structLogs: [] } as const;

/** Parts of an operation's state that the log shows; the others are null. */
interface OpcodeLogOptions {
  readonly stack: boolean;
  readonly memory: boolean;
  readonly storage: boolean;
}

/**
 * Returns the log of an execution in the form of the relay's opcode logger: hex without `0x`. `trace` is that of the
 * REST API; undefined: none.
 */
export function opcodeLog(trace: unknown, options: OpcodeLogOptions): object {
  if (!isObject(trace)) return NO_OPCODES;
  const { gas, failed, return_value: returned, opcodes } = trace;
  return {
    gas,
    failed,
    returnValue: digits(returned) ?? '',
    structLogs: Array.isArray(opcodes) ? opcodes.filter(isObject).map((one) => entryOf(one, options)) : [],
  };
}

function entryOf(entry: Readonly<Record<string, unknown>>, options: OpcodeLogOptions): object {
  const { pc, op, gas, gas_cost: gasCost, depth, stack, memory, storage, reason } = entry;
  return {
    pc,
    op,
    gas,
    gasCost,
    depth,
    stack: options.stack ? listOf(stack) : null,
    memory: options.memory ? listOf(memory) : null,
    storage: options.storage ? slotsOf(storage) : null,
    reason: digits(reason),
  };
}

function listOf(words: unknown): (string | null)[] {
  return Array.isArray(words) ? words.map(digits) : [];
}

function slotsOf(slots: unknown): object {
  if (!isObject(slots)) return {};
  return Object.fromEntries(
    Object.entries(slots).map(([slot, value]) => [digits(slot) ?? '', digits(value)]),
  );
}

function digits(hex: unknown): string | null {
  return typeof hex === 'string' && hex !== '' ? hex.replace(/^0x/, '') : null;
}
