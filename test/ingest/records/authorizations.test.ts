import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak256 } from '@tain/evm/keccak';
import { evmAddressOfKey } from '@tain/ledger/evm-address';
import { rlpBytes } from '@tain/ledger/rlp';
import type { proto } from '@tain/protos/hapi';
import { expect, it } from 'vitest';
import type { Item } from '../../../src/ingest/decode/item.ts';
import { selectOn } from '../../../src/store/connections/select.ts';
import { selectNonceAt } from '../../../src/store/reads/nonce-at.ts';
import { selectVersion } from '../../../src/store/reads/version.ts';
import { createTestDatabase } from '../../database.ts';
import { account, long, makeItem, START, storeBlocks, timestamp } from './synthetic.ts';

const SECRET = Buffer.alloc(32, 5);
const SENDER = 1001;
const ADDRESS = evmAddressOfKey(secp256k1.getPublicKey(SECRET)) ?? new Uint8Array();
const DELEGATE = Buffer.alloc(20, 0xaa);
const CHAIN = Buffer.from('0128', 'hex');
const NONE = Buffer.alloc(0);
const WORD = Buffer.alloc(32, 0x11);
const bytes = (value: number): Buffer => (value === 0 ? NONE : Buffer.of(value));

function authorization(nonce: number, secret: Uint8Array = SECRET): Uint8Array[] {
  const message = Buffer.concat([Buffer.of(5), rlpBytes([CHAIN, DELEGATE, bytes(nonce)])]);
  const [recovery = 0, ...rs] = secp256k1.sign(keccak256(message), secret, {
    prehash: false,
    format: 'recovered',
  });
  return [
    CHAIN,
    DELEGATE,
    bytes(nonce),
    bytes(recovery),
    Buffer.from(rs.slice(0, 32)),
    Buffer.from(rs.slice(32)),
  ];
}

/** Returns an Ethereum transaction of the sender with its own authorizations, and the child that applies one. */
function delegation(
  at: number,
  nonce: number,
  authorizations: readonly number[],
  signerNonce: number,
): Item[] {
  const ethereumData = Buffer.concat([
    Buffer.of(4),
    rlpBytes([
      ...[CHAIN, bytes(nonce), bytes(2), bytes(3), Buffer.from('5208', 'hex'), DELEGATE, NONE, NONE, []],
      authorizations.map((each) => authorization(each)),
      ...[NONE, WORD, WORD],
    ]),
  ]);
  const transactionID = (index: number): proto.ITransactionID => ({
    accountID: account(2),
    transactionValidStart: timestamp(START + BigInt(at)),
    nonce: index,
  });
  const result = {
    senderId: account(SENDER),
    signerNonce: { value: long(signerNonce) },
    gasUsed: long(21_000),
  };
  return [
    makeItem({
      at: at - 1,
      body: {
        cryptoUpdateAccount: { accountIDToUpdate: account(SENDER), delegationAddress: DELEGATE },
        transactionID: transactionID(1),
      },
    }),
    makeItem({
      at,
      body: { ethereumTransaction: { ethereumData }, transactionID: transactionID(0) },
      record: { contractCallResult: result },
    }),
  ];
}

it("a sender's nonce is that of its record, whichever of its authorizations were skipped", async () => {
  const test = await createTestDatabase();
  try {
    const created = makeItem({
      at: 1,
      body: { cryptoCreateAccount: { alias: ADDRESS } },
      record: { receipt: { accountID: account(SENDER) }, evmAddress: ADDRESS },
    });
    const select = selectOn(test.database.pool);
    const nonceAt = async (at: bigint) => {
      const entity = await selectVersion(select, 'entity', { id: BigInt(SENDER) }, at);
      return entity && selectNonceAt(select, entity, at);
    };
    const stored = async () => {
      const { rows } = await test.database.pool.query(
        `select ethereum_nonce from entity where id = ${SENDER}`,
      );
      return rows;
    };
    // The transaction uses nonce 0, its authorization 1; that with nonce 5 is skipped.
    await storeBlocks(test.database, [[created], delegation(1_000_000, 0, [1, 5], 2)]);
    expect(await stored()).toEqual([{ ethereum_nonce: '2' }]);
    await storeBlocks(test.database, [delegation(2_000_000, 2, [9, 3], 4)]);
    expect(await stored()).toEqual([{ ethereum_nonce: '4' }]);
    expect(await nonceAt(START + 1_500_000n)).toBe(2n);
    expect(await nonceAt(START + 2_500_000n)).toBe(4n);
  } finally {
    await test.drop();
  }
});

it('all authorities of one transaction have the nonces after it', async () => {
  const test = await createTestDatabase();
  try {
    const secrets = Array.from({ length: 24 }, (_, index) => Buffer.alloc(32, 100 + index));
    const num = (index: number): number => 2_000 + index;
    const transactionID = (nonce: number): proto.ITransactionID => ({
      accountID: account(2),
      transactionValidStart: timestamp(START + 500n),
      nonce,
    });
    const created = secrets.map((secret, index) => {
      const address = evmAddressOfKey(secp256k1.getPublicKey(secret)) ?? new Uint8Array();
      return makeItem({
        at: 1 + index,
        body: { cryptoCreateAccount: { alias: address } },
        record: { receipt: { accountID: account(num(index)) }, evmAddress: address },
      });
    });
    const delegated = secrets.map((_, index) =>
      makeItem({
        at: 1_000 + index,
        body: {
          cryptoUpdateAccount: { accountIDToUpdate: account(num(index)), delegationAddress: DELEGATE },
          transactionID: transactionID(1 + index),
        },
      }),
    );
    const [signed = [], ...others] = secrets.map((secret, index) => authorization(index, secret));
    // An authorization with a nonce of 64 bits is skipped, and the transaction is executed.
    const skipped = signed.map((field, index) => (index === 2 ? Buffer.alloc(8, 0xff) : field));
    const ethereumData = Buffer.concat([
      Buffer.of(4),
      rlpBytes([
        ...[CHAIN, bytes(0), bytes(2), bytes(3), Buffer.from('5208', 'hex'), DELEGATE, NONE, NONE, []],
        [skipped, signed, ...others],
        ...[NONE, WORD, WORD],
      ]),
    ]);
    const parent = makeItem({
      at: 2_000,
      body: { ethereumTransaction: { ethereumData }, transactionID: transactionID(0) },
      record: { contractCallResult: { gasUsed: long(21_000) } },
    });
    await storeBlocks(test.database, [created, [...delegated, parent]]);
    const { rows } = await test.database.pool.query(
      'select ethereum_nonce::int as nonce from entity where id >= 2000 order by id',
    );
    expect(rows).toEqual(secrets.map((_, index) => ({ nonce: index + 1 })));
    const list = "select authorization_list->0->>'nonce' as nonce from ethereum_transaction";
    expect((await test.database.pool.query(list)).rows).toEqual([{ nonce: String((1n << 64n) - 1n) }]);
  } finally {
    await test.drop();
  }
});
