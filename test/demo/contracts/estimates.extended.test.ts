import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { longZero } from '../../../packages/network-simulator/src/ledger/ids.ts';
import { runtimeOf } from '../../../packages/network-simulator/src/programs/code-store.ts';
import { answerCall } from '../../../src/calls/call/call-answer.ts';
import type { CallWorld } from '../../../src/calls/call/call-world.ts';
import { makeLedgerEngine } from '../../../src/calls/call/ledger-engine.ts';
import type { AbiValue } from '../../../src/calls/system/abi/abi-type.ts';
import { hederaToken } from '../../../src/calls/system/methods/structures.ts';
import { addressesOf, demoReader } from '../../calls/demo/demo-reader.ts';
import { encodeCall } from '../../calls/system/harness.ts';
import { tries } from '../../effort.ts';
import { authorization, deploying, SentNetwork, signed, Wallet } from './sent-network.ts';

/**
 * Estimates of transactions, which are then sent with exactly the estimated gas to the simulated network: they succeed,
 * and need at most 5 % less.
 */

const HBAR = 100_000_000n;
const WEIBARS = 10_000_000_000n;
const MAX_GAS = 15_000_000n;
/** Code that calls the address in the first word of its input with the rest of it and its value. */
const FORWARD = '6020360360205f375f5f602036035f345f355af13d5f5f3e601e573d5ffd5b3d5ff3';
/** Code that sets slot 0 to the first word of its input, and slots 1 and 2 to the second. */
const STORE = '5f355f5560203560015560203560025500';
/** Code that returns 42. */
const ANSWER = '602a5f5260205ff3';
const CREATION = `createFungibleToken(${hederaToken('int64', 'int64')},int64,int32)`;
const TOKEN_SERVICE = longZero(359).toString('hex');

let network: SentNetwork;
let wallet: Wallet;
let [forward, store, answer] = ['', '', ''];
beforeAll(async () => {
  network = await SentNetwork.start({ history: true });
  wallet = new Wallet('e'.repeat(64));
  await network.fund(wallet.address, 20_000n * HBAR);
  const addressOf = async (runtime: string) => {
    const { num } = await network.create(deploying(runtime));
    return Buffer.from(network.ledger.addressOf(num)).toString('hex');
  };
  forward = await addressOf(FORWARD);
  store = await addressOf(STORE);
  answer = await addressOf(ANSWER);
}, 120_000);
function world(): CallWorld {
  const { ledger, nextAt } = network;
  const code = new Map([...ledger.contracts.values()].map(({ num }) => [num, runtimeOf(ledger, num)]));
  const moment = { ledger, before: nextAt, code, addresses: addressesOf(ledger), createdBefore: 0 };
  return {
    network: { shard: 0n, realm: 0n },
    chainId: 298n,
    block: {
      number: 1n,
      hash: '11'.repeat(48),
      consensusStart: 1n,
      consensusEnd: 2n,
      version: 6,
      hapi: null,
    },
    now: nextAt,
    reader: demoReader(moment),
    blockHash: async () => undefined,
    gasPrice: 71n,
    rate: { hbars: 1n, cents: 12n, expires: null },
    ledgerEngine: makeLedgerEngine('v0.70', { ledgerId: Uint8Array.of(3), tokenServiceV2: false }),
    validatesPayers: false,
  };
}

const limits = () => ({ deadline: Date.now() + 600_000, signal: { aborted: false } });
const hex = (digits: string) => Buffer.from(digits, 'hex');
const word = (value: bigint | number) => value.toString(16).padStart(64, '0');

interface Sending {
  readonly kind: string;
  readonly to: string | undefined;
  readonly data: string;
  /** Tinybars. */
  readonly value: bigint;
}

let fresh = 0n;
const freshAddress = () => {
  fresh += 1n;
  return `e0${fresh.toString(16).padStart(38, '0')}`;
};

const sending: fc.Arbitrary<() => Sending> = fc.oneof(
  fc
    .bigInt(1n, 9n * HBAR)
    .map((value) => () => ({ kind: 'new address', to: freshAddress(), data: '', value })),
  fc.nat({ max: 600 }).map((bytes) => () => ({
    kind: 'creation',
    to: undefined,
    data: deploying('00'.repeat(bytes + 1)),
    value: 0n,
  })),
  fc.stringMatching(/^[A-Z]{3,9}$/).map((name) => () => ({
    kind: 'creation of a token',
    to: forward,
    data:
      word(BigInt(`0x${TOKEN_SERVICE}`)) + encodeCall(CREATION, [tokenOf(name), 1_000n, 2n]).toString('hex'),
    value: 20n * HBAR,
  })),
  fc.nat({ max: 100_000 }).map((bytes) => () => ({
    kind: 'call data of zeros',
    to: answer,
    data: '00'.repeat(bytes),
    value: 0n,
  })),
  fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 })).map(([first, rest]) => () => ({
    kind: 'storage',
    to: store,
    data: word(first) + word(rest),
    value: 0n,
  })),
  fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 2 }), fc.nat({ max: 2 })).map(([depth, first, rest]) => () => ({
    kind: 'nested storage',
    to: forward,
    data: word(BigInt(`0x${forward}`)).repeat(depth) + word(BigInt(`0x${store}`)) + word(first) + word(rest),
    value: 0n,
  })),
  fc.bigInt(1n, HBAR).map((value) => () => ({
    kind: 'new address by a contract',
    to: forward,
    data: word(BigInt(`0x${freshAddress()}`)),
    value,
  })),
);

