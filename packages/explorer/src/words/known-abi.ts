import { type AbiType, decodeValues, parseType, selectorOf, splitList, topicOf, valueText } from './abi.ts';
import { integer, shortened, withPoint } from './format.ts';
import { ERRORS, EVENTS, FUNCTIONS } from './standard-abi.ts';
import { SYSTEM_FUNCTIONS } from './system-abi.ts';

/** A function, event or error of an ABI that a user added (JSON of Solidity's compiler). */
export interface AbiEntry {
  readonly type: string;
  readonly name?: string;
  readonly stateMutability?: string;
  readonly inputs?: readonly AbiParameter[];
  readonly outputs?: readonly AbiParameter[];
}

interface AbiParameter {
  readonly name?: string;
  readonly type: string;
  readonly indexed?: boolean;
  readonly components?: readonly AbiParameter[];
}

/** A function, event or error with its parameters. */
interface Known {
  readonly name: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly type: AbiType;
    readonly indexed: boolean;
  }[];
}

const functions = new Map<string, Known>();
const errors = new Map<string, Known>();
const events = new Map<string, Known[]>();

for (const signature of [...FUNCTIONS, ...SYSTEM_FUNCTIONS]) addSignature('function', signature);
for (const signature of EVENTS) addSignature('event', signature);
for (const signature of ERRORS) addSignature('error', signature);

/** Adds a signature such as `Deposit(address* account,uint256 value)`, whose star marks an indexed parameter. */
function addSignature(kind: string, signature: string): void {
  const open = signature.indexOf('(');
  const parameters = splitList(signature.slice(open + 1, -1)).map((text) => {
    const [, type = '', star, name = ''] = /^([^* ]+)(\*)?(?: (\w+))?$/.exec(text) ?? [];
    return { name, type, indexed: star !== undefined };
  });
  add(kind, signature.slice(0, open), parameters);
}

/** Adds a function, event or error, which replaces an earlier one with its selector; other kinds are ignored. */
function add(
  kind: string,
  name: string,
  parameters: readonly { readonly name: string; readonly type: string; readonly indexed: boolean }[],
): void {
  const signature = `${name}(${parameters.map(({ type }) => type).join(',')})`;
  const known = { name, parameters: parameters.map((each) => ({ ...each, type: parseType(each.type) })) };
  if (kind === 'function') functions.set(selectorOf(signature), known);
  if (kind === 'error') errors.set(selectorOf(signature), known);
  if (kind !== 'event') return;
  const topic = topicOf(signature);
  const places = (event: Known): string => event.parameters.map(({ indexed }) => Number(indexed)).join('');
  const others = (events.get(topic) ?? []).filter((other) => places(other) !== places(known));
  events.set(topic, [...others, known]);
}

/** Returns the type of a parameter as in signatures. */
export function typeText({ type, components }: AbiParameter): string {
  return type.startsWith('tuple') ? `(${(components ?? []).map(typeText).join(',')})${type.slice(5)}` : type;
}

/** Maximum number of entries of an ABI, and of the parameters in it. */
const MAX_ENTRIES = 3_000;
const MAX_PARAMETERS = 20_000;
const MAX_NESTING = 8;
const MAX_NAME = 200;

/** Reads an ABI from JSON. Entries of another shape, and those with types that are none of the ABI, are left out. */
export function readAbi(value: unknown): readonly AbiEntry[] {
  let left = MAX_PARAMETERS;
  const parameters = (given: unknown, depth: number): readonly AbiParameter[] => {
    if (given === undefined) return [];
    if (!Array.isArray(given) || depth > MAX_NESTING) throw new TypeError('no parameters');
    return (given as readonly unknown[]).map((each) => {
      const { name, type, indexed, components } = (each ?? {}) as Readonly<Record<string, unknown>>;
      left -= 1;
      if (left < 0 || typeof type !== 'string' || type.length > MAX_NAME) throw new TypeError('no parameter');
      return {
        name: typeof name === 'string' ? shortened(name, MAX_NAME) : '',
        type,
        ...(indexed === true && { indexed }),
        ...(type.startsWith('tuple') && { components: parameters(components, depth + 1) }),
      };
    });
  };
  return (Array.isArray(value) ? (value as readonly unknown[]).slice(0, MAX_ENTRIES) : []).flatMap((each) => {
    const { type, name, stateMutability, inputs, outputs } = (each ?? {}) as Readonly<
      Record<string, unknown>
    >;
    if (typeof type !== 'string' || type.length > MAX_NAME) return [];
    try {
      const entry = {
        type,
        ...(typeof name === 'string' && { name: shortened(name, MAX_NAME) }),
        ...(typeof stateMutability === 'string' && { stateMutability }),
        inputs: parameters(inputs, 0),
        outputs: parameters(outputs, 0),
      };
      for (const { type: one, components = [] } of [...entry.inputs, ...entry.outputs]) {
        parseType(typeText({ type: one, components }));
      }
      return [entry];
    } catch {
      return [];
    }
  });
}

