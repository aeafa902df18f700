import { entity, longZero } from '../rest/contracts/contract-rows.ts';
import { block } from '../rest/rows.ts';
import type { TestRpc } from './rpc-fixture.ts';

/** Contracts and accounts for calls that are not sent. */

export const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');
export const to = (id: number): string => `0x${longZero(id)}`;
export const EOA = '0xaabbccddeeff00112233445566778899aabbccdd';
/** Returns code that returns the top of the stack after `code`. */
export const returning = (code: string): string => `${code}60005260206000f3`;
/** Encoded `Error("no")`. */
export const NO = `08c379a0${word(32)}${word(2)}${'6e6f'.padEnd(64, '0')}`;
export const reverting = (data: string): string => {
  const size = (data.length / 2).toString(16).padStart(4, '0');
  return `61${size}601160003961${size}6000fd000000${data}`;
};
const push = (id: number): string => `61${id.toString(16).padStart(4, '0')}`;

/** Bytecode by entity. */
export const CODES: Readonly<Record<number, string>> = {
  // Code for slot 0; Error("no"); an invalid instruction; number and time of the block; the sender; the balance of EOA.
  2001: returning('600054'),
  2002: reverting(NO),
  2004: 'fe',
  2006: returning('43'),
  2007: returning('42'),
  2010: returning('33'),
  2016: returning(`73${EOA.slice(2)}31`),
  // Code that stores the first word of the input in slot 1.
  2101: '60003560015500',
  // Code that calls 2101 with the first word of the input, then 2001 statically, whose word it returns.
  2102: `60003560005260006000602060006000${push(2101)}5af1506020600060006000${push(2001)}5afa5060206000f3`,
  // Code that reads slot 0x42, then reverts.
  2103: '6042545060006000fd',
  // Code that calls SHA-256.
  2104: '6000600060006000600060025af100',
  // Code that counts its calls in slot 0 and returns the count.
  2105: returning('60005460010180600055'),
  // Code that emits a log with one topic, 0x11, and the sender as data.
  2106: '33600052601160206000a100',
  // Code that forwards the value to account 1501.
  2107: `600060006000600034${push(1501)}5af100`,
  // Code for the hash of the previous block; for the balance of account 1501.
  2109: returning('6001430340'),
  2108: returning(`${push(1501)}31`),
};

/**
 * Inserts contracts, with blocks 0 to 2, EOA with 5,000 tinybars, an account without a balance, and one that delegates
 * to 2001. `hash1`: hash of block 1, if a test needs it.
 */
export async function fillContracts(rpc: TestRpc, codes = CODES, hash1?: string): Promise<void> {
  const middle = block(1, 200);
  await rpc.insert('record_file', [
    block(0, 100),
    hash1 === undefined ? middle : { ...middle, hash: hash1 },
    block(2, 300),
  ]);
  await rpc.insert('entity', [
    ...Object.keys(codes).map((id) => entity(Number(id), { type: 'CONTRACT', created_timestamp: 1n })),
    entity(1500, { type: 'ACCOUNT', evm_address: Buffer.from(EOA.slice(2), 'hex'), balance: 5_000n }),
    entity(1501, { type: 'ACCOUNT', balance: 0n }),
    entity(1502, {
      type: 'ACCOUNT',
      balance: 0n,
      delegation_address: Buffer.from(longZero(2001), 'hex'),
    }),
    entity(2, { type: 'ACCOUNT', balance: 9_000_000n }),
  ]);
  await rpc.insert(
    'contract',
    Object.entries(codes).map(([id, code]) => ({ id, runtime_bytecode: Buffer.from(code, 'hex') })),
  );
  await rpc.insert('contract_state', [
    {
      contract_id: 2001,
      slot: Buffer.alloc(32),
      value: Buffer.from('07', 'hex'),
      created_timestamp: 1,
      modified_timestamp: 1,
    },
  ]);
  await rpc.show();
}
