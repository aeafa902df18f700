import type { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { accountId, contractId, long, tokenId } from '../../../packages/network-simulator/src/ledger/ids.ts';
import { keyMessage } from '../../../packages/network-simulator/src/ledger/key-message.ts';
import { runtimeOf } from '../../../packages/network-simulator/src/programs/code-store.ts';
import { LedgerOverlay } from '../../../src/calls/state/ledger-overlay.ts';
import type { AbiValue } from '../../../src/calls/system/abi/abi-type.ts';
import { ACCOUNT_SERVICE, SCHEDULE_SERVICE, TOKEN_SERVICE } from '../../../src/calls/system/environment.ts';
import type { Method } from '../../../src/calls/system/method.ts';
import { METHODS } from '../../../src/calls/system/methods/methods.ts';
import { selectorOf } from '../../../src/calls/system/selector.ts';
import { addressesOf, demoReader } from '../../calls/demo/demo-reader.ts';
import { encodeCall, testLedger } from '../../calls/system/harness.ts';
import { tries } from '../../effort.ts';
import { randomArguments } from './random-arguments.ts';
import { deploying, SentNetwork } from './sent-network.ts';

/**
 * Checks that contracts act for themselves, by allowances, and by keys that name them. Signatures of the transaction
 * that calls them do not count.
 */

/** Code that calls the address in the first word with the rest and its value, and ends in the same way. */
const FORWARD = '6020360360205f375f5f602036035f345f355af13d5f5f3e601e573d5ffd5b3d5ff3';
/** Returns code that runs the code of another contract with the same input, in its own context. */
const delegatingTo = (address: string): string =>
  `365f5f375f5f365f73${address}5af43d5f5f3e6029573d5ffd5b3d5ff3`;
const longZero = (num: number): string => num.toString(16).padStart(40, '0');
const SERVICES = { HTS: TOKEN_SERVICE, HAS: ACCOUNT_SERVICE, HSS: SCHEDULE_SERVICE } as const;
const OPERATOR = 2;
/** An account with an Ed25519 key that signs every transaction, too. */
const BOB = 1022;
const TO_MOVE = [-5n, 5n];

let network: SentNetwork;
let thief = 0;
/** Result of a method without a child transaction: a view, an unknown method, or one that rejects its input. */
const NO_CHILD = 'none';
/** Contract that makes the same call through DELEGATECALL. */
let proxy = 0;
let coin = 0;
let art = 0;
/** A scheduled transfer from Bob that waits for his signature. */
let schedule = 0;

const addressOf = (num: number): string => Buffer.from(network.ledger.addressOf(num)).toString('hex');

async function done(data: Parameters<SentNetwork['send']>[0]): Promise<proto.ITransactionReceipt> {
  const { status, record } = await network.send(data, { signers: bobsKeys() });
  expect(status).toBe('SUCCESS');
  return record.receipt ?? {};
}

function bobsKeys(): readonly number[] {
  return network.ledger.accounts.need(BOB).key?.refs ?? [];
}

async function token(kind: proto.ITokenCreateTransactionBody): Promise<number> {
  const { key } = network.ledger.accounts.need(OPERATOR);
  if (key === null) throw new Error('the operator has no key');
  const all = keyMessage(network.ledger.keys, key);
  const { tokenID } = await done({
    tokenCreation: {
      name: 'Token',
      symbol: 'T',
      treasury: accountId(OPERATOR),
      adminKey: all,
      supplyKey: all,
      wipeKey: all,
      freezeKey: all,
      pauseKey: all,
      feeScheduleKey: all,
      autoRenewPeriod: { seconds: long(7_776_000) },
      autoRenewAccount: accountId(OPERATOR),
      ...kind,
    },
  });
  return Number(tokenID?.tokenNum);
}

beforeAll(async () => {
  network = await SentNetwork.start({ history: true });
  thief = (await network.create(deploying(FORWARD))).num;
  proxy = (await network.create(deploying(delegatingTo(addressOf(thief))))).num;
  coin = await token({ initialSupply: long(1_000) });
  art = await token({ tokenType: 1 });
  await done({ tokenMint: { token: tokenId(art), metadata: [1, 2, 3].map((each) => Buffer.of(each)) } });
  await done({ tokenAssociate: { account: accountId(BOB), tokens: [tokenId(coin), tokenId(art)] } });
  await done({
    cryptoTransfer: {
      tokenTransfers: [
        {
          token: tokenId(coin),
          transfers: [
            { accountID: accountId(OPERATOR), amount: long(-100) },
            { accountID: accountId(BOB), amount: long(100) },
          ],
        },
        {
          token: tokenId(art),
          nftTransfers: [
            {
              senderAccountID: accountId(OPERATOR),
              receiverAccountID: accountId(BOB),
              serialNumber: long(1),
            },
          ],
        },
      ],
    },
  });
  await associate();
  const { scheduleID } = await receiptOf({
    scheduleCreate: {
      scheduledTransactionBody: {
        cryptoTransfer: {
          transfers: {
            accountAmounts: [
              { accountID: accountId(BOB), amount: long(-5) },
              { accountID: accountId(thief), amount: long(5) },
            ],
          },
        },
      },
      adminKey: keyMessage(network.ledger.keys, { refs: [0], form: 'key', threshold: 1 }),
    },
  });
  schedule = Number(scheduleID?.scheduleNum);
});

/** Associates the contracts with the tokens, unless they are associated. */
async function associate(): Promise<void> {
  for (const num of [thief, proxy]) {
    for (const of of [coin, art])
      await call(num, TOKEN_SERVICE, 'associateToken(address,address)', [addressOf(num), longZero(of)]);
  }
}

async function receiptOf(data: Parameters<SentNetwork['send']>[0]): Promise<proto.ITransactionReceipt> {
  const { status, record } = await network.send(data);
  expect(status).toBe('SUCCESS');
  return record.receipt ?? {};
}

/** Calls an address through a contract, with the signatures of the operator and Bob. Returns the name of the status. */
async function call(by: number, to: string, signature: string, args: readonly AbiValue[]): Promise<string> {
  const input = `${to.padStart(64, '0')}${encodeCall(signature, args).toString('hex')}`;
  const sent = await network.send(
    {
      contractCall: {
        contractID: contractId(by),
        gas: long(14_000_000),
        functionParameters: Buffer.from(input, 'hex'),
      },
    },
    { signers: bobsKeys() },
  );
  return sent.items[1]?.status ?? NO_CHILD;
}

/** Returns the state of all entities except the two contracts, which must not change. */
function others(): unknown {
  const { ledger } = network;
  const ours = new Set([thief, proxy]);
  return JSON.parse(
    JSON.stringify(
      {
        thieves: [...ours].map((num) => ledger.accounts.need(num).balance),
        bob: ledger.accounts.need(BOB),
        operator: { ...ledger.accounts.need(OPERATOR), balance: 0, balanceAtDayStart: 0, balanceDay: 0 },
        tokens: [coin, art].map((num) => ledger.tokens.need(num)),
        relations: [...ledger.relations.values()].filter(({ account }) => !ours.has(account)),
        stolen: [...ledger.relations.values()]
          .filter(({ account }) => ours.has(account))
          .map(({ balance }) => balance),
        nfts: [...ledger.nfts.values()].filter(({ token: of }) => of === art),
        hbarAllowances: [...ledger.cryptoAllowances.values()].filter(({ owner }) => !ours.has(owner)),
        allowances: [...ledger.tokenAllowances.values()].filter(({ owner }) => !ours.has(owner)),
        operators: [...ledger.nftAllowances.values()].filter(({ owner }) => !ours.has(owner)),
        airdrops: [...ledger.airdrops.values()].filter(({ sender }) => !ours.has(sender)),
        schedule: ledger.schedules.need(schedule),
      },
      (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value),
    ),
  );
}

const WRITES = METHODS.filter(({ kind, only }) => kind === 'write' && only !== '0x16c');

test('transfers from other accounts move nothing, for any signatures', async () => {
  const before = others();
  const [of, nfts, bob, mine] = [longZero(coin), longZero(art), addressOf(BOB), addressOf(thief)];
  const attempts: readonly (readonly [string, readonly AbiValue[], string])[] = [
    ['transferToken(address,address,address,int64)', [of, bob, mine, 5n], 'SPENDER_DOES_NOT_HAVE_ALLOWANCE'],
    [
      'transferToken(address,address,address,int64)',
      [of, longZero(2), mine, 5n],
      'SPENDER_DOES_NOT_HAVE_ALLOWANCE',
    ],
    ['transferNFT(address,address,address,int64)', [nfts, bob, mine, 1n], 'SPENDER_DOES_NOT_HAVE_ALLOWANCE'],
    [
      'transferTokens(address,address[],int64[])',
      [of, [bob, mine], TO_MOVE],
      'SPENDER_DOES_NOT_HAVE_ALLOWANCE',
    ],
    [
      'transferNFTs(address,address[],address[],int64[])',
      [nfts, [bob], [mine], [1n]],
      'SPENDER_DOES_NOT_HAVE_ALLOWANCE',
    ],
    [
      'cryptoTransfer((address,(address,int64)[],(address,address,int64)[])[])',
      [
        [
          [
            of,
            [
              [bob, -5n],
              [mine, 5n],
            ],
            [],
          ],
        ],
      ],
      'SPENDER_DOES_NOT_HAVE_ALLOWANCE',
    ],
    [
      'cryptoTransfer(((address,int64,bool)[]),(address,(address,int64,bool)[],(address,address,int64,bool)[])[])',
      [
        [
          [
            [bob, -5n, false],
            [mine, 5n, false],
          ],
        ],
        [],
      ],
      'SPENDER_DOES_NOT_HAVE_ALLOWANCE',
    ],
    ['mintToken(address,int64,bytes[])', [of, 5n, []], 'INVALID_FULL_PREFIX_SIGNATURE_FOR_PRECOMPILE'],
    ['associateToken(address,address)', [longZero(1023), of], 'INVALID_FULL_PREFIX_SIGNATURE_FOR_PRECOMPILE'],
  ];
  for (const by of [thief, proxy]) {
    for (const [signature, args, status] of attempts)
      expect([signature, await call(by, TOKEN_SERVICE, signature, args)]).toEqual([signature, status]);
    expect(await call(by, of, 'transferFrom(address,address,uint256)', [bob, mine, 5n])).toBe(
      'SPENDER_DOES_NOT_HAVE_ALLOWANCE',
    );
  }
  expect(others()).toEqual(before);
});

test('no call of any method changes other accounts', async () => {
  const before = others();
  const named = {
    accounts: [OPERATOR, BOB, thief, proxy, 1023].map(addressOf),
    others: [coin, art, schedule].map(longZero),
  };
  const calls = fc.constantFrom(...WRITES).chain((method) =>
    fc.record({
      method: fc.constant(method),
      args: randomArguments(method.signature, named),
      by: fc.constantFrom(thief, proxy),
      through: fc.constantFrom(coin, art),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(calls, { minLength: 20, maxLength: 20 }), async (list) => {
      for (const { method, args, by, through } of list) {
        const to =
          method.via === 'redirect' && method.service === 'HTS'
            ? longZero(through)
            : SERVICES[method.service];
        const status = await call(by, to, method.signature, args);
        expect([method.signature, args, status, others()]).toEqual([method.signature, args, status, before]);
      }
    }),
    { numRuns: tries(25) },
  );
});

test('an allowance suffices, as does a key that contains the contract', async () => {
  const grant = (spender: number): proto.ICryptoApproveAllowanceTransactionBody => ({
    cryptoAllowances: [{ owner: accountId(BOB), spender: accountId(spender), amount: long(7) }],
    tokenAllowances: [
      { tokenId: tokenId(coin), owner: accountId(BOB), spender: accountId(spender), amount: long(7) },
    ],
    nftAllowances: [
      {
        tokenId: tokenId(art),
        owner: accountId(BOB),
        spender: accountId(spender),
        approvedForAll: { value: true },
      },
    ],
  });
  await associate();
  await done({ cryptoApproveAllowance: grant(thief) });
  const [of, bob, mine] = [longZero(coin), addressOf(BOB), addressOf(thief)];
  const move = 'transferTokens(address,address[],int64[])';
  expect(await call(thief, TOKEN_SERVICE, move, [of, [bob, mine], TO_MOVE])).toBe('SUCCESS');
  expect(await call(thief, TOKEN_SERVICE, move, [of, [bob, mine], TO_MOVE])).toBe('AMOUNT_EXCEEDS_ALLOWANCE');
  const nft = 'transferNFT(address,address,address,int64)';
  expect(await call(thief, TOKEN_SERVICE, nft, [longZero(art), bob, mine, 1n])).toBe('SUCCESS');
  const hbars =
    'cryptoTransfer(((address,int64,bool)[]),(address,(address,int64,bool)[],(address,address,int64,bool)[])[])';
  const amounts = [
    [
      [bob, -5n, false],
      [mine, 5n, false],
    ],
  ];
  expect(await call(thief, TOKEN_SERVICE, hbars, [amounts, []])).toBe('SUCCESS');
  expect(network.ledger.accounts.need(thief).balance).toBe(5n);
  // The same code for another contract has only the delegatable key.
  const named = await token({ initialSupply: long(1), supplyKey: { contractID: contractId(proxy) } });
  const delegated = await token({
    initialSupply: long(1),
    supplyKey: { delegatableContractId: contractId(proxy) },
  });
  const mint = (num: number) =>
    call(proxy, TOKEN_SERVICE, 'mintToken(address,int64,bytes[])', [longZero(num), 1n, []]);
  expect(await mint(named)).toBe('INVALID_FULL_PREFIX_SIGNATURE_FOR_PRECOMPILE');
  expect(await mint(delegated)).toBe('SUCCESS');
  // A key may name the contract by its address, with or without a shard.
  for (const contract of [{ shardNum: long(0) }, {}]) {
    const evmAddress = network.ledger.addressOf(proxy);
    const supplyKey = { delegatableContractId: { ...contract, evmAddress } };
    expect(await mint(await token({ initialSupply: long(1), supplyKey }))).toBe('SUCCESS');
    const contractKey = { contractID: { ...contract, evmAddress } };
    expect(await mint(await token({ initialSupply: long(1), supplyKey: contractKey }))).toBe(
      'INVALID_FULL_PREFIX_SIGNATURE_FOR_PRECOMPILE',
    );
  }
});

test('an account that calls the service itself is authorized by its payer signature only', async () => {
  const direct = async (signature: string, args: readonly AbiValue[]): Promise<string> => {
    const sent = await network.send(
      {
        contractCall: {
          contractID: contractId(359),
          gas: long(14_000_000),
          functionParameters: encodeCall(signature, args),
        },
      },
      { signers: bobsKeys() },
    );
    return sent.items[1]?.status ?? sent.status;
  };
  const move = 'transferTokens(address,address[],int64[])';
  const [of, operator, bob] = [longZero(coin), longZero(OPERATOR), addressOf(BOB)];
  expect(await direct(move, [of, [operator, bob], TO_MOVE])).toBe('SUCCESS');
  expect(await direct('mintToken(address,int64,bytes[])', [of, 5n, []])).toBe('SUCCESS');
  expect(await direct(move, [of, [bob, operator], TO_MOVE])).toBe('SPENDER_DOES_NOT_HAVE_ALLOWANCE');
  expect(await direct('dissociateToken(address,address)', [bob, longZero(art)])).toBe(
    'INVALID_FULL_PREFIX_SIGNATURE_FOR_PRECOMPILE',
  );
});

/** Statuses for a missing signature or allowance, because every key counts as signed in a simulated call. */
const UNSIGNED = new Set([
  'INVALID_FULL_PREFIX_SIGNATURE_FOR_PRECOMPILE',
  'SPENDER_DOES_NOT_HAVE_ALLOWANCE',
  'AMOUNT_EXCEEDS_ALLOWANCE',
  // The network stores only the signatures that a schedule needs; a simulation stores all that contracts add.
  'NO_NEW_VALID_SIGNATURES',
  // An account that sends by an allowance and receives occurs twice in the network's list, but not in a simulation's.
  'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS',
]);
const REDIRECT = selectorOf('redirectForToken(address,bytes)');

/** Returns whether a simulated call succeeds on the network's current rows. */
async function simulates(
  by: number,
  method: Method,
  args: readonly AbiValue[],
  through: string | null,
): Promise<boolean> {
  const { ledger } = network;
  const now = network.nextAt;
  const code = new Map([...ledger.contracts.values()].map(({ num }) => [num, runtimeOf(ledger, num)]));
  const moment = { ledger, addresses: addressesOf(ledger), createdBefore: 0, code };
  const state = new LedgerOverlay(demoReader({ ...moment, before: now }));
  const simulated = testLedger(
    {},
    { state, now, rate: { hbars: 1n, cents: 12n, expires: null }, gasPrice: 71n },
  );
  const direct = encodeCall(method.signature, args);
  const sender = addressOf(by);
  const input = through === null ? direct : Buffer.concat([Buffer.from(REDIRECT + through, 'hex'), direct]);
  const proxied = through === null ? {} : { isDelegate: true, recipient: through, parentSender: sender };
  const { outcome, output } = await simulated.raw({
    address: SERVICES[method.service],
    input,
    sender,
    gas: 13_900_000n,
    ...proxied,
  });
  if (outcome.kind !== 'success') return false;
  const isCode = method.returns.startsWith('(int') && output.length > 0;
  return !isCode || BigInt(`0x${Buffer.from(output).toString('hex', 0, 32)}`) === 22n;
}

test('a simulated call of any method fails if the network’s does, except for signatures', async () => {
  await associate();
  const named = {
    accounts: [OPERATOR, BOB, thief, proxy, 1023].map(addressOf),
    others: [coin, art, schedule].map(longZero),
  };
  const parties = { ...named, others: named.accounts };
  const seen = new Set<string>();
  const calls = fc.constantFrom(...WRITES).chain((method) =>
    fc.record({
      method: fc.constant(method),
      // A call through a token contains only accounts.
      args: randomArguments(method.signature, method.via === 'redirect' ? parties : named),
      by: fc.constantFrom(thief, proxy),
      through: fc.constantFrom(coin, art),
      // A token's own code packs the arguments, a contract may encode them by the ABI.
      isPacked: fc.boolean(),
    }),
  );
  await fc.assert(
    fc.asyncProperty(calls, async ({ method, args, by, through, isPacked }) => {
      const token = method.via === 'redirect' && method.service === 'HTS' ? longZero(through) : null;
      if (method.via === 'redirect' && token === null) return;
      const isEncoded = token !== null && !isPacked;
      const signature = isEncoded ? 'redirectForToken(address,bytes)' : method.signature;
      const given = isEncoded ? [token, encodeCall(method.signature, args)] : args;
      const proxied = isEncoded ? null : token;
      const simulated = await simulates(by, { ...method, signature }, given, proxied);
      const status = await call(by, proxied ?? SERVICES[method.service], signature, given);
      seen.add(status);
      if (UNSIGNED.has(status) || status === NO_CHILD) return;
      expect([method.signature, args, status]).toEqual([
        method.signature,
        args,
        simulated ? 'SUCCESS' : expect.not.stringMatching(/^SUCCESS$/),
      ]);
    }),
    { numRuns: tries(400) },
  );
  expect(seen.size).toBeGreaterThan(10);
});
