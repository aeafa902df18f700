import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import type { Steps } from '../../kernel/limits/in-slices.ts';
import type { TextRows } from '../../store/connections/select.ts';
import { sql } from '../../store/sql.ts';
import type { RpcContext } from '../method/context.ts';
import { BOOLEAN_SCHEMA, BYTES } from '../method/json-schema.ts';
import { method } from '../method/method.ts';
import { required } from '../method/parameter.ts';
import { ADDRESS, HEX_BYTES, HEX_WORD, isObject, NUMBER, WEIBARS } from '../method/parameter-types.ts';
import { ERRORS, RpcError } from '../method/rpc-error.ts';
import type { DevelopmentNetwork, SendOutcome, StoredSlot } from '../method/services.ts';
import { inTurns, joinedTexts, memberTexts, OBJECT, writeSliced } from '../method/sliced-json.ts';
import { readyContext } from '../sending/outcome.ts';
import { hexBytes, quantity, word } from '../values/hex.ts';
import { outlineSteps } from '../values/json-outline.ts';
import { parseSteps } from '../values/json-steps.ts';
import {
  allOrNothing,
  alone,
  codeRefusal,
  completed,
  creationRefusal,
  LONG_ZERO,
  networkOf,
  wordOf,
} from './set-state.ts';

/**
 * State of the local network as Anvil dumps it: accounts by address, with balance, nonce, code and slots, as compressed JSON. Tokens,
 * files, keys and entities without an address of their own are not part of it.
 */

/** An account of a state. */
interface DumpedAccount {
  /** Tinybars. */
  readonly balance: bigint;
  readonly nonce: bigint;
  /** Hex with `0x`. */
  readonly code: string;
  /** Values that are not zero, by slot: words in hex. */
  readonly storage: ReadonlyMap<string, string>;
}

/** An account of the present state. */
interface PresentAccount extends DumpedAccount {
  readonly id: bigint;
  readonly isContract: boolean;
  readonly key: Uint8Array | null;
}

/** Maximum size of a dump in bytes: in hex it must fit into a request, which has at most 1 MB. */
const MAX_DUMP_BYTES = 495_000;
/** Maximum size of its JSON in bytes. */
const MAX_JSON_BYTES = 16 * 1024 * 1024;
/** Number of nested objects: the state, its accounts, an account, its slots. Anvil's has no more in what it dumps besides them. */
const STATE_DEPTH = 8;
const MAX_ACCOUNTS = 10_000;
/** Maximum number of slots of all accounts: that of a JSON of `MAX_JSON_BYTES`. */
const MAX_SLOTS = 120_000;
/** Maximum number of slots that one transaction sets: each takes some 23,000 of its 15 million gas. */
const MAX_SLOTS_OF_TRANSACTION = 500;
/** Maximum number of transactions in one block while a state is loaded. */
const MAX_CONCURRENT = 50;
const GZIP_MAGIC = 0x1f8b;

/**
 * Reads all accounts and contracts with an address of their own, and their slots, by their addresses. Throws `RpcError` when there
 * are too many of either.
 */
async function selectAccounts(context: RpcContext): Promise<Map<string, PresentAccount>> {
  // One statement, so that slots and accounts are those of one block.
  const rows = await context.select(sql`
    with present as (
      select id, encode(evm_address, 'hex') as address, type, balance, ethereum_nonce, key
      from entity
      where evm_address is not null and type in ('ACCOUNT', 'CONTRACT') and deleted is not true
      limit ${MAX_ACCOUNTS + 1}
    )
    select p.id, p.address, p.type, p.balance, p.ethereum_nonce, p.key, c.runtime_bytecode, null, null
    from present p
    left join contract c on c.id = p.id
    union all (
      select p.id, p.address, null, null, null, null, null, s.slot, s.value
      from present p
      join contract_state s on s.contract_id = p.id
      where s.value is not null
      limit ${MAX_SLOTS + 1}
    )`);
  return inTurns(context, accountsOf(rows));
}

/** Makes accounts of rows. Throws `RpcError` when there are too many. */
function* accountsOf(rows: TextRows): Steps<Map<string, PresentAccount>> {
  const accounts = new Map<string, PresentAccount & { readonly storage: Map<string, string> }>();
  for (const [id, address, type, balance, nonce, key, code] of rows) {
    if (!type) continue;
    accounts.set(`0x${address}`, {
      id: BigInt(id ?? 0),
      isContract: type === 'CONTRACT',
      key: key ? hexBytes(`0x${key.slice(2)}`) : null,
      balance: BigInt(balance ?? 0),
      nonce: BigInt(nonce ?? 1),
      code: `0x${code?.slice(2) ?? ''}`,
      storage: new Map(),
    });
    yield;
  }
  if (accounts.size > MAX_ACCOUNTS)
    throw new RpcError(-32_000, `The network has more than ${MAX_ACCOUNTS} accounts with an address`);
  if (rows.length - accounts.size > MAX_SLOTS)
    throw new RpcError(-32_000, `The network's contracts have more than ${MAX_SLOTS} slots`);
  for (const [, address, type, , , , , slot, value] of rows) {
    if (type || !slot || !value || /^\\x0*$/.test(value)) continue;
    accounts.get(`0x${address}`)?.storage.set(word(slot), word(value));
    yield;
  }
  return accounts;
}

