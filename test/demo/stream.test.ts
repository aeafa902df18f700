import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { simulate } from '../../packages/network-simulator/src/simulate.ts';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { checkSignatures, fileNames, nodeDir, rawItems, readFile, runningHash } from './read-stream.ts';

describe('a written demo stream', () => {
  let dir = '';
  const options = { blocks: 12, tps: 60, seed: 7 };
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'tain-demo-'));
    await writeDemo({ runCode: demoEngine, dir, ...options });
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test('is a chain of signed record files', () => {
    let hash = Buffer.alloc(48);
    let end = 0n;
    const names = fileNames(dir);
    expect(names).toHaveLength(options.blocks);
    names.forEach((name, i) => {
      const read = readFile(dir, name);
      expect(read.file.blockNumber.toNumber()).toBe(i);
      expect(Buffer.from(read.file.startObjectRunningHash?.hash ?? [])).toEqual(hash);
      hash = runningHash(hash, read.bytes) as Buffer<ArrayBuffer>;
      expect(Buffer.from(read.file.endObjectRunningHash?.hash ?? [])).toEqual(hash);
      checkSignatures(dir, read);
      for (const item of read.items) {
        expect(item.at).toBeGreaterThan(end);
        end = item.at;
      }
    });
  });

  test('is in every node folder, with the same data files', () => {
    for (const node of [4, 5, 6]) {
      expect(fileNames(dir, node)).toEqual(fileNames(dir));
      expect(fileNames(dir, node, '.rcd_sig')).toHaveLength(options.blocks);
    }
    const name = fileNames(dir)[3] ?? '';
    expect(readFileSync(join(nodeDir(dir, 6), name))).toEqual(readFileSync(join(nodeDir(dir, 3), name)));
  });

  test('has the hash of every transaction, and balanced transfers', () => {
    for (const name of fileNames(dir).slice(1)) {
      const read = readFile(dir, name);
      const raw = [...rawItems(read.bytes)];
      read.items.forEach((item, i) => {
        // Transaction{5: signedTransactionBytes}: tag, length, and the bytes that are hashed.
        const outer = raw[i]?.transaction ?? Buffer.alloc(0);
        const signed = outer.subarray(outer.length - signedLength(outer));
        expect(createHash('sha384').update(signed).digest()).toEqual(
          Buffer.from(item.record.transactionHash),
        );
        const sum = (item.record.transferList?.accountAmounts ?? []).reduce(
          (total, entry) => total + BigInt(entry.amount?.toString() ?? '0'),
          0n,
        );
        expect(sum).toBe(0n);
      });
    }
  });

  test('has valid signatures of its clients', () => {
    let checked = 0;
    for (const item of readFile(dir, fileNames(dir).at(-1) ?? '').items) {
      for (const pair of item.signatures) {
        if (pair.ed25519?.length) {
          const spki = Buffer.concat([
            Buffer.from('302a300506032b6570032100', 'hex'),
            pair.pubKeyPrefix ?? new Uint8Array(),
          ]);
          const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
          expect(verify(null, item.bodyBytes, key, pair.ed25519)).toBe(true);
        } else {
          const signature = pair.ECDSASecp256k1 ?? new Uint8Array();
          const key = pair.pubKeyPrefix ?? new Uint8Array();
          expect(secp256k1.verify(signature, keccak_256(item.bodyBytes), key, { prehash: false })).toBe(true);
        }
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(50);
  });

  test('leads to the state that a simulation without files has', async () => {
    const ledger = await simulate({ ...options, runCode: demoEngine });
    const balances = new Map<string, bigint>();
    for (const name of fileNames(dir)) {
      for (const { record } of readFile(dir, name).items) {
        for (const { accountID, amount } of record.transferList?.accountAmounts ?? []) {
          const account = accountID?.accountNum?.toString() ?? '';
          balances.set(account, (balances.get(account) ?? 0n) + BigInt(amount?.toString() ?? '0'));
        }
      }
    }
    for (const account of ledger.accounts.values()) {
      expect([account.num, balances.get(String(account.num)) ?? 0n]).toEqual([account.num, account.balance]);
    }
  });
});

function signedLength(outer: Buffer): number {
  let length = 0;
  for (let at = 1, shift = 0; ; at++, shift += 7) {
    const byte = outer[at] ?? 0;
    length += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return length;
  }
}