/** A token of the contract, which is its treasury, its admin key and its payer of renewals. */
function tokenOf(name: string): AbiValue {
  const [none, zero] = [Buffer.alloc(0), '00'.repeat(20)];
  const keys: AbiValue = [[1n, [false, forward, none, none, zero]]];
  return [name, name.slice(0, 3), forward, '', false, 0n, false, keys, [0n, forward, 7_000_000n]];
}

/** A transaction of a wallet: its fields, and its authorizations as lists for RLP. */
interface Sent extends Sending {
  readonly by: Wallet;
  readonly authorizations?: readonly Uint8Array[][];
}

/** Returns the estimate of a transaction, as the API returns it. */
async function estimateOf({ by, to, data, value, authorizations = [] }: Sent): Promise<bigint> {
  const shown = (bytes: Uint8Array = new Uint8Array()) => `0x${Buffer.from(bytes).toString('hex') || '0'}`;
  const answer = await answerCall(
    {
      block: { kind: 'latest' },
      data,
      estimate: true,
      from: by.address.toString('hex'),
      gas: MAX_GAS,
      gasPrice: 0n,
      to,
      value,
      overrides: [],
      authorizations: authorizations.map(([chainId, address, nonce, parity, r, s]) => ({
        chain_id: shown(chainId),
        address: shown(address),
        nonce: BigInt(shown(nonce)),
        y_parity: shown(parity),
        r: shown(r),
        s: shown(s),
      })),
    },
    world(),
    limits(),
  );
  return BigInt(answer.result);
}

/** Sends a transaction with a gas limit. */
async function send({ by, to, data, value, authorizations }: Sent, gas: bigint) {
  const sender = network.ledger.resolveAlias(by.address);
  const nonce = BigInt(network.ledger.accounts.get(sender)?.ethereumNonce ?? 0);
  const fields = {
    nonce,
    gas,
    value: value * WEIBARS,
    data: hex(data),
    ...(to !== undefined && { to: hex(to) }),
  };
  return network.ethereum(
    signed(by, authorizations === undefined ? fields : { ...fields, type: 4, authorizations }),
  );
}

/** Highest gas that is more than 5 % below an estimate. */
const below = (gas: bigint) => (gas * 100n) / 105n;

test('a transaction with exactly the estimated gas succeeds, and needs at most 5 % less', async () => {
  await fc.assert(
    fc.asyncProperty(sending, async (draw) => {
      const sent = { ...draw(), by: wallet };
      const of = [sent.kind, sent.data.length];
      const gas = await estimateOf(sent);
      // The failed one changes nothing, so that the next one finds the same state.
      expect([...of, (await send(sent, below(gas))).status]).not.toEqual([...of, 'SUCCESS']);
      const done = await send(sent, gas);
      expect([...of, done.status]).toEqual([...of, 'SUCCESS']);
    }),
    { numRuns: tries(60) },
  );
});

test('a transaction with authorizations does the same, whose code runs at once', async () => {
  const authorities = fc.array(fc.constantFrom('sender', 'other', 'new', 'outdated', 'wrong chain'), {
    minLength: 1,
    maxLength: 4,
  });
  let keys = 0;
  const walletOf = (digit: string) => {
    keys += 1;
    return new Wallet(digit + keys.toString(16).padStart(63, '0'));
  };
  await fc.assert(
    fc.asyncProperty(authorities, fc.boolean(), async (kinds, runs) => {
      // Authorizations remain also when the call fails, so that each attempt has accounts of its own.
      const attempt = async (): Promise<Sent> => {
        const [by, other] = [walletOf('c'), walletOf('d')];
        for (const { address } of [by, other]) await network.fund(address, 100n * HBAR);
        const target = hex(runs ? store : answer);
        let next = 1n;
        const authorizations = kinds.map((kind) => {
          if (kind === 'sender') {
            next += 1n;
            return authorization(by, next - 1n, target);
          }
          if (kind === 'other') return authorization(other, 0n, target);
          if (kind === 'outdated') return authorization(other, 7n, target);
          if (kind === 'wrong chain') return authorization(other, 0n, target, 296n);
          return authorization(walletOf('b'), 0n, target);
        });
        const to = by.address.toString('hex');
        return { kind: 'authorizations', by, to, data: word(1) + word(2), value: 0n, authorizations };
      };
      const [first, second] = [await attempt(), await attempt()];
      const gas = await estimateOf(first);
      expect([kinds, (await send(second, below(gas))).status]).not.toEqual([kinds, 'SUCCESS']);
      const done = await send(first, gas);
      expect([kinds, done.status]).toEqual([kinds, 'SUCCESS']);
    }),
    { numRuns: tries(20) },
  );
});
