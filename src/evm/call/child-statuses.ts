import { RESPONSE_CODES } from '../../kernel/response-code.ts';
import type { CallFrame } from '../engine/execution.ts';

const SUCCESS = 22;
const NUMBERS = new Map(Object.entries(RESPONSE_CODES).map(([code, name]) => [name, Number(code)]));

/** Statuses of the transactions that system contracts made within a call and that failed, each once. */
export class ChildStatuses {
  readonly #failed = new Set<string>();

  get failed(): readonly string[] {
    return [...this.#failed];
  }

  /** Notes a call of a system contract that reverted with a response code, by its number or by its name. */
  add({ isSystem, outcome, output }: CallFrame): void {
    if (!isSystem || outcome.kind !== 'revert') return;
    const status = statusIn(output);
    if (status !== undefined) this.#failed.add(status);
  }
}

function statusIn(output: Uint8Array): string | undefined {
  const bytes = Buffer.from(output);
  const name = bytes.toString('latin1');
  if (NUMBERS.has(name)) return name;
  if (bytes.length !== 32) return undefined;
  const code = BigInt(`0x${bytes.toString('hex')}`);
  if (code >= 10_000n || code === BigInt(SUCCESS)) return undefined;
  return RESPONSE_CODES[Number(code)];
}
