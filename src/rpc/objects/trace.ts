import { isDeepStrictEqual } from 'node:util';
import type { TraceOptions } from '../../calls/simulation.ts';
import type { JsonText } from '../method/json-text.ts';
import { isObject } from '../method/parameter-types.ts';
import { joinedTexts, listTexts, memberTexts, OBJECT, writeSliced } from '../method/sliced-json.ts';
import type { TracerConfig } from '../method/tracer-options.ts';
import { ZERO_WORD } from '../values/hex.ts';

/**
 * Writes a trace of role `evm` in the form for clients, in turns, because it may be long. `trace` is undefined when there is none, as for
 * a transaction that was not executed. Throws like `writeSliced`.
 */
export function traceJson(
  context: Parameters<typeof writeSliced>[0],
  trace: unknown,
  options: TraceOptions,
  config: TracerConfig,
): Promise<JsonText> {
  return writeSliced(
    context,
    options.kind === 'opcodes' ? opcodeTexts(trace, options) : prestateTexts(trace, config),
  );
}

/**
 * Fields of an account in the form of geth's `prestateTracer`. The state afterwards has only the fields that changed.
 */
type Fields = Readonly<Record<string, unknown>>;

/**
 * Yields the texts of the accounts that an execution used, by address, in the form of geth's `prestateTracer`; with `diffMode` of those
 * that it changed, before and after. Accounts that were empty before are left out there, unless `includeEmpty` is set.
 * `trace` is that of the REST API, with code; undefined for a transaction that was not executed.
 */
function prestateTexts(
  trace: unknown,
  { diffMode = false, disableCode = false, includeEmpty = false }: TracerConfig,
): Iterable<string> {
  const { pre, post } = isObject(trace) ? trace : {};
  const before = byAddress(pre);
  const shown = (fields: Fields): Fields => (disableCode ? withoutCode(fields) : fields);
  const nonempty = (fields: Fields): boolean => includeEmpty || !isEmpty(fields);
  if (!diffMode) return accountTexts(before, (fields) => (nonempty(fields) ? shown(fields) : undefined));
  const prior = new Map(before);
  const members = [
    accountTexts(before, (fields) => (nonempty(fields) ? withoutZeros(shown(fields)) : undefined)),
    accountTexts(byAddress(post), (fields, address) =>
      withoutZeros(shown(changedFields(prior.get(address) ?? {}, fields))),
    ),
  ] as const;
  return joinedTexts(OBJECT, [memberTexts('pre', members[0]), memberTexts('post', members[1])]);
}

/** Yields the texts of accounts by address, as `shownAs` shows them; those without a result are left out. */
function accountTexts(
  accounts: readonly (readonly [address: string, Fields])[],
  shownAs: (fields: Fields, address: string) => Fields | undefined,
): Iterable<string> {
  function* members(): Generator<[string] | undefined, void, undefined> {
    for (const [address, given] of accounts) {
      const fields = shownAs(given, address);
      yield fields && [`"${address}":${JSON.stringify(fields)}`];
    }
  }
  return joinedTexts(OBJECT, members());
}

/** Returns whether an account has no balance, nonce or code; one that does not exist has no fields. */
function isEmpty({ balance = '0x0', nonce = 0, code = '0x' }: Fields): boolean {
  return balance === '0x0' && nonce === 0 && code === '0x';
}

function withoutCode({ code: _, ...fields }: Fields): Fields {
  return fields;
}

function byAddress(accounts: unknown): (readonly [string, Fields])[] {
  if (!Array.isArray(accounts)) return [];
  return accounts.filter(isObject).map(({ address, ...fields }) => [String(address), fields] as const);
}

function changedFields(before: Fields, after: Fields): Fields {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => name === 'storage' || !isDeepStrictEqual(value, before[name]),
    ),
  );
}

/** Removes slots of zero, and storage without slots, as geth does. */
function withoutZeros({ storage, ...fields }: Fields): Fields {
  const slots = Object.entries(isObject(storage) ? storage : {}).filter(([, value]) => value !== ZERO_WORD);
  return slots.length === 0 ? fields : { ...fields, storage: Object.fromEntries(slots) };
}

/** Parts of an operation's state that the log shows; the others are null. */
interface OpcodeLogOptions {
  readonly stack: boolean;
  readonly memory: boolean;
  readonly storage: boolean;
}

/**
 * Yields the texts of the log of an execution in the form of the relay's opcode logger: hex without `0x`. `trace` is that of the
 * REST API; undefined: an execution without any known operation.
 */
function* opcodeTexts(trace: unknown, options: OpcodeLogOptions): Generator<string, void, undefined> {
  const { gas = 0, failed = false, return_value: returned, opcodes } = isObject(trace) ? trace : {};
  const head = JSON.stringify({ gas, failed, returnValue: digits(returned) ?? '' });
  yield `${head.slice(0, -1)},"structLogs":`;
  yield* listTexts(Array.isArray(opcodes) ? opcodes.filter(isObject) : [], (one) => entryOf(one, options));
  yield '}';
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