/** Registers the functions, events and errors of a user's ABI. Throws `TypeError` for an unknown type. */
export function registerAbi(entries: readonly AbiEntry[]): void {
  for (const { type: kind, name, inputs = [] } of entries) {
    if (name === undefined) continue;
    const parameters = inputs.map((each) => ({
      name: each.name ?? '',
      type: typeText(each),
      indexed: each.indexed === true,
    }));
    add(kind, name, parameters);
  }
}

/** Formats a call: `transfer(0.0.1002, 5)`; null when its function is unknown or the data does not match. */
export function decodeCall(input: string): string | null {
  return decodeBySelector(functions, input, false);
}

/** Maximum number of characters of a call. Its input is shown in full beside it. */
const MAX_CALL = 300;

/** Formats a call as `decodeCall`, or in other words for a constructor, an unknown function, or no input at all. */
export function callText(input: string, isConstructor: boolean): string {
  if (isConstructor) return 'constructor';
  if (input.replace(/^0x/, '') === '') return 'no input';
  return shortened(decodeCall(input) ?? input.slice(0, 10), MAX_CALL);
}

/** Returns the name of a called function, or its selector; other words for a constructor, and for no input at all. */
export function calledText(input: string, isConstructor: boolean): string {
  const digits = input.replace(/^0x/, '').slice(0, 8);
  const known = isConstructor ? undefined : functions.get(digits);
  return known === undefined ? callText(`0x${digits}`, isConstructor) : shortened(known.name, MAX_NAME);
}

/** Returns whether a contract result is that of the creation of its contract. */
export function createsItself(result: {
  readonly contract_id: string | null;
  readonly created_contract_ids: readonly string[];
}): boolean {
  return result.contract_id !== null && result.created_contract_ids.includes(result.contract_id);
}

/**
 * Formats the data of a custom error, with the names of its parameters: `OwnableInvalidOwner(owner 0.0.5)`; null when
 * the error is unknown or the data does not match.
 */
export function decodeError(data: string): string | null {
  return decodeBySelector(errors, data, true);
}

function decodeBySelector(all: ReadonlyMap<string, Known>, data: string, hasNames: boolean): string | null {
  const digits = data.replace(/^0x/, '');
  const known = all.get(digits.slice(0, 8));
  if (known === undefined) return null;
  try {
    const types = known.parameters.map(({ type }) => type);
    const values = decodeValues(types, digits.slice(8));
    const texts = known.parameters.map(({ name, type }, at) => {
      const text = valueText(values[at] ?? '', type);
      return hasNames && name !== '' ? `${name} ${text}` : text;
    });
    return `${known.name}(${texts.join(', ')})`;
  } catch {
    return null;
  }
}

/** Unit of the amounts in a token's events. */
export interface Unit {
  readonly symbol: string;
  readonly decimals: number;
}

/** A decoded log: the name of its event and its parameters as text. */
export interface DecodedLog {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly text: string }[];
}

/**
 * Returns whether a log is an ERC-20 transfer or approval, whose last parameter is an amount in its contract's unit.
 */
export function isAmountLog(topics: readonly string[]): boolean {
  const [first = ''] = topics;
  return topics.length === 3 && AMOUNT_TOPICS.has(first.replace(/^0x/, ''));
}

const AMOUNT_TOPICS = new Set(
  ['Transfer', 'Approval'].map((name) => topicOf(`${name}(address,address,uint256)`)),
);

/** Decodes a log; null when its event is unknown. `unit`: that of the contract, if it is a token. */
export function decodeLog(topics: readonly string[], data: string, unit?: Unit): DecodedLog | null {
  const [first = '', ...indexed] = topics;
  const fits = (event: Known): boolean =>
    event.parameters.filter((each) => each.indexed).length === indexed.length;
  const event = events.get(first.replace(/^0x/, ''))?.findLast(fits);
  if (event === undefined) return null;
  const amountUnit = isAmountLog(topics) ? unit : undefined;
  try {
    const values = decodeValues(
      event.parameters.filter((each) => !each.indexed).map(({ type }) => type),
      data,
    );
    let [topic, index] = [0, 0];
    const parameters = event.parameters.map(({ name, type, indexed: isTopic }) => {
      if (!isTopic) {
        const value = values[index++] ?? '';
        const amount = amountUnit === undefined ? null : integer(value);
        const text =
          amount === null || amountUnit === undefined
            ? valueText(value, type)
            : `${withPoint(amount, amountUnit.decimals)} ${amountUnit.symbol}`;
        return { name, text };
      }
      const hex = indexed[topic++] ?? '';
      const isHashed = ['string', 'bytes', 'array', 'tuple'].includes(type.kind);
      return { name, text: isHashed ? hex : valueText(decodeValues([type], hex)[0] ?? '', type) };
    });
    return { name: event.name, parameters };
  } catch {
    return null;
  }
}