/** Yields the texts of a state. */
function stateTexts(accounts: ReadonlyMap<string, PresentAccount>): Iterable<string> {
  function* members(): Generator<Iterable<string>, void, undefined> {
    for (const [address, account] of accounts) yield memberTexts(address, accountTexts(account));
  }
  return joinedTexts(OBJECT, [memberTexts('accounts', joinedTexts(OBJECT, members()))]);
}

function accountTexts({ balance, nonce, code, storage }: PresentAccount): Iterable<string> {
  function* slots(): Generator<[string], void, undefined> {
    for (const [slot, value] of storage) yield [`"${slot}":"${value}"`];
  }
  return joinedTexts(OBJECT, [
    [`"nonce":${Number(nonce)}`],
    [`"balance":"${quantity(balance * WEIBARS_PER_TINYBAR)}"`],
    [`"code":"${code}"`],
    memberTexts('storage', joinedTexts(OBJECT, slots())),
  ]);
}

export const dumpState = method({
  name: 'anvil_dumpState',
  summary:
    'Returns the balances, nonces, codes and slots of all accounts and contracts with an address of their own, for `anvil_loadState`.',
  result: BYTES,
  answer: async (_values, context) => {
    const accounts = await selectAccounts(await readyContext(context));
    const { parts } = await writeSliced(context, stateTexts(accounts));
    const json = Buffer.concat(parts.map((part) => Buffer.from(part)));
    const dump = json.length > MAX_JSON_BYTES ? null : await promisify(gzip)(json);
    if (dump === null || dump.length > MAX_DUMP_BYTES) {
      throw new RpcError(
        -32_000,
        `The state has more than ${MAX_DUMP_BYTES} bytes; \`tain demo save NAME\` saves one of any size`,
      );
    }
    return `0x${dump.toString('hex')}`;
  },
});

/** Parses a state, whose JSON and values count as held before they exist. Throws `RpcError` that names what is wrong. */
async function parseState(hex: string, context: RpcContext): Promise<Map<string, DumpedAccount>> {
  const bytes = hexBytes(hex);
  const isPacked = bytes.length > 2 && bytes.readUInt16BE(0) === GZIP_MAGIC;
  const json = isPacked
    ? await promisify(gunzip)(bytes, { maxOutputLength: MAX_JSON_BYTES }).catch(() => null)
    : bytes;
  if (json === null) throw invalidState(`Expected compressed JSON of at most ${MAX_JSON_BYTES} bytes`);
  const { depth, bytes: valueBytes } = await inTurns(context, outlineSteps(json));
  if (depth > STATE_DEPTH) throw invalidState('Expected a result of anvil_dumpState');
  context.memory.add(json.length + valueBytes);
  const state = await inTurns(context, parseSteps(json)).catch((error: unknown) => {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  });
  const accounts = fieldOf(state, 'accounts');
  if (!isObject(accounts)) throw invalidState('Expected a result of anvil_dumpState');
  return inTurns(context, parseAccounts(accounts));
}

function* parseAccounts(given: Readonly<Record<string, unknown>>): Steps<Map<string, DumpedAccount>> {
  const entries = Object.entries(given);
  if (entries.length > MAX_ACCOUNTS) throw invalidState(`Expected at most ${MAX_ACCOUNTS} accounts`);
  const parsed = new Map<string, DumpedAccount>();
  for (const [address, value] of entries) {
    const named = ADDRESS.parse(address);
    const account = named === undefined ? undefined : yield* parseAccount(value);
    if (named === undefined || account === undefined)
      throw invalidState(`Account ${address.slice(0, 42)} is not valid`);
    const refusal = codeRefusal(hexBytes(account.code));
    if (refusal !== null) throw invalidState(`Code of ${named}: ${refusal}`);
    parsed.set(named, account);
    yield;
  }
  return parsed;
}

