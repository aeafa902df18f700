import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallServer, startCallServer } from '../calls/call/call-fixture.ts';
import {
  ALICE,
  addressOf,
  BOB,
  CAROL,
  CONTRACTS,
  makeScene,
  type Scene,
  UNITS,
} from '../calls/contracts/scene.ts';
import { requirePackage } from '../require-package.ts';
import { type DemoEvm, startDemoEvm } from './demo-evm.ts';
import { type JsonRpc, startJsonRpc } from './json-rpc.ts';
import { PACKAGES } from './packages.ts';

// Tests in which unmodified ethers and viem call contracts by OpenZeppelin through the requests of a JSON-RPC relay.

// biome-ignore lint/suspicious/noExplicitAny: the libraries' own types are not installed with the project
type Library = any;

/** A log in the database. */
interface Log {
  readonly address: string;
  readonly topic: string;
  readonly block: number;
  readonly index: number;
  readonly data: string;
}

const alice = `0x${ALICE.address}`;
const bob = `0x${BOB.address}`;
const carol = `0x${CAROL.address}`;
const silver = addressOf(CONTRACTS.silver);
const pair = addressOf(CONTRACTS.pair);
const odd = addressOf(CONTRACTS.odd);
const units = addressOf(UNITS);
const ALICE_SILVER = 10n ** 24n - 10n ** 22n;
const BOUGHT = 996_900_609_009_281_774n;
/** Panic codes of Solidity, in the form of ethers. */
const PANIC = { zero: 18n, overflow: 17n, assertion: 1n, index: 50n };

