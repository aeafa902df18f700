import { readFile } from 'node:fs/promises';
import { keccak } from '../../packages/network-simulator/src/ledger/keccak.ts';
import { integer, type Rlp, rlp } from '../../packages/network-simulator/src/ledger/rlp.ts';
import { type Fields, signed, Wallet } from '../demo/contracts/sent-network.ts';

/**
 * A wallet's transaction in the tests of the relay. There is one of each type, deployments, calls, failures, and a
 * creation of an account.
 */
export interface WalletTransaction {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Hash of 32 bytes, with 0x. */
  readonly hash: string;
  readonly type: number;
  readonly nonce: number;
  /** Recipient; null for a deployment. */
  readonly to: string | null;
  readonly data: string;
  /** Amount in tinybars. */
  readonly value: bigint;
  readonly succeeds: boolean;
  /** Emitted logs. */
  readonly logs: readonly WalletLog[];
}

export interface WalletLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** Transactions and their expected results. Addresses and data have the prefix 0x. */
export interface WalletSession {
  readonly from: string;
  readonly coin: string;
  readonly other: string;
  readonly hollow: string;
  /** Transactions in the order of their submission. */
  readonly transactions: readonly WalletTransaction[];
  /** Returns the call data of a balance query of the coin. */
  readonly balanceOf: (owner: string) => string;
}

const ARTIFACTS = 'packages/network-simulator/contracts/artifacts.json';
const WEIBARS = 10_000_000_000n;
const SUPPLY = 1_000n;
const MOVED = 40n;
const APPROVED = 7n;
const FAUCET = 1_000n * 10n ** 18n;
const HBAR = 100_000_000n;

export const word = (value: bigint | string): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0');
export const selector = (signature: string): string => hex(keccak(Buffer.from(signature)).subarray(0, 4));
export const topic = (signature: string): string => hex(keccak(Buffer.from(signature)));
const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
const bytesOf = (text: string): Buffer => Buffer.from(text.slice(2), 'hex');
const string = (text: string): string =>
  word(BigInt(text.length)) + Buffer.from(text).toString('hex').padEnd(64, '0');

/**
 * Signs the transactions with a key (64 hex digits) of an account without transactions. `hollow`: an address without a
 * known key.
 */
export async function walletSession(key: string, hollow: string): Promise<WalletSession> {
  const artifacts = JSON.parse(await readFile(ARTIFACTS, 'utf8')) as Record<string, { initcode: string }>;
  const wallet = new Wallet(key);
  const from = hex(wallet.address);
  const other = `0x${'00'.repeat(18)}03ea`;
  const coin = createdBy(wallet.address, 0n);
  const transactions: WalletTransaction[] = [];
  const add = (
    name: string,
    to: string | null,
    data: string,
    rest: Partial<Fields> & { succeeds?: boolean; logs?: readonly WalletLog[]; hbars?: bigint } = {},
  ): void => {
    const { succeeds = true, logs = [], hbars = 0n, type = 2, ...fields } = rest;
    const nonce = transactions.reduce((sum, each) => sum + (each.type === 4 ? 2 : 1), 0);
    const bytes = signed(wallet, {
      type,
      nonce: BigInt(nonce),
      data: bytesOf(data),
      value: hbars * HBAR * WEIBARS,
      ...(to === null ? {} : { to: bytesOf(to) }),
      ...fields,
    });
    const hash = hex(keccak(bytes));
    transactions.push({ name, bytes, hash, type, nonce, to, data, value: hbars * HBAR, succeeds, logs });
  };
  const transferred = (by: string, to: string, amount: bigint): WalletLog => ({
    address: coin,
    topics: [topic('Transfer(address,address,uint256)'), `0x${word(by)}`, `0x${word(to)}`],
    data: `0x${word(amount)}`,
  });
  const call = (signature: string, ...words: string[]): string => selector(signature) + words.join('');
  const missing = `0x${'00'.repeat(20)}`;

  const initcode = `0x${artifacts.ShowcaseCoin?.initcode}${word(96n)}${word(160n)}${word(SUPPLY)}${string('Copper')}${string('CU')}`;
  add('deployment', null, initcode, { gas: 3_000_000n, logs: [transferred(missing, from, SUPPLY)] });
  add('call', coin, call('transfer(address,uint256)', word(other), word(MOVED)), {
    logs: [transferred(from, other, MOVED)],
  });
  const approval = {
    address: coin,
    topics: [topic('Approval(address,address,uint256)'), `0x${word(from)}`, `0x${word(other)}`],
    data: `0x${word(APPROVED)}`,
  };
  add('legacy', coin, call('approve(address,uint256)', word(other), word(APPROVED)), {
    type: 0,
    logs: [approval],
  });
  add('listed', coin, call('faucet()'), { type: 1, logs: [transferred(missing, from, FAUCET)] });
  add('failing', coin, call('transfer(address,uint256)', word(other), word(10n ** 30n)), { succeeds: false });
  add('hollow', hollow, '0x', { hbars: 1n });
  const nonce = BigInt(transactions.length) + 1n;
  const authorized = keccak(
    Buffer.concat([Buffer.of(5), rlp([integer(298n), bytesOf(coin), integer(nonce)])]),
  );
  const { recovery, r, s } = wallet.signHash(authorized);
  const authorizations: Rlp = [[integer(298n), bytesOf(coin), integer(nonce), integer(recovery), r, s]];
  // The wallet delegates to the coin's code, and calls itself.
  add('delegation', from, call('decimals()'), { type: 4, authorizations });
  // The init code exceeds one file transaction, and the size of a transaction before jumbo transactions (HIP-1086).
  const big = `0x${artifacts.ShowcasePair?.initcode}${word(coin)}${word(other)}`;
  add('large', null, big, { gas: 6_000_000n });
  return {
    from,
    coin,
    other,
    hollow,
    transactions,
    balanceOf: (owner) => call('balanceOf(address)', word(owner)),
  };
}

/** Returns the address of the contract that an account creates with a nonce. */
export function createdBy(creator: Uint8Array, nonce: bigint): string {
  return hex(keccak(rlp([creator, integer(nonce)])).subarray(-20));
}
