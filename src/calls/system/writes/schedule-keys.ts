import { encodeEntityId } from '@tain/ledger/entity-id';
import { usableKey } from '@tain/ledger/key-json';
import { longToBigInt } from '@tain/ledger/long';
import { proto } from '@tain/protos/hapi';
import type { LedgerAccount, LedgerSchedule, LedgerToken, Signatory } from '../../state/ledger-objects.ts';
import type { Ledger } from '../ledger.ts';
import type { MethodCall } from '../method.ts';
import { senderOf } from './objects.ts';
import { contractKeyId } from './token-create-keys.ts';

/** Signers of scheduled transactions, and the keys that these transactions need. */

/** Maximum nesting of keys that is checked. */
const MAX_DEPTH = 15;

/** Returns the signatories of the caller: for a contract itself, for an account all its own public keys. */
export function callerSignatories(call: MethodCall): Signatory[] {
  const sender = senderOf(call);
  if (sender.type === 'CONTRACT') return [`contract:${sender.id}`];
  return sender.key === undefined ? [] : simpleKeys(proto.Key.decode(sender.key));
}

/** Returns the key that may delete a schedule of the caller: the first one with which the caller signs. */
export function callerKey(call: MethodCall): Uint8Array | undefined {
  const [first] = callerSignatories(call);
  if (first === undefined) return undefined;
  const [kind = '', value = ''] = first.split(':');
  if (kind === 'contract') return encode({ contractID: contractKeyId(BigInt(value)) });
  const bytes = Buffer.from(value, 'hex');
  return encode(kind === 'ed25519' ? { ed25519: bytes } : { ECDSASecp256k1: bytes });
}

function encode(key: proto.IKey): Uint8Array {
  return proto.Key.encode(key).finish();
}

/** Returns all public keys in a key. */
export function simpleKeys(key: proto.IKey, depth = 0): Signatory[] {
  if (depth > MAX_DEPTH) return [];
  const list = key.thresholdKey?.keys?.keys ?? key.keyList?.keys;
  if (list) return list.flatMap((each) => simpleKeys(each, depth + 1));
  if (key.ed25519?.length) return [`ed25519:${hex(key.ed25519)}`];
  return key.ECDSASecp256k1?.length ? [`ecdsa:${hex(key.ECDSASecp256k1)}`] : [];
}

/** Returns whether signatures satisfy a key. A delegatable contract key is also satisfied by the contract itself. */
export function isSatisfied(key: proto.IKey, by: ReadonlySet<string>, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  const list = key.thresholdKey?.keys?.keys ?? key.keyList?.keys;
  if (list) {
    const needed = key.thresholdKey ? (key.thresholdKey.threshold ?? 0) : list.length;
    return list.length > 0 && list.filter((each) => isSatisfied(each, by, depth + 1)).length >= needed;
  }
  if (key.contractID) return by.has(`contract:${contractOf(key.contractID)}`);
  if (key.delegatableContractId) {
    const id = contractOf(key.delegatableContractId);
    return by.has(`delegatable:${id}`) || by.has(`contract:${id}`);
  }
  return simpleKeys(key).some((each) => by.has(each));
}

/**
 * Returns the keys that must sign a scheduled transaction, its payer's first. Undefined if they are unknown here: the
 * transaction is of a type that contracts do not schedule, or names a missing entity.
 */
export async function requiredKeys(
  ledger: Ledger,
  { payer, body }: Pick<LedgerSchedule, 'payer' | 'body'>,
): Promise<readonly proto.IKey[] | undefined> {
  const of = proto.SchedulableTransactionBody.decode(body);
  const keys = [await accountKey(ledger, payer)];
  if (of.tokenCreation) keys.push(...(await creationKeys(ledger, of.tokenCreation)));
  else if (of.tokenUpdate) keys.push(...(await updateKeys(ledger, of.tokenUpdate)));
  else if (of.cryptoTransfer) keys.push(...(await transferKeys(ledger, of.cryptoTransfer)));
  else if (of.tokenMint || of.tokenBurn) {
    keys.push((await tokenOf(ledger, of.tokenMint?.token ?? of.tokenBurn?.token))?.keys.supply);
  } else if (!of.contractCall) return undefined;
  if (keys.includes(undefined)) return undefined;
  return keys.flatMap((key) => (key === undefined ? [] : [proto.Key.decode(key)]));
}

type Keys = (Uint8Array | undefined)[];

