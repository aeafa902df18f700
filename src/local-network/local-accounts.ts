import { readFileSync } from 'node:fs';
import { TINYBARS_PER_HBAR } from '@tain/ledger/amounts';
import { evmAddressOfKey } from '@tain/ledger/evm-address';
import { prefixedHex } from '@tain/ledger/integer-bytes';
import { FUNDED_ACCOUNTS } from '@tain/network-simulator/ledger/well-known';
import { proto } from '@tain/protos/hapi';
import type { Config } from '../config/config.ts';
import { Failure, messageOf } from '../kernel/failure.ts';
import {
  ecdsaAddress,
  ecdsaKey,
  type PrivateKey,
  parsePrivateKey,
  publicKeyOf,
} from '../rpc/nodes/operator-key.ts';

/** Account of one's own on a local network. */
export interface OwnAccount {
  /** Alias that creates it: a serialized `Key`, or an EVM address. */
  readonly alias: Uint8Array;
  readonly type: PrivateKey['type'];
  /** 64 hex digits; null when the file has only the public part. */
  readonly privateKey: string | null;
  /** Address with 0x; null for Ed25519. */
  readonly evmAddress: string | null;
  /** Initial balance. */
  readonly tinybars: bigint;
}

/** Account of one's own that exists on the network. */
export interface FundedAccount extends OwnAccount {
  readonly num: number;
}

const SETTING = 'TAIN_DEMO_ACCOUNTS';
const DEFAULT_HBARS = '10000';
const MAX_ACCOUNTS = 1_000;
/** Hbars of all accounts together: the treasury has 50 billion, of which the network's own accounts get some. */
const MAX_HBARS = 10_000_000_000n;
/** Decimals of an amount in hbars. */
const DECIMALS = 8;
const FIELDS = ['privateKey', 'publicKey', 'evmAddress', 'type', 'balance'];

/** Beginnings of DER-encoded public keys in hex digits, as SDKs write them. */
const DER = { ED25519: '302a300506032b6570032100', ECDSA_SECP256K1: '302d300706052b8104000a032200' } as const;
/** Hex digits of a public key. */
const PUBLIC_DIGITS = { ED25519: 64, ECDSA_SECP256K1: 66 } as const;

type Identity = Omit<OwnAccount, 'tinybars'>;

/** Reads the accounts that a setting names; none without it. Throws `Failure` that names the faulty entry. */
export function localAccounts({
  demoAccounts: file,
  demoNodePort,
}: Pick<Config, 'demoAccounts' | 'demoNodePort'>): OwnAccount[] {
  if (file === null) return [];
  if (demoNodePort === 'off') {
    throw new Failure(
      'usage',
      `${SETTING} needs a network that accepts transactions: TAIN_DEMO_NODE_PORT is off.`,
    );
  }
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Failure('usage', `The file ${file} (${SETTING}) cannot be read: ${messageOf(cause)}.`, {
      cause,
    });
  }
  return parseAccounts(text, `The file ${file} (${SETTING})`);
}

/** Returns the addresses of the network's own pre-funded accounts, with their numbers. */
function preFunded(): Map<string, number> {
  const accounts = FUNDED_ACCOUNTS.filter(({ kind }) => kind === 'ecdsa-alias');
  return new Map(accounts.map(({ num, privateKey }) => [ecdsaAddress(privateKey), num]));
}

/** Parses the JSON list of accounts. `source` begins the sentence of a `Failure`, which contains no key. */
export function parseAccounts(text: string, source: string): OwnAccount[] {
  const refuse = (reason: string): Failure => new Failure('usage', `${source} ${reason}.`);
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw refuse('is not JSON');
  }
  if (!Array.isArray(list)) throw refuse('must be a JSON list of accounts');
  if (list.length > MAX_ACCOUNTS)
    throw refuse(`has ${list.length} accounts; at most ${MAX_ACCOUNTS} are possible`);
  const known = preFunded();
  const numbers = new Map<string, number>();
  let total = 0n;
  return list.map((entry: unknown, index) => {
    const number = index + 1;
    try {
      const account = parseAccount(entry);
      const name = account.evmAddress ?? Buffer.from(account.alias).toString('hex');
      const num = known.get(name);
      if (num !== undefined) throw new Error(`is the pre-funded account 0.0.${num}`);
      const earlier = numbers.get(name);
      if (earlier !== undefined) throw new Error(`is the account of entry ${earlier}`);
      numbers.set(name, number);
      total += account.tinybars;
      if (total > MAX_HBARS * TINYBARS_PER_HBAR)
        throw new Error(`raises the sum of all balances above ${MAX_HBARS} hbars`);
      return account;
    } catch (error) {
      throw refuse(`has a faulty entry ${number}, which ${messageOf(error)}`);
    }
  });
}

