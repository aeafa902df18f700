import { beforeAll, describe, expect, test } from 'vitest';
import { contractId, fileId, long } from '../../../packages/network-simulator/src/ledger/ids.ts';
import { TOTAL_TINYBARS } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import { Status } from '../../../packages/network-simulator/src/ledger/status.ts';
import { callLocal } from '../../../packages/network-simulator/src/node/call-local.ts';
import { runtimeOf } from '../../../packages/network-simulator/src/programs/code-store.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { deploying, SentNetwork } from './sent-network.ts';

// Code that the demo network never sends itself, written as bytes: its effects, and the network's resilience to it.

let network: SentNetwork;
beforeAll(async () => {
  network = await SentNetwork.start();
}, 120_000);

const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');

/**
 * Returns code that calls an address with all gas, no input, and a value of tinybars, and returns the returned word.
 */
const calling = (address: string, value = '00', input = '', size = '00'): string =>
  `${input}60206000${size === '00' ? '60006000' : `60${size}6000`}60${value}73${address}5af15060206000f3`;

const LOOP = '5b600056';

/** A state that ignores changes. */
const PASSIVE = { setAccount() {}, checkpoint() {}, commit() {}, revert() {} };

describe('any code', () => {
  test('runs as it was sent, and is stored once', async () => {
    // Code that returns 42.
    const runtime = '602a60005260206000f3';
    const before = network.ledger.codes.size;
    const [first, second] = [
      await network.create(deploying(runtime)),
      await network.create(deploying(runtime)),
    ];
    expect([first.status, second.status]).toEqual(['SUCCESS', 'SUCCESS']);
    expect(network.ledger.codes.size).toBe(before + 1);
    expect(Buffer.from(runtimeOf(network.ledger, second.num)).toString('hex')).toBe(runtime);
    const { record } = await network.call(second.num, '', 50_000);
    expect(Buffer.from(record.contractCallResult?.contractCallResult ?? []).toString('hex')).toBe(word(42));
  });

  test('gets its arguments after its init code, also from a file', async () => {
    // Code that deploys the last word of its input.
    const initcode = '6020602038036000396020 6000f3'.replace(' ', '');
    const store = async (text: string) => {
      const body = { contents: Buffer.from(text), expirationTime: { seconds: long(1_775_000_000) } };
      const { record, status } = await network.send({ fileCreate: body });
      expect(status).toBe('SUCCESS');
      return { fileID: record.receipt?.fileID ?? null };
    };
    const body = {
      gas: long(500_000),
      autoRenewPeriod: { seconds: long(7_776_000) },
      constructorParameters: Buffer.from(word(0x5b), 'hex'),
    };
    const made = await network.send({ contractCreateInstance: { ...body, ...(await store(initcode)) } });
    expect(made.status).toBe('SUCCESS');
    const num = made.record.receipt?.contractID?.contractNum?.toNumber() ?? 0;
    expect(Buffer.from(runtimeOf(network.ledger, num)).toString('hex')).toBe(word(0x5b));
    for (const [file, status] of [
      [await store(''), 'CONTRACT_FILE_EMPTY'],
      [await store('60zz'), 'ERROR_DECODING_BYTESTRING'],
      [{ fileID: fileId(999_999) }, 'INVALID_FILE_ID'],
    ] as const) {
      expect((await network.send({ contractCreateInstance: { ...body, ...file } })).status).toBe(status);
    }
  });

  test('reads random numbers, rates, hashes of blocks, and whether an address is a token', async () => {
    const { ledger } = network;
    ledger.noteBlockHash(ledger.blockNumber - 1n, Buffer.alloc(48, 7));
    const [token] = [...ledger.tokens.values()].filter(
      ({ nonFungible, deleted }) => !nonFungible && !deleted,
    );
    const address = (token?.num ?? 0).toString(16).padStart(40, '0');
    const system = (num: number) => num.toString(16).padStart(40, '0');
    // Returns code with PUSH32 and MSTORE of bytes at an offset.
    const stored = (hex: string, at: number) =>
      `7f${hex.padEnd(64, '0')}60${at.toString(16).padStart(2, '0')}52`;
    const cases: readonly (readonly [runtime: string, returned: RegExp])[] = [
      // Code with BLOCKHASH of the previous block, and of an unknown one.
      ['600143034060005260206000f3', /^(07){32}$/],
      ['61ffff4060005260206000f3', /^(00){32}$/],
      ['4460005260206000f3', /^(?!(00){32})/],
      [calling(system(0x169), '00', stored('d83bf9a1', 0), '04'), /^(?!(00){32})/],
      [
        calling(system(0x168), '00', `${stored('2e3cff6a', 0)}61270f60045260206000`.slice(0, -8), '24'),
        new RegExp(word(833)),
      ],
      [calling(address, '00', stored('313ce567', 0), '04'), new RegExp(word(token?.decimals ?? -1))],
      [calling(address, '00', stored('18160ddd', 0), '04'), new RegExp(word(token?.totalSupply ?? -1n))],
    ];
    for (const [runtime, returned] of cases) {
      const { num, status } = await network.create(deploying(runtime));
      expect([runtime, status]).toEqual([runtime, 'SUCCESS']);
      const call = await network.call(num, '', 300_000);
      expect([runtime, call.status]).toEqual([runtime, 'SUCCESS']);
      const output = Buffer.from(call.record.contractCallResult?.contractCallResult ?? []).toString('hex');
      expect(output).toMatch(returned);
    }
  });

  test('creates accounts by sending to addresses, and contracts at their addresses', async () => {
    const { ledger } = network;
    const address = 'c0ffee'.padEnd(40, '1');
    const { num } = await network.create(deploying(calling(address, '05')));
    const sent = await network.call(num, '', 1_000_000, 5n);
    expect(sent.status).toBe('SUCCESS');
    const account = ledger.accounts.need(ledger.resolveAlias(Buffer.from(address, 'hex')));
    expect([account.balance, account.hollow, account.contract]).toEqual([5n, true, false]);
    expect(sent.items.map(({ type, status }) => [type, status])).toEqual([
      ['contractCall', 'SUCCESS'],
      ['cryptoCreateAccount', 'SUCCESS'],
    ]);
    // With too little gas nothing is created.
    const other = 'c0ffee'.padEnd(40, '2');
    const poor = await network.create(deploying(calling(other, '05')));
    expect((await network.call(poor.num, '', 300_000, 5n)).status).toBe('SUCCESS');
    expect(ledger.resolveAlias(Buffer.from(other, 'hex'))).toBe(0);
  });

  test('destroys itself: only contracts of the same transaction are removed', async () => {
    const { ledger } = network;
    const beneficiary = '2'.padStart(40, '0');
    const old = await network.create(deploying(`6103e9ff`));
    expect((await network.call(old.num, '', 100_000, 7n)).status).toBe('SUCCESS');
    expect(ledger.accounts.need(old.num)).toMatchObject({ deleted: false, balance: 0n });
    const young = await network.create(`6103e9ff`);
    expect(young.status).toBe('SUCCESS');
    expect(ledger.accounts.need(young.num).deleted).toBe(true);
    expect(
      young.items.map(({ type, body }) => [type, body.contractDeleteInstance?.permanentRemoval]),
    ).toEqual([
      ['contractCreateInstance', undefined],
      ['contractDeleteInstance', true],
    ]);
    expect((await network.call(young.num)).status).toBe('SUCCESS');
    // Refused: calls to itself, and to an account of the system.
    expect((await network.create('30ff')).status).toBe('OBTAINER_SAME_CONTRACT_ID');
    expect((await network.create(`73${beneficiary}ff`)).status).toBe('INVALID_SOLIDITY_ADDRESS');
  });

  test('is not changed by a local call', async () => {
    const { ledger } = network;
    const read = await network.create(deploying('600054600052602060 00f3'.replace(' ', '')));
    const write = await network.create(deploying('600160005500'));
    const slots = ledger.slots.size;
    const call = (to: number) =>
      callLocal(ledger, demoEngine, {
        to: Buffer.from(ledger.addressOf(to)).toString('hex'),
        sender: 2,
        input: Buffer.alloc(0),
        gasLimit: 100_000,
        at: ledger.lastConsensus,
      });
    expect((await call(read.num)).code).toBe(Status.OK);
    expect((await call(write.num)).code).toBe(Status.LOCAL_CALL_MODIFICATION_EXCEPTION);
    expect(ledger.slots.size).toBe(slots);
  });
});

