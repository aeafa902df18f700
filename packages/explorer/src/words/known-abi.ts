import { type AbiType, decodeValues, parseType, selectorOf, splitTypes, topicOf, valueText } from './abi.ts';
import { integer, withPoint } from './format.ts';
import { SYSTEM_FUNCTIONS } from './system-abi.ts';

/** Functions of ERC-20, ERC-721, ERC-1155, wrapped hbars and Multicall3. */
const FUNCTIONS = `name() symbol() decimals() totalSupply() balanceOf(address) transfer(address,uint256)
transferFrom(address,address,uint256) approve(address,uint256) allowance(address,address) ownerOf(uint256)
tokenURI(uint256) getApproved(uint256) setApprovalForAll(address,bool) isApprovedForAll(address,address)
safeTransferFrom(address,address,uint256) safeTransferFrom(address,address,uint256,bytes)
balanceOf(address,uint256) balanceOfBatch(address[],uint256[]) uri(uint256)
safeTransferFrom(address,address,uint256,uint256,bytes) safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)
supportsInterface(bytes4) owner() mint(address,uint256) burn(uint256) deposit() withdraw(uint256)
aggregate3((address,bool,bytes)[])`.split(/\s+/);

/** Events of these standards. An indexed parameter is marked with a star. */
const EVENTS = [
  ['Transfer', 'address* from', 'address* to', 'uint256 value'],
  ['Transfer', 'address* from', 'address* to', 'uint256* tokenId'],
  ['Approval', 'address* owner', 'address* spender', 'uint256 value'],
  ['Approval', 'address* owner', 'address* spender', 'uint256* tokenId'],
  ['ApprovalForAll', 'address* owner', 'address* operator', 'bool approved'],
  ['TransferSingle', 'address* operator', 'address* from', 'address* to', 'uint256 id', 'uint256 value'],
  ['TransferBatch', 'address* operator', 'address* from', 'address* to', 'uint256[] ids', 'uint256[] values'],
  ['OwnershipTransferred', 'address* previousOwner', 'address* newOwner'],
  ['Deposit', 'address* account', 'uint256 value'],
  ['Withdrawal', 'address* account', 'uint256 value'],
] as const;

/** A function or event of an ABI that a user added (JSON of Solidity's compiler). */
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

interface KnownEvent {
  readonly name: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly type: AbiType;
    readonly indexed: boolean;
  }[];
}

const functions = new Map<string, { readonly name: string; readonly types: readonly AbiType[] }>();
const events = new Map<string, KnownEvent[]>();

for (const signature of [...FUNCTIONS, ...SYSTEM_FUNCTIONS]) addFunction(signature);
for (const [name, ...given] of EVENTS) {
  const parameters = given.map((text) => {
    const [type = '', own = ''] = text.split(' ');
    return { name: own, type: type.replace('*', ''), indexed: type.endsWith('*') };
  });
  addEvent(name, parameters);
}

function addFunction(signature: string): void {
  const open = signature.indexOf('(');
  const types = splitTypes(signature.slice(open + 1, -1)).map(parseType);
  functions.set(selectorOf(signature), { name: signature.slice(0, open), types });
}

function addEvent(
  name: string,
  parameters: readonly { name: string; type: string; indexed: boolean }[],
): void {
  const topic = topicOf(`${name}(${parameters.map(({ type }) => type).join(',')})`);
  const event = { name, parameters: parameters.map((each) => ({ ...each, type: parseType(each.type) })) };
  events.set(topic, [...(events.get(topic) ?? []), event]);
}

/** Returns the type of a parameter as in signatures. */
export function typeText({ type, components }: AbiParameter): string {
  return type.startsWith('tuple') ? `(${(components ?? []).map(typeText).join(',')})${type.slice(5)}` : type;
}

/** Registers the functions and events of a user's ABI. Throws `TypeError` for an unknown type. */
export function registerAbi(entries: readonly AbiEntry[]): void {
  for (const { type, name, inputs = [] } of entries) {
    if (name === undefined) continue;
    if (type === 'function') addFunction(`${name}(${inputs.map(typeText).join(',')})`);
    if (type === 'event') {
      addEvent(
        name,
        inputs.map((each) => ({
          name: each.name ?? '',
          type: typeText(each),
          indexed: each.indexed === true,
        })),
      );
    }
  }
}

/** Formats a call: `transfer(0.0.1002, 5)`; null when its function is unknown or the data does not match. */
export function decodeCall(input: string): string | null {
  const known = functions.get(input.replace(/^0x/, '').slice(0, 8));
  if (known === undefined) return null;
  try {
    return `${known.name}(${decodeValues(known.types, input.replace(/^0x/, '').slice(8)).map(valueText).join(', ')})`;
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
  const fits = (event: KnownEvent): boolean =>
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
            ? valueText(value)
            : `${withPoint(amount, amountUnit.decimals)} ${amountUnit.symbol}`;
        return { name, text };
      }
      const hex = indexed[topic++] ?? '';
      const isHashed = ['string', 'bytes', 'array', 'tuple'].includes(type.kind);
      return { name, text: isHashed ? hex : valueText(decodeValues([type], hex)[0] ?? '') };
    });
    return { name: event.name, parameters };
  } catch {
    return null;
  }
}