/** Throws an `Error` whose message completes "entry 1, which …". */
function parseAccount(entry: unknown): OwnAccount {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw new Error('is not an object');
  const fields = new Map<string, unknown>(Object.entries(entry));
  for (const name of fields.keys()) {
    if (!FIELDS.includes(name))
      throw new Error(`has an unknown field ${name}: known are ${FIELDS.join(', ')}`);
  }
  const tinybars = parseBalance(fields.get('balance') ?? DEFAULT_HBARS);
  const given = FIELDS.slice(0, 3).filter((name) => fields.has(name));
  const [field] = given;
  if (field === undefined || given.length > 1)
    throw new Error('must have exactly one of privateKey, publicKey and evmAddress');
  const type = parseType(fields.get('type'));
  const value = fields.get(field);
  if (typeof value !== 'string') throw new Error(`has a ${field} that is not a text`);
  const identity =
    field === 'privateKey'
      ? ofPrivateKey(value, type)
      : field === 'publicKey'
        ? ofPublicKey(value, type)
        : ofAddress(value, type);
  if (identity === undefined) throw new Error(`has a ${field} that is none: ${EXPECTED[field]}`);
  return { ...identity, tinybars };
}

const EXPECTED: Readonly<Record<string, string>> = {
  privateKey: '64 hex digits, with `type` ED25519 if it is not an ECDSA key, or DER in hex',
  publicKey: '66 hex digits (ECDSA), 64 hex digits with `type` ED25519, or DER in hex',
  evmAddress: '0x and 40 hex digits that are not only zeros at the beginning, of type ECDSA',
};

function parseType(value: unknown): PrivateKey['type'] | undefined {
  if (value === undefined) return undefined;
  if (value === 'ECDSA') return 'ECDSA_SECP256K1';
  if (value === 'ED25519') return 'ED25519';
  throw new Error('has a type that is neither ECDSA nor ED25519');
}

function parseBalance(value: unknown): bigint {
  const [, whole, fraction = ''] = /^(\d{1,11})(?:\.(\d{1,8}))?$/.exec(String(value)) ?? [];
  const tinybars = BigInt((whole ?? '0') + fraction.padEnd(DECIMALS, '0'));
  if (tinybars === 0n || (typeof value !== 'string' && typeof value !== 'number'))
    throw new Error('has a balance that is not a positive number of hbars with at most 8 decimals');
  return tinybars;
}

function ofPrivateKey(text: string, type: PrivateKey['type'] | undefined): Identity | undefined {
  const digits = text.replace(/^0x/, '').toLowerCase();
  const isRaw = /^[\da-f]{64}$/.test(digits);
  const raw = type === 'ED25519' ? { type, digits } : ecdsaKey(digits);
  const key = isRaw ? raw : parsePrivateKey(text);
  if (key === undefined || (type !== undefined && key.type !== type)) return undefined;
  return { ...ofKey(key.type, publicKeyOf(key)), privateKey: key.digits };
}

function ofPublicKey(text: string, type: PrivateKey['type'] | undefined): Identity | undefined {
  const digits = text.replace(/^0x/, '').toLowerCase();
  for (const each of ['ED25519', 'ECDSA_SECP256K1'] as const) {
    const isDer = digits.startsWith(DER[each]);
    const raw = isDer ? digits.slice(DER[each].length) : digits;
    if (raw.length !== PUBLIC_DIGITS[each] || !/^[\da-f]+$/.test(raw)) continue;
    const isTyped = type === each || (type === undefined && (isDer || each === 'ECDSA_SECP256K1'));
    const bytes = Buffer.from(raw, 'hex');
    if (!isTyped || (each === 'ECDSA_SECP256K1' && evmAddressOfKey(bytes) === null)) return undefined;
    return ofKey(each, bytes);
  }
  return undefined;
}

function ofKey(type: PrivateKey['type'], publicKey: Uint8Array): Identity {
  const isEcdsa = type === 'ECDSA_SECP256K1';
  const address = isEcdsa ? evmAddressOfKey(publicKey) : null;
  const key = isEcdsa ? { ECDSASecp256k1: publicKey } : { ed25519: publicKey };
  return {
    type,
    alias: proto.Key.encode(key).finish(),
    privateKey: null,
    evmAddress: address && prefixedHex(address),
  };
}

function ofAddress(text: string, type: PrivateKey['type'] | undefined): Identity | undefined {
  // An address that begins with 12 zero bytes is that of an entity's number.
  if (type === 'ED25519' || !/^0x(?!0{24})[\da-f]{40}$/i.test(text)) return undefined;
  const evmAddress = text.toLowerCase();
  const alias = Buffer.from(evmAddress.slice(2), 'hex');
  return { type: 'ECDSA_SECP256K1', alias, privateKey: null, evmAddress };
}