describe('gas', () => {
  test('pays for the used gas, whatever the limit', async () => {
    // Code with STOP, and code that stores the call data's first word.
    const [idle, store] = [
      await network.create(deploying('00')),
      await network.create(deploying('5f355f5500')),
    ];
    const payer = 1002;
    const call = async (num: number, input: string, gas: number) => {
      const before = network.ledger.accounts.need(payer).balance;
      const { record, status } = await network.send(
        {
          contractCall: {
            contractID: contractId(num),
            gas: long(gas),
            functionParameters: Buffer.from(input, 'hex'),
          },
        },
        { payer },
      );
      expect(status).toBe('SUCCESS');
      const paid = before - network.ledger.accounts.need(payer).balance;
      expect(paid).toBe(BigInt(String(record.transactionFee)));
      return { gas: Number(record.contractCallResult?.gasUsed), paid };
    };
    const [little, much] = [await call(idle.num, '', 21_000), await call(idle.num, '', 15_000_000)];
    expect([little.gas, much.gas]).toEqual([21_000, 21_000]);
    expect(much.paid).toBe(little.paid);
    // The minimum for the input is more than its cost (EIP-7623).
    expect((await call(idle.num, 'ff00', 21_050)).gas).toBe(21_050);
    // Gas of PUSH0, CALLDATALOAD and PUSH0, of the first store in an empty slot, and of its clearing, of which a fifth
    // is refunded (EIP-3529).
    const operations = 2 + 3 + 2;
    const set = await call(store.num, word(1), 1_000_000);
    expect(set.gas).toBe(21_000 + 31 * 4 + 16 + operations + 2_100 + 20_000);
    const used = 21_000 + 32 * 4 + operations + 2_100 + 2_900;
    const cleared = await call(store.num, word(0), 1_000_000);
    expect(cleared.gas).toBe(used - Math.min(4_800, Math.floor(used / 5)));
    expect(set.paid - cleared.paid).toBe(BigInt(set.gas - cleared.gas) * 71n);
  });
});

