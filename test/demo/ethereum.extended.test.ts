import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { proto } from '@tain/protos/hapi';
import { expect, test } from 'vitest';
import { simulate } from '../../packages/network-simulator/src/simulate.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { type ReadItem, readItem } from './read-stream.ts';
import { decodeRlp, type Rlp } from './rlp.ts';

function encode(value: Rlp): Buffer {
  const head = (base: number, length: number): Buffer => {
    if (length < 56) return Buffer.from([base + length]);
    const size = length < 256 ? 1 : 2;
    const bytes = Buffer.alloc(1 + size);
    bytes[0] = base + 55 + size;
    bytes.writeUIntBE(length, 1, size);
    return bytes;
  };
  if (!Array.isArray(value)) {
    return value.length === 1 && (value[0] ?? 0) < 0x80
      ? value
      : Buffer.concat([head(0x80, value.length), value]);
  }
  const payload = Buffer.concat(value.map(encode));
  return Buffer.concat([head(0xc0, payload.length), payload]);
}

const number = (bytes: Rlp | undefined): bigint => BigInt(`0x0${(bytes as Buffer).toString('hex')}`);
const keccak = (bytes: Uint8Array): Buffer => Buffer.from(keccak_256(bytes));

/** Returns the address of the signer of a raw transaction. */
function signer(raw: Buffer): Buffer {
  const typed = (raw[0] ?? 0) < 0x80;
  const items = decodeRlp(typed ? raw.subarray(1) : raw) as Rlp[];
  const [v, r, s] = items.slice(-3);
  const rest = items.slice(0, -3);
  const chain = typed ? 0n : (number(v) - 35n) >> 1n;
  const unsigned = typed
    ? Buffer.concat([raw.subarray(0, 1), encode(rest)])
    : encode([
        ...rest,
        Buffer.from(chain.toString(16).padStart(4, '0'), 'hex'),
        Buffer.alloc(0),
        Buffer.alloc(0),
      ]);
  const recovery = Number(typed ? number(v) : (number(v) - 35n) & 1n);
  const pad = (bytes: Rlp | undefined): Buffer =>
    Buffer.from(number(bytes).toString(16).padStart(64, '0'), 'hex');
  const signature = Buffer.concat([Buffer.from([recovery]), pad(r), pad(s)]);
  const key = secp256k1.recoverPublicKey(signature, keccak(unsigned), { prehash: false });
  return keccak(secp256k1.Point.fromBytes(key).toBytes(false).subarray(1)).subarray(-20);
}

/** Statuses with which a transaction ends before its signed content is read. */
const UNREAD = [
  proto.ResponseCodeEnum.DUPLICATE_TRANSACTION,
  proto.ResponseCodeEnum.INSUFFICIENT_TX_FEE,
  proto.ResponseCodeEnum.INSUFFICIENT_PAYER_BALANCE,
];

test('Ethereum transactions are signed by their senders and hashed as wallets hash them', async () => {
  const items: ReadItem[] = [];
  const mix = { ETHEREUMTRANSACTION: 900, FILECREATE: 60 };
  const ledger = await simulate({
    runCode: demoEngine,
    seed: 6,
    tps: 60,
    // The envelope's signatures are placeholders, but not the wallet's.
    signInner: false,
    blocks: 10,
    mix,
    onBlock: (block) => {
      for (const { transaction, record } of block.items) items.push(readItem(transaction, record));
    },
  });
  const types = new Set<number>();
  let inFiles = 0;
  for (const { body, record } of items) {
    const wallet = body.ethereumTransaction;
    if (!wallet) continue;
    const raw = Buffer.from(wallet.ethereumData ?? new Uint8Array());
    types.add((raw[0] ?? 0) < 0x80 ? (raw[0] ?? 0) : 0);
    if (wallet.callData) {
      inFiles++;
      continue;
    }
    if (!record.ethereumHash?.length) {
      expect(UNREAD).toContain(record.receipt?.status);
      continue;
    }
    expect(Buffer.from(record.ethereumHash)).toEqual(keccak(raw));
    const result = record.contractCallResult ?? record.contractCreateResult;
    if (!result?.senderId) continue;
    const sender = ledger.accounts.need(result.senderId.accountNum?.toNumber() ?? 0);
    expect(signer(raw)).toEqual(Buffer.from(sender.evmAddress ?? []));
  }
  expect([...types].sort()).toEqual([0, 1, 2, 4]);
  expect(inFiles).toBeGreaterThan(0);
});