describe.skipIf(PACKAGES === undefined)('ethers and viem', () => {
  let server: CallServer;
  let rpc: JsonRpc;
  let scene: Scene;
  let creation: { coin: string; odd: `0x${string}` };

  beforeAll(async () => {
    scene = await makeScene(PACKAGES ?? '');
    creation = {
      coin: `0x${scene.artifacts.Coin.bytecode}${scene.abis.silver.encodeDeploy(['Copper', 'CU', alice]).slice(2)}`,
      odd: `0x${scene.artifacts.Odd.bytecode}`,
    };
    server = await startCallServer();
    await scene.insertInto(server.database);
    rpc = await startJsonRpc(server.url);
  });
  afterAll(async () => {
    await rpc?.close();
    await server?.close();
  });

  describe('ethers', () => {
    let ethers: Library;
    let provider: Library;
    const contract = (address: string, name: keyof Scene['artifacts']): Library =>
      new ethers.Contract(address, scene.artifacts[name].abi, provider);
    const failure = async (call: Promise<unknown>): Promise<Library> =>
      call.then(
        (value) => Promise.reject(new Error(`it succeeded: ${value}`)),
        (error: Library) => error,
      );

    beforeAll(() => {
      ethers = requirePackage<Library>(PACKAGES ?? '', 'ethers');
      // A static network, so that ethers does not request it, and without ENS.
      const network = ethers.Network.from(298);
      provider = new ethers.JsonRpcProvider(rpc.url, network, { staticNetwork: network });
    });
    afterAll(() => provider?.destroy());

    test('reads contracts', async () => {
      const coin = contract(silver, 'Coin');
      expect(await Promise.all([coin.name(), coin.symbol(), coin.decimals()])).toEqual(['Silver', 'AG', 18n]);
      expect(await coin.balanceOf(alice)).toBe(ALICE_SILVER);
      expect(await coin.balanceOf(alice, { blockTag: 'latest' })).toBe(ALICE_SILVER);
      expect(await contract(pair, 'Pair').quote(10n ** 18n, true)).toBe(BOUGHT);
    });

    test('reads a token of the ledger as a contract', async () => {
      const token = contract(units, 'Coin');
      expect(
        await Promise.all([token.name(), token.symbol(), token.decimals(), token.balanceOf(alice)]),
      ).toEqual(['Units', 'UNT', 3n, 60_000n]);
    });

    test('simulates state changes', async () => {
      const from = { from: alice };
      expect(await contract(silver, 'Coin').transfer.staticCall(bob, 1n, from)).toBe(true);
      expect(await contract(pair, 'Pair').swap.staticCall(10n ** 18n, true, 0, from)).toBe(BOUGHT);
    });

    test('estimates sufficient gas', async () => {
      const coin = contract(silver, 'Coin');
      const gas = await coin.transfer.estimateGas(bob, 1n, { from: alice });
      expect(gas).toBeGreaterThan(21_000n);
      expect(await coin.transfer.staticCall(bob, 1n, { from: alice, gasLimit: gas })).toBe(true);
      const min = (gas * 100n) / 120n;
      const poor = await failure(coin.transfer.staticCall(bob, 1n, { from: alice, gasLimit: min }));
      expect([poor.code, poor.revert]).toEqual(['CALL_EXCEPTION', null]);
    });

    test('decodes errors of a contract, reasons and panics', async () => {
      const coin = contract(silver, 'Coin');
      const strange = contract(odd, 'Odd');
      const poor = await failure(coin.transfer.staticCall(alice, 1n, { from: bob }));
      expect([poor.code, poor.revert.name, poor.revert.args.toArray()]).toEqual([
        'CALL_EXCEPTION',
        'ERC20InsufficientBalance',
        [ethers.getAddress(bob), 0n, 1n],
      ]);
      const refused = await failure(strange.refuse.staticCall(9, { from: carol }));
      expect([refused.revert.name, refused.revert.args.amount]).toEqual(['Refused', 9n]);
      expect(await failure(strange.reason())).toMatchObject({ code: 'CALL_EXCEPTION', reason: 'not today' });
      for (const [call, code] of [
        [() => strange.divide(1, 0), PANIC.zero],
        [() => strange.subtract(1, 2), PANIC.overflow],
        [() => strange.assertion(false), PANIC.assertion],
        [() => strange.element(0), PANIC.index],
      ] as const) {
        const { revert } = await failure(call());
        expect([revert.name, BigInt(revert.args[0])]).toEqual(['Panic', code]);
      }
      const silent = await failure(strange.silent());
      expect([silent.code, silent.data, silent.reason]).toEqual(['CALL_EXCEPTION', '0x', 'require(false)']);
      const unpayable = await failure(coin.transfer.estimateGas(alice, 1n, { from: bob }));
      expect(coin.interface.parseError(unpayable.data).name).toBe('ERC20InsufficientBalance');
    });

    test('creates without a transaction', async () => {
      const code = await provider.call({ data: creation.coin, from: alice });
      expect(ethers.dataLength(code)).toBe(ethers.dataLength(await provider.getCode(silver)));
      expect(await provider.estimateGas({ data: creation.coin, from: alice })).toBeGreaterThan(500_000n);
    });
  });

  describe('viem', () => {
    let viem: Library;
    let client: Library;
    const at = (address: string, name: keyof Scene['artifacts']) => ({
      address,
      abi: scene.artifacts[name].abi,
    });
    /** Returns name and arguments of the error with which a call reverts. */
    async function revert(call: Promise<unknown>): Promise<unknown[]> {
      const error: Library = await call.then(
        (value) => Promise.reject(new Error(`it succeeded: ${value}`)),
        (thrown: unknown) => thrown,
      );
      const found = error.walk((each: unknown) => each instanceof viem.ContractFunctionRevertedError);
      if (found === null) throw error;
      return [found.data?.errorName, ...(found.data?.args ?? []), found.reason].filter(
        (each) => each !== undefined,
      );
    }

    beforeAll(() => {
      viem = requirePackage<Library>(PACKAGES ?? '', 'viem');
      client = viem.createPublicClient({ transport: viem.http(rpc.url, { retryCount: 0 }) });
    });

    test('reads contracts, and tokens of the ledger', async () => {
      const coin = at(silver, 'Coin');
      expect(await client.readContract({ ...coin, functionName: 'name' })).toBe('Silver');
      expect(await client.readContract({ ...coin, functionName: 'balanceOf', args: [alice] })).toBe(
        ALICE_SILVER,
      );
      const token = at(units, 'Coin');
      expect(await client.readContract({ ...token, functionName: 'balanceOf', args: [alice] })).toBe(60_000n);
    });

    test('simulates and estimates', async () => {
      const swap = {
        ...at(pair, 'Pair'),
        functionName: 'swap',
        args: [10n ** 18n, true, 0n],
        account: alice,
      };
      expect((await client.simulateContract(swap)).result).toBe(BOUGHT);
      const gas = await client.estimateContractGas(swap);
      expect((await client.simulateContract({ ...swap, gas })).result).toBe(BOUGHT);
    });

    test('decodes errors of a contract, reasons and panics', async () => {
      const coin = at(silver, 'Coin');
      const strange = at(odd, 'Odd');
      const transfer = { ...coin, functionName: 'transfer', args: [alice, 1n], account: bob };
      expect(await revert(client.simulateContract(transfer))).toEqual([
        'ERC20InsufficientBalance',
        viem.getAddress(bob),
        0n,
        1n,
      ]);
      expect(await revert(client.estimateContractGas(transfer))).toEqual([
        'ERC20InsufficientBalance',
        viem.getAddress(bob),
        0n,
        1n,
      ]);
      const reverts = (functionName: string, ...args: unknown[]) =>
        revert(client.readContract({ ...strange, functionName, args }));
      expect(await reverts('reason')).toEqual(['Error', 'not today', 'not today']);
      for (const [name, args, code] of [
        ['divide', [1n, 0n], PANIC.zero],
        ['subtract', [1n, 2n], PANIC.overflow],
        ['assertion', [false], PANIC.assertion],
        ['element', [0n], PANIC.index],
      ] as const) {
        expect(await reverts(name, ...args)).toEqual(['Panic', code, expect.any(String)]);
      }
    });

    test('calls code that is not deployed', async () => {
      const deployless = { abi: scene.artifacts.Odd.abi, code: creation.odd };
      const divide = { ...deployless, functionName: 'divide' };
      expect(await client.readContract({ ...divide, args: [7n, 2n] })).toBe(3n);
      expect(await revert(client.readContract({ ...divide, args: [7n, 0n] }))).toContain(PANIC.zero);
    });

    test('batches reads through a contract that is not deployed', async () => {
      const coin = at(silver, 'Coin');
      const found = await client.multicall({
        deployless: true,
        contracts: [
          { ...coin, functionName: 'symbol' },
          { ...coin, functionName: 'balanceOf', args: [alice] },
          { ...at(odd, 'Odd'), functionName: 'reason' },
          { ...at(units, 'Coin'), functionName: 'balanceOf', args: [bob] },
        ],
      });
      expect(found.map(({ status, result }: Library) => [status, result])).toEqual([
        ['success', 'AG'],
        ['success', ALICE_SILVER],
        ['failure', undefined],
        ['success', 40_000n],
      ]);
    });
  });

  describe('logs of a network', () => {
    let demo: DemoEvm;
    let demoRpc: JsonRpc;
    let expected: Log[];

    beforeAll(async () => {
      demo = await startDemoEvm();
      demoRpc = await startJsonRpc(demo.api.url);
      const { rows } = await demo.api.database.pool.query<Log>(
        `select '0x' || coalesce(encode(e.evm_address, 'hex'), lpad(to_hex(l.contract_id & 274877906943), 40, '0')) as address,
           '0x' || encode(l.topic0, 'hex') as topic, f.index::int as block, l.index,
           '0x' || lpad(encode(l.data, 'hex'), greatest(64, length(l.data) * 2), '0') as data
         from contract_log l join entity e on e.id = l.contract_id
         join record_file f on l.consensus_timestamp between f.consensus_start and f.consensus_end
         -- No answer shows the log of a wildcard NFT transfer (serial number -1).
         where length(l.topic0) = 32 and l.topic3 is distinct from '\\xffffffffffffffff'::bytea order by l.consensus_timestamp, l.index`,
      );
      expected = rows;
    });
    afterAll(async () => {
      await demoRpc?.close();
      await demo?.close();
    });

    /** The contract and the topic with the most logs, whose logs are requested. */
    const max = (key: 'address' | 'topic') => {
      const values = expected.map((log) => log[key]);
      const count = (value: string) => values.filter((each) => each === value).length;
      return [...new Set(values)].sort((a, b) => count(b) - count(a))[0] ?? '';
    };
    const within = (from: number, to: number, holds: (log: Log) => boolean) =>
      expected.filter((log) => log.block >= from && log.block <= to && holds(log));

    test('ethers', async () => {
      const { JsonRpcProvider, Network } = requirePackage<Library>(PACKAGES ?? '', 'ethers');
      const network = Network.from(298);
      const provider = new JsonRpcProvider(demoRpc.url, network, { staticNetwork: network });
      const shown = (logs: Library[]) =>
        logs.map(({ address, topics, blockNumber, index, data }) => ({
          address: address.toLowerCase(),
          topic: topics[0],
          block: blockNumber,
          index,
          data,
        }));
      const address = max('address');
      const topic = max('topic');
      const all = { fromBlock: 0, toBlock: 'latest' };
      const range = { fromBlock: 3, toBlock: 9 };
      const ofContract = within(0, 1_000, (log) => log.address === address);
      expect(ofContract.length).toBeGreaterThan(3);
      expect(shown(await provider.getLogs({ ...all, address }))).toEqual(ofContract);
      const ofTopic = within(3, 9, (log) => log.topic === topic);
      expect(ofTopic.length).toBeGreaterThan(3);
      const found = shown(await provider.getLogs({ ...range, topics: [topic] }));
      expect(found).toEqual(ofTopic);
      provider.destroy();
    });

    test('viem', async () => {
      const viem = requirePackage<Library>(PACKAGES ?? '', 'viem');
      const client = viem.createPublicClient({ transport: viem.http(demoRpc.url, { retryCount: 0 }) });
      const address = max('address');
      const logs: Library[] = await client.getLogs({ address, fromBlock: 2n, toBlock: 12n });
      expect(
        logs.map((log) => ({
          address: log.address.toLowerCase(),
          topic: log.topics[0],
          block: Number(log.blockNumber),
          index: log.logIndex,
          data: log.data,
        })),
      ).toEqual(within(2, 12, (log) => log.address === address));
    });
  });

  test('no request caused an internal error', () => expect(server.log).toEqual([]));
});