describe('hostile code', () => {
  /** Runtime codes, the status of their call, and the call's gas: two million by default. */
  const attacks: [name: string, runtime: string, status: string, gas?: number][] = [
    ['an endless loop', LOOP, 'INSUFFICIENT_GAS'],
    [
      'memory that grows endlessly',
      '5b6001805952600056'.replace('6001805952', '60ff5952'),
      'INSUFFICIENT_GAS',
    ],
    ['one large expansion of memory', '6001630fffffff52', 'INSUFFICIENT_GAS'],
    [
      'endless recursion',
      '5b6000600060006000600030 5af1600056'.replace(' ', ''),
      'CONTRACT_EXECUTION_EXCEPTION|INSUFFICIENT_GAS',
      100_000,
    ],
    ['an unknown operation', 'fe', 'CONTRACT_EXECUTION_EXCEPTION'],
    ['a stack overflow', '5b3060 0056'.replace(' ', ''), 'CONTRACT_EXECUTION_EXCEPTION'],
    ['a stack underflow', '01', 'CONTRACT_EXECUTION_EXCEPTION'],
    ['a jump beyond the code', '6101ff56', 'CONTRACT_EXECUTION_EXCEPTION'],
    ['endless creations', '5b600060006000f050600056', 'MAX_CHILD_RECORDS_EXCEEDED'],
    ['a revert', '60006000fd', 'CONTRACT_REVERT_EXECUTED'],
    [
      'endless writes to slots',
      '5b5a80558 0600056'.replace(' ', ''),
      'INSUFFICIENT_GAS|CONTRACT_EXECUTION_EXCEPTION',
    ],
    ['hashes of large memory', '5b6201000060002050600056', 'INSUFFICIENT_GAS'],
    [
      'sha-256 of large memory',
      '5b6020600062010000600060025afa50600056',
      'INSUFFICIENT_GAS|CONTRACT_EXECUTION_EXCEPTION',
    ],
    ['copies of its code', '5b61ffff6000600039600056', 'INSUFFICIENT_GAS'],
    [
      'a value above the balance',
      '600060006000600067ffffffffffffffff6103e95af15f5ffd',
      'CONTRACT_REVERT_EXECUTED',
    ],
    [
      'tinybars to a missing long-zero address',
      '60006000600060006001630fffffff5af15f5ffd',
      'CONTRACT_REVERT_EXECUTED',
    ],
  ];

  test.each(attacks)(
    '%s ends',
    async (_name, runtime, status, gas = 2_000_000) => {
      const { num, status: made } = await network.create(deploying(runtime));
      expect(made).toBe('SUCCESS');
      const { ledger } = network;
      const entities = ledger.counter.nextEntity;
      const call = await network.call(num, '', gas);
      expect(call.status).toMatch(new RegExp(`^(${status})$`));
      expect(ledger.totalTinybars()).toBe(TOTAL_TINYBARS);
      if (call.status !== 'SUCCESS') {
        expect(ledger.counter.nextEntity).toBe(entities);
        // A halt uses all gas, a revert only the gas used before it.
        const used = Number(call.record.contractCallResult?.gasUsed);
        if (call.status === 'CONTRACT_REVERT_EXECUTED') expect(used).toBeLessThan(60_000);
        else expect(used).toBe(gas);
      }
      expect(call.sidecars.some(({ actions }) => (actions?.contractActions?.length ?? 0) > 0)).toBe(true);
    },
    120_000,
  );

  test.each([
    ['code too large', '6160016000f3', 'CONTRACT_EXECUTION_EXCEPTION'],
    ['code of the reserved prefix', '60ef60005360016000f3', 'CONTRACT_EXECUTION_EXCEPTION'],
    ['init code too large', '00'.repeat(49_153), 'CONTRACT_EXECUTION_EXCEPTION'],
    ['a loop in a constructor', LOOP, 'INSUFFICIENT_GAS'],
  ])(
    '%s creates no contract',
    async (_name, initcode, status) => {
      const contracts = network.ledger.contracts.size;
      const { status: made, num } = await network.create(initcode, 10_000_000);
      expect([made, num]).toEqual([status, 0]);
      expect(network.ledger.contracts.size).toBe(contracts);
    },
    120_000,
  );

  test('times out with any amount of gas left', async () => {
    const code = Buffer.from(LOOP, 'hex');
    const state = {
      account: () => undefined,
      code: () => code,
      callCode: () => code,
      kind: () => 'contract',
    };
    // By the clock of the deadline, which counts whole milliseconds.
    const began = Date.now();
    const { outcome, frames } = await demoEngine({
      message: {
        from: '2'.padStart(40, '0'),
        to: 'ab'.repeat(20),
        createAt: undefined,
        data: new Uint8Array(),
        value: 0n,
        gas: 10n ** 15n,
        gasPrice: 0n,
      },
      state: { ...PASSIVE, ...state } as never,
      blockNumber: 1n,
      blockHash: () => word(0),
      random: word(0),
      gasLimit: 10n ** 15n,
      timestamp: 1n,
      chainId: 298n,
      systemContracts: new Map(),
      hollowAccountGas: 0n,
      timeoutMs: 200,
    });
    expect(Date.now() - began).toBeGreaterThanOrEqual(200);
    expect(outcome).toEqual({ kind: 'halt', reason: 'TIMEOUT' });
    expect(frames.map(({ outcome: end }) => end)).toEqual([outcome]);
  }, 120_000);

  test('gas and value out of range are refused by name', async () => {
    const { num } = await network.create(deploying('00'));
    expect((await network.call(num, '', 15_000_001)).status).toBe('MAX_GAS_LIMIT_EXCEEDED');
    expect((await network.call(num, '', -1)).status).toBe('INSUFFICIENT_GAS');
    expect((await network.call(num, '', 20_999)).status).toBe('INSUFFICIENT_GAS');
    expect((await network.call(num, 'ff00', 21_049)).status).toBe('INSUFFICIENT_GAS');
    expect((await network.call(num, '', 30_000, -1n)).status).toBe('CONTRACT_NEGATIVE_VALUE');
    expect((await network.call(num, '', 30_000, 9_000_000_000_000_000_000n)).status).toBe(
      'INSUFFICIENT_PAYER_BALANCE',
    );
  });
});