/** Returns the signer of each authorization (EIP-7702), as hex, and the address of the delegate. */
function authorizationsOf(raw: Buffer): { readonly authority: string; readonly address: string }[] {
  const items = raw[0] === 4 ? (decodeRlp(raw.subarray(1)) as Rlp[]) : [];
  return ((items[9] ?? []) as Rlp[]).map((tuple) => {
    const [chain, address, nonce, parity, r, s] = tuple as Rlp[];
    const message = Buffer.concat([Buffer.of(5), encode([chain ?? [], address ?? [], nonce ?? []])]);
    const word = (bytes: Rlp | undefined): Buffer =>
      Buffer.from(number(bytes).toString(16).padStart(64, '0'), 'hex');
    const signature = Buffer.concat([Buffer.of(Number(number(parity))), word(r), word(s)]);
    const key = secp256k1.recoverPublicKey(signature, keccak(message), { prehash: false });
    const point = secp256k1.Point.fromBytes(key).toBytes(false);
    const authority = keccak(point.subarray(1)).subarray(-20).toString('hex');
    return { authority, address: (address as Buffer).toString('hex') };
  });
}

test('accounts get the code that their owners signed for, also when the call fails, and run it', async () => {
  let delegated = 0;
  let run = 0;
  const ledger = await simulate({
    runCode: demoEngine,
    seed: 16,
    tps: 60,
    blocks: 10,
    mix: { ETHEREUMTRANSACTION: 2_000, CRYPTOUPDATEACCOUNT: 0 },
    onBlock: (block, { accounts }) => {
      let reported: { body: ReadItem['body']; created: number }[] = [];
      for (const raw of block.items) {
        const { body, record } = readItem(raw.transaction, raw.record);
        const code =
          body.cryptoUpdateAccount?.delegationAddress ?? body.cryptoCreateAccount?.delegationAddress;
        if (code?.length && (body.transactionID?.nonce ?? 0) > 0)
          reported.push({ body, created: record.receipt?.accountID?.accountNum?.toNumber() ?? 0 });
        if (!body.ethereumTransaction) continue;
        const authorizations = authorizationsOf(Buffer.from(body.ethereumTransaction.ethereumData ?? []));
        for (const { body: child, created } of reported) {
          const target =
            child.cryptoUpdateAccount?.delegationAddress ?? child.cryptoCreateAccount?.delegationAddress;
          const authority = Buffer.from(accounts.need(created).evmAddress ?? []).toString('hex');
          expect(authorizations).toContainEqual({
            authority,
            address: Buffer.from(target ?? []).toString('hex'),
          });
          delegated++;
        }
        reported = [];
        const called = record.contractCallResult?.contractID?.contractNum?.toNumber() ?? 0;
        if (accounts.get(called)?.delegation && record.contractCallResult?.logInfo?.length) run++;
      }
    },
  });
  expect(delegated).toBeGreaterThan(20);
  expect(run).toBeGreaterThan(0);
  const owners = [...ledger.accounts.values()].filter((row) => row.delegation !== null);
  expect(owners.some((row) => ledger.codeOf(row.num) !== 0)).toBe(true);
  // A new account may have code from its creation.
  expect(owners.some((row) => row.hollow)).toBe(true);
});

test('blooms hold every address and topic of their logs', async () => {
  let logs = 0;
  await simulate({
    runCode: demoEngine,
    seed: 8,
    tps: 60,
    blocks: 8,
    signInner: false,
    mix: { CONTRACTCALL: 900 },
    onBlock: (block, ledger) => {
      for (const { transaction, record } of block.items) {
        const result = readItem(transaction, record).record.contractCallResult;
        const bloom = Buffer.from(result?.bloom ?? []);
        for (const log of result?.logInfo ?? []) {
          const address = ledger.addressOf(log.contractID?.contractNum?.toNumber() ?? 0);
          for (const value of [address, ...(log.topic ?? [])]) {
            const hash = keccak(value);
            for (const at of [0, 2, 4]) {
              const bit = hash.readUInt16BE(at) & 2047;
              expect((bloom[255 - (bit >> 3)] ?? 0) & (1 << (bit & 7))).not.toBe(0);
            }
          }
          logs++;
        }
      }
    },
  });
  expect(logs).toBeGreaterThan(100);
});
