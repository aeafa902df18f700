import { bigIntToLong } from '@tain/ledger/long';
import { proto } from '@tain/protos/hapi';
import {
  ADDRESS,
  at,
  blockOf,
  bytes,
  entity,
  ethereum,
  fileRow,
  hashOf,
  log,
  result,
  resultHash,
} from '../rest/contracts/contract-rows.ts';
import type { TestRpc } from './rpc-fixture.ts';

/** Sender in a small ledger of two blocks, one of which has every kind of transaction that Ethereum tools see. */

export const SENDER = '22'.repeat(20);
export const PAYER = '33'.repeat(20);
export const CONTRACT = 1001;
export const TOKEN = 1500;

/** Times of the second block's transactions. */
export const TIMES = {
  call: at(110, 1),
  creation: at(111, 2),
  failed: at(112, 3),
  hapi: at(113, 4),
  wrongNonce: at(114, 5),
  transfer: at(115, 6),
} as const;

export const hex = (time: bigint): string => `0x${hashOf(time).toString('hex')}`;

const bloom = Buffer.alloc(256, 1);
const word = (value: number): Buffer => Buffer.from([value]);

export async function fillLedger(rpc: TestRpc): Promise<void> {
  await rpc.insert('record_file', [
    blockOf(0, at(100), at(109, 999_999_999), { hash: 'a'.repeat(96), count: 2, gas_used: -1, size: 77 }),
    blockOf(1, at(110), at(119), {
      hash: `${'b'.repeat(64)}${'0'.repeat(32)}`,
      prev_hash: 'a'.repeat(96),
      count: 9,
      gas_used: 150_000,
      size: 1234,
      logs_bloom: bloom,
      hapi_version_major: 0,
      hapi_version_minor: 69,
      hapi_version_patch: 0,
    }),
  ]);
  await rpc.insert('entity', [
    entity(CONTRACT, { evm_address: Buffer.from(ADDRESS, 'hex') }),
    entity(2000, { type: 'ACCOUNT', evm_address: Buffer.from(SENDER, 'hex') }),
    entity(2001, { type: 'ACCOUNT', evm_address: Buffer.from(PAYER, 'hex') }),
    entity(TOKEN, { type: 'TOKEN' }),
  ]);
  await rpc.insert('contract_result', [
    result(TIMES.call, CONTRACT, {
      transaction_index: 0,
      bloom,
      function_parameters: Buffer.from('a9059cbb', 'hex'),
    }),
    result(TIMES.creation, 1002, { transaction_index: 1, created_contract_ids: '{1002}', call_result: null }),
    result(TIMES.failed, CONTRACT, {
      transaction_index: 2,
      transaction_result: 33,
      error_message: '0x08c379a0',
      gas_used: 30_000,
    }),
    result(TIMES.hapi, CONTRACT, { transaction_index: 3, amount: 7, gas_used: 20_000 }),
    result(TIMES.wrongNonce, CONTRACT, { transaction_index: null, transaction_result: 312, gas_used: 0 }),
  ]);
  await rpc.insert('ethereum_transaction', [
    ethereum(TIMES.call, {
      to_address: Buffer.from(ADDRESS, 'hex'),
      max_fee_per_gas: bytes(800_000_000_000n),
      max_priority_fee_per_gas: Buffer.alloc(0),
      value: bytes(5_000_000_000_000_000n),
      access_list: `[{"address":"0x${ADDRESS}","storage_keys":["0x${'04'.repeat(32)}"]}]`,
    }),
    ethereum(TIMES.creation, {
      type: 0,
      chain_id: Buffer.alloc(0),
      signature_v: Buffer.from([27]),
      call_data: Buffer.from('6080', 'hex'),
      gas_price: bytes(100_000_000_000n),
    }),
    ethereum(TIMES.failed, { type: 1, to_address: Buffer.from(`${'0'.repeat(37)}3e9`, 'hex'), nonce: 4 }),
    ethereum(TIMES.wrongNonce),
  ]);
  await rpc.insert('contract_transaction_hash', [
    resultHash(TIMES.call, CONTRACT),
    resultHash(TIMES.creation, 1002),
    resultHash(TIMES.failed, CONTRACT, { transaction_result: 33 }),
    resultHash(TIMES.hapi, CONTRACT),
    resultHash(TIMES.wrongNonce, CONTRACT, { transaction_result: 312 }),
  ]);
  await rpc.insert('transaction_hash', [
    { consensus_timestamp: TIMES.transfer, hash: hashOf(TIMES.transfer), payer_account_id: 2001 },
  ]);
  await rpc.insert('contract_log', [
    log(TIMES.call, 0, CONTRACT, { topic0: word(1), topic1: word(2), transaction_index: 0 }),
    log(TIMES.call, 1, TOKEN, { topic0: word(3), data: Buffer.alloc(0), transaction_index: 0 }),
    log(TIMES.transfer, 2, TOKEN, {
      topic0: word(1),
      topic1: word(0),
      payer_account_id: 2001,
      synthetic: true,
      transaction_index: 4,
    }),
  ]);
  await rpc.insert('file_data', priceFiles());
  await rpc.show();
}

/**
 * Returns the prices of gas in thousandths of tinycents, and 12 cents for one hbar: 71 tinybars for Ethereum
 * transactions, 100 for calls.
 */
export function priceFiles() {
  const service = (hederaFunctionality: number, gas: number) => ({
    hederaFunctionality,
    fees: [{ servicedata: { gas: bigIntToLong(BigInt(gas)) } }],
  });
  const { ContractCall, EthereumTransaction } = proto.HederaFunctionality;
  const transactionFeeSchedule = [service(ContractCall, 1_200_000), service(EthereumTransaction, 852_000)];
  const schedule = proto.CurrentAndNextFeeSchedule.encode({
    currentFeeSchedule: { transactionFeeSchedule, expiryTime: { seconds: bigIntToLong(4_000_000_000n) } },
  }).finish();
  const rate = { hbarEquiv: 1, centEquiv: 12, expirationTime: { seconds: bigIntToLong(4_000_000_000n) } };
  const rates = proto.ExchangeRateSet.encode({ currentRate: rate, nextRate: rate }).finish();
  return [fileRow(111, at(50), 'create', schedule), fileRow(112, at(51), 'create', rates)];
}