function* parseAccount(given: unknown): Steps<DumpedAccount | undefined> {
  const balance = WEIBARS.parse(fieldOf(given, 'balance'));
  const nonce = NUMBER.parse(fieldOf(given, 'nonce'));
  const code = HEX_BYTES.parse(fieldOf(given, 'code') ?? '0x');
  const slots = fieldOf(given, 'storage') ?? {};
  if (balance === undefined || nonce === undefined || code === undefined || !isObject(slots))
    return undefined;
  const storage = new Map<string, string>();
  for (const [slot, value] of Object.entries(slots)) {
    const [key, set] = [HEX_WORD.parse(slot), HEX_WORD.parse(value)];
    if (key === undefined || set === undefined) return undefined;
    if (BigInt(set) !== 0n) storage.set(word(key), word(set));
    yield;
  }
  return { balance: balance / WEIBARS_PER_TINYBAR, nonce, code, storage };
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function invalidState(reason: string): RpcError {
  return ERRORS.invalidParameter(0, reason);
}

/** A change of the state by a transaction. */
type Change = () => Promise<SendOutcome | null>;

/** Changes of an account: those of its code come before the others of all accounts. */
interface Changes {
  readonly code: readonly Change[];
  readonly others: readonly Change[];
}

/**
 * Returns the changes that lead from the present state of an account to the dumped one, those of its code before the others. Throws
 * `RpcError` when there are none that do.
 */
function* changesOf(
  network: DevelopmentNetwork,
  address: string,
  wanted: DumpedAccount,
  present: PresentAccount | undefined,
): Steps<Changes> {
  yield;
  const code: Change[] = [];
  const others: Change[] = [];
  const bytes = hexBytes(wanted.code);
  if (present?.isContract) {
    if (present.code !== wanted.code) code.push(() => network.replaceCode(address, bytes));
  } else if (bytes.length > 0) {
    const refusal = creationRefusal(address, present?.key);
    if (refusal !== null) throw new RpcError(-32_000, `${address}: ${refusal}`);
    code.push(() => network.createContract(address, bytes));
  }
  const missing = wanted.balance - (present?.balance ?? 0n);
  if (missing !== 0n) others.push(() => network.transfer(address, present?.id, missing));
  // A new contract has nonce 1.
  const nonce = code.length > 0 && !present?.isContract ? 1n : (present?.nonce ?? 0n);
  if (wanted.nonce > nonce) others.push(() => network.setNonce(address, wanted.nonce));
  if (!present?.isContract && bytes.length === 0) return { code, others };
  const before = present?.storage ?? new Map<string, string>();
  const slots: StoredSlot[] = [];
  for (const [slot, value] of wanted.storage) {
    if (before.get(slot) !== value) slots.push([wordOf(slot), wordOf(value)]);
    yield;
  }
  for (const slot of before.keys())
    if (!wanted.storage.has(slot)) slots.push([wordOf(slot), new Uint8Array(32)]);
  for (let at = 0; at < slots.length; at += MAX_SLOTS_OF_TRANSACTION)
    others.push(() => network.setStorage(address, slots.slice(at, at + MAX_SLOTS_OF_TRANSACTION)));
  return { code, others };
}

/** Returns the changes of all accounts. Throws like `changesOf`. */
function* allChanges(
  network: DevelopmentNetwork,
  wanted: ReadonlyMap<string, DumpedAccount>,
  present: ReadonlyMap<string, PresentAccount>,
): Steps<Changes[]> {
  const changes: Changes[] = [];
  for (const [address, account] of wanted) {
    // Such an address is that of an entity by its number, which differs from network to network.
    if (account.code === '0x' && address.startsWith(LONG_ZERO)) continue;
    changes.push(yield* changesOf(network, address, account, present.get(address)));
  }
  return changes;
}

/** Makes changes, a number of them concurrently. Throws `RpcError` of the first that failed, once all that began have ended. */
async function make(context: RpcContext, changes: readonly Change[]): Promise<void> {
  for (let at = 0; at < changes.length && !context.signal.aborted; at += MAX_CONCURRENT) {
    const running = changes.slice(at, at + MAX_CONCURRENT).map(async (change) => change());
    const ends = await Promise.allSettled(
      running.map((one) => completed(context, one, 'change of the state')),
    );
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }
}

export const loadState = method({
  name: 'anvil_loadState',
  summary:
    'Gives accounts and contracts the balances, codes and slots of a dump by transactions of the treasury, and nonces that are not smaller than the present ones. Others remain.',
  parameters: [
    required('state', HEX_BYTES, `Result of \`anvil_dumpState\`, at most ${MAX_DUMP_BYTES} bytes.`),
  ],
  result: BOOLEAN_SCHEMA,
  inBatch: false,
  answer: async ([hex], context) => {
    const wanted = await parseState(hex, context);
    // Other clients' snapshots and returns do not wait for this.
    await readyContext(context);
    return alone(context, async () => {
      const present = await selectAccounts(await readyContext(context));
      const changes = await inTurns(context, allChanges(networkOf(context), wanted, present));
      const phases = [changes.flatMap(({ code }) => code), changes.flatMap(({ others }) => others)];
      if (phases.some((phase) => phase.length > 0)) {
        await allOrNothing(context, async () => {
          for (const phase of phases) await make(context, phase);
        });
      }
      return true;
    });
  },
});