async function creationKeys(ledger: Ledger, body: proto.ITokenCreateTransactionBody): Promise<Keys> {
  return [
    await keyOf(ledger, body.treasury),
    ...(body.autoRenewAccount ? [await keyOf(ledger, body.autoRenewAccount)] : []),
    ...(body.adminKey ? [encode(body.adminKey)] : []),
  ];
}

const ROLES = {
  kycKey: 'kyc',
  freezeKey: 'freeze',
  wipeKey: 'wipe',
  supplyKey: 'supply',
  feeScheduleKey: 'feeSchedule',
  pauseKey: 'pause',
  metadataKey: 'metadata',
} as const;

async function updateKeys(ledger: Ledger, body: proto.ITokenUpdateTransactionBody): Promise<Keys> {
  const token = await tokenOf(ledger, body.token);
  if (token === undefined) return [undefined];
  const { admin } = token.keys;
  const keys: Keys = [];
  for (const [field, role] of Object.entries(ROLES) as [
    keyof typeof ROLES,
    (typeof ROLES)[keyof typeof ROLES],
  ][]) {
    // A role's key can also be changed with the admin key. Without an admin key, the role's key and the new key must
    // sign.
    // Only the admin key removes a key.
    const key = body[field] && encode(body[field]);
    if (key) keys.push(...(admin || !usableKey(key) ? [admin] : [token.keys[role], key]));
  }
  if (body.treasury) keys.push(admin, await keyOf(ledger, body.treasury));
  if (body.autoRenewAccount) keys.push(admin, await keyOf(ledger, body.autoRenewAccount));
  if (body.adminKey) {
    const key = encode(body.adminKey);
    keys.push(admin, ...(usableKey(key) ? [key] : []));
  }
  if (body.name || body.symbol || body.memo || body.autoRenewPeriod || body.metadata) keys.push(admin);
  return keys;
}

async function transferKeys(ledger: Ledger, body: proto.ICryptoTransferTransactionBody): Promise<Keys> {
  const lists = [
    body.transfers?.accountAmounts ?? [],
    ...(body.tokenTransfers ?? []).map((each) => each.transfers ?? []),
  ];
  const nfts = (body.tokenTransfers ?? []).flatMap((each) => each.nftTransfers ?? []);
  const givers = [
    ...lists
      .flat()
      .filter(({ amount, isApproval }) => longToBigInt(amount) < 0n && !isApproval)
      .map(({ accountID }) => accountID),
    ...nfts.filter(({ isApproval }) => !isApproval).map(({ senderAccountID }) => senderAccountID),
  ];
  const keys: Keys = [];
  for (const giver of givers) keys.push(await keyOf(ledger, giver));
  const takers = [
    ...lists
      .flat()
      .filter(({ amount }) => longToBigInt(amount) > 0n)
      .map(({ accountID }) => accountID),
    ...nfts.map(({ receiverAccountID }) => receiverAccountID),
  ];
  for (const taker of takers) {
    const account = await accountOf(ledger, taker);
    if (account?.receiverSigRequired) keys.push(await accountKey(ledger, account.id));
  }
  return keys;
}

async function tokenOf(
  ledger: Ledger,
  id: proto.ITokenID | null | undefined,
): Promise<LedgerToken | undefined> {
  if (!id) return undefined;
  return ledger.state.tokens.get(
    encodeEntityId(longToBigInt(id.shardNum), longToBigInt(id.realmNum), longToBigInt(id.tokenNum)),
  );
}

async function keyOf(
  ledger: Ledger,
  id: proto.IAccountID | null | undefined,
): Promise<Uint8Array | undefined> {
  const account = await accountOf(ledger, id);
  return account && accountKey(ledger, account.id);
}

/** Returns the account of a message, by its number. */
export async function accountOf(
  ledger: Ledger,
  id: proto.IAccountID | null | undefined,
): Promise<LedgerAccount | undefined> {
  if (!id || id.alias?.length) return undefined;
  const account = await ledger.state.accounts.get(
    encodeEntityId(longToBigInt(id.shardNum), longToBigInt(id.realmNum), longToBigInt(id.accountNum)),
  );
  return account?.deleted ? undefined : account;
}

/** Returns the key of an account. A contract without a key has itself as key. */
async function accountKey(ledger: Ledger, id: bigint): Promise<Uint8Array | undefined> {
  const account = await ledger.state.accounts.get(id);
  if (account?.key !== undefined) return account.key;
  return account?.type === 'CONTRACT' ? encode({ contractID: contractKeyId(id) }) : undefined;
}

function contractOf(id: proto.IContractID): bigint {
  return encodeEntityId(longToBigInt(id.shardNum), longToBigInt(id.realmNum), longToBigInt(id.contractNum));
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
