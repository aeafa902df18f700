import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ledger } from '../../packages/network-simulator/src/ledger/ledger.ts';
import { demoLedger } from '../client/demo-api.ts';
import type { TestApi } from '../rest/api-fixture.ts';
import { type DemoEvm, startDemoEvm } from './demo-evm.ts';
import { demoIds, find, hex, id, time } from './demo-ids.ts';
import { PACKAGES } from './packages.ts';
import type { Ids } from './program.ts';
import { runClient } from './run-client.ts';

// Unmodified real clients send requests to a real server with a demo network. Each runs in its own process, and its
// results are compared with the network's ledger.

// biome-ignore lint/suspicious/noExplicitAny: the tests look at fields one by one
type Found = Readonly<Record<string, any>>;

/** The text `Demo Coin` in Solidity's encoding. */
const DEMO_COIN = `0x${(32).toString(16).padStart(64, '0')}${(9).toString(16).padStart(64, '0')}${Buffer.from('Demo Coin').toString('hex').padEnd(64, '0')}`;

// The packages are installed from a registry once. Without a registry or an earlier installation, these tests are
// skipped.
describe.skipIf(PACKAGES === undefined)('real clients', () => {
  let demo: DemoEvm;
  let api: TestApi;
  let ledger: Ledger;
  let ids: Ids;
  let sdk: Found;
  let standards: Found;
  let hapi: Found;

  beforeAll(async () => {
    ledger = await demoLedger();
    demo = await startDemoEvm();
    api = demo.api;
    ids = await demoIds(ledger, api);
    [sdk, standards, hapi] = await Promise.all([
      runClient<Found>('sdk', api.url, ids),
      runClient<Found>('standards', api.url, ids),
      runClient<Found>('hapi', api.url, ids),
    ]);
  });
  afterAll(() => demo?.close());

  const numOf = (entity: string) => Number(entity.split('.')[2]);
  const account = (entity: string) =>
    find(ledger.accounts.values(), ({ num }) => num === numOf(entity), entity);
  const token = (entity: string) => find(ledger.tokens.values(), ({ num }) => num === numOf(entity), entity);
  const messages = () => ledger.topicMessages.filter(({ topic }) => topic === numOf(ids.topic));
  const relationsOf = (entity: string) =>
    [...ledger.relations.values()]
      .filter((row) => row.associated && row.account === numOf(entity))
      .sort((a, b) => a.token - b.token)
      .map((row) => ({ token_id: id(row.token), balance: Number(row.balance) }));
  const nftsOf = (entity: string) =>
    [...ledger.nfts.values()]
      .filter((row) => !row.deleted && row.owner === numOf(entity))
      .sort((a, b) => b.token - a.token || b.serial - a.serial)
      .map((row) => ({ token_id: id(row.token), serial_number: row.serial }));
  const only = (rows: readonly Found[], ...names: string[]) =>
    rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));

  describe('@hiero-ledger/sdk', () => {
    test('finds numbers and addresses', () => {
      expect(sdk).toMatchObject({
        number: String(numOf(ids.account)),
        address: hex(account(ids.addressed).evmAddress ?? new Uint8Array()),
        contractNumber: String(numOf(ids.contract)),
        missing: { error: expect.any(String) },
      });
    });

    test('reads balances by id, address and key', () => {
      const tinybars = String(account(ids.account).balance);
      expect(sdk.balances).toEqual([tinybars, tinybars, String(account(ids.addressed).balance), '0']);
    });

    test('estimates fees, of each chunk, with the state, and under high volume', () => {
      const free = { highVolume: 1, multiplier: 9, network: 900_000, node: { base: 100_000, extras: [] } };
      expect(sdk.transfer).toEqual({ ...free, service: { base: 0, extras: [] }, total: 1_000_000 });
      expect(sdk.transferWithState).toEqual(sdk.transfer);
      expect(sdk.topic).toMatchObject({ ...free, service: { base: 99_000_000 }, total: 100_000_000 });
      expect(sdk.busy).toMatchObject({ highVolume: 80, total: 80 * sdk.topic.total });
      const bytes = (charged: number) => [
        'CONSENSUS_SUBMIT_MESSAGE_WITHOUT_CUSTOM_FEE_BYTES',
        charged,
        charged * 6800,
      ];
      expect(sdk.message).toMatchObject({ ...free, service: { base: 700_000, extras: [bytes(500)] } });
      expect(sdk.chunks).toMatchObject({
        node: { base: 300_000 },
        service: { base: 2_100_000, extras: [bytes(924), bytes(924), bytes(352)] },
        network: 2_700_000,
        total: 3_000_000 + 2_100_000 + 2200 * 6800,
      });
    });

    test('reads the address books of nodes and registered nodes, page by page', () => {
      const registered = [...ledger.registeredNodes.values()].filter(({ deleted }) => !deleted);
      expect(registered.length).toBeGreaterThan(2);
      expect(sdk.registered).toEqual(
        registered
          .sort((a, b) => a.id - b.id)
          .map((node) => ({
            id: node.id,
            hasKey: true,
            description: node.description,
            ports: node.endpoints.map(({ port }) => port),
          })),
      );
      expect(sdk.nodes.length).toBeGreaterThan(3);
      for (const node of sdk.nodes as readonly Found[]) {
        const row = find(ledger.nodes.values(), (one) => one.id === node.id, `node ${node.id}`);
        expect(node).toEqual({
          id: row.id,
          account: id(row.account),
          hasKey: true,
          // The SDK parses numbers as JavaScript does.
          stake: String(Number(row.stake)),
          description: expect.any(String),
        });
      }
    });

    test('calls contracts, and estimates their gas, in both versions of it', () => {
      expect(sdk.calls).toEqual({
        name: DEMO_COIN,
        withMore: DEMO_COIN,
        gas: expect.any(Number),
        missing: { error: expect.stringContaining('HTTP error! status: 400') },
      });
      expect(sdk.calls.gas).toBeGreaterThan(21_064);
      expect(sdk.calls.gas).toBeLessThan(25_000);
      expect(sdk.olderCalls).toEqual(sdk.calls);
    });
  });

  describe('@hashgraphonline/standards-sdk', () => {
    test('reads accounts and their holdings', () => {
      const { balance, memo } = account(ids.account);
      expect(standards).toMatchObject({
        memo: memo === '' ? null : memo,
        balance: Number(balance) / 1e8,
        account: {
          account: ids.account,
          balance: { balance: Number(balance) },
          evm_address: `0x${ids.address}`,
        },
        nftOwner: { account_id: ids.owner, token_id: ids.nftToken, serial_number: ids.serial },
      });
      expect(JSON.stringify(standards.key)).toContain(JSON.stringify([...Buffer.from(ids.publicKey, 'hex')]));
      expect(only(standards.tokens, 'token_id', 'balance')).toEqual(relationsOf(ids.holder).slice(0, 2));
      // The client reads at most ten pages.
      expect(only(standards.nfts, 'token_id', 'serial_number')).toEqual(
        nftsOf(ids.owner)
          .filter(({ token_id }) => token_id === ids.nftToken)
          .slice(0, 20),
      );
      const airdrops = [...ledger.airdrops.values()]
        .filter((row) => row.sender === numOf(ids.sender) && row.receiver === numOf(ids.receiver))
        .map((row) => [id(row.token), row.serial || null, row.serial ? null : Number(row.amount)]);
      for (const found of [standards.outstanding, standards.pending]) {
        expect(found.map((row: Found) => [row.token_id, row.serial_number, row.amount]).sort()).toEqual(
          airdrops.sort().slice(0, 5),
        );
      }
    });

    test('reads topics and tokens', () => {
      const json = messages().flatMap(({ sequenceNumber, message }) => {
        try {
          const parsed: unknown = JSON.parse(Buffer.from(message).toString());
          return typeof parsed === 'object' && parsed !== null
            ? [{ ...parsed, sequence_number: sequenceNumber }]
            : [];
        } catch {
          return [];
        }
      });
      // All pages are read, because the limit is that of one page.
      expect(standards.messages).toEqual(
        json.filter((one) => one.sequence_number > 1).map((one) => expect.objectContaining(one)),
      );
      expect(standards.messages.length).toBeGreaterThan(2);
      expect(standards.someMessages.length).toBeGreaterThan(0);
      expect(standards.topic).toMatchObject({
        memo: ledger.topics.get(numOf(ids.topic))?.memo,
        deleted: false,
      });
      expect(standards.topicFees).toEqual(standards.topic.custom_fees);
      const { name, symbol, totalSupply, treasury } = token(ids.token);
      expect(standards.token).toMatchObject({
        name,
        symbol,
        total_supply: String(totalSupply),
        treasury_account_id: id(treasury),
      });
      expect(standards.nft).toMatchObject({
        account_id: ids.owner,
        serial_number: ids.serial,
        deleted: false,
      });
      expect(standards.tokenNfts.map((row: Found) => row.serial_number)).toContain(ids.serial);
      expect(standards.missing).toBeNull();
    });

    test('reads transactions, schedules and blocks', async () => {
      const { executedAt } = find(
        ledger.schedules.values(),
        ({ num }) => id(num) === ids.schedule,
        'schedule',
      );
      expect(standards.schedule.executed_timestamp).toBe(time(executedAt ?? 0n));
      expect(standards.scheduled).toMatchObject({ executed: true, deleted: false });
      expect(standards.transaction).toMatchObject({ transaction_id: ids.call, nonce: 0, result: 'SUCCESS' });
      expect(standards.atTime).toMatchObject([{ consensus_timestamp: ids.moment }]);
      expect(standards.blocks.map((block: Found) => block.number)).toEqual([1, 2, 3]);
      expect(standards.block).toEqual(standards.blocks[0]);
    });

    test('reads contracts and their results', () => {
      const contract = ledger.contracts.get(numOf(ids.contract));
      expect(standards.contract).toMatchObject({
        contract_id: ids.contract,
        evm_address: ids.contractAddress,
      });
      expect(contract?.num).toBe(numOf(ids.contract));
      expect(standards.contracts[0].contract_id).toBe(ids.contract);
      const slots = [...ledger.slots.values()]
        .filter((slot) => slot.contract === numOf(ids.contract) && slot.value > 0n)
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .map(({ key, value }) => ({ slot: `0x${key}`, value: `0x${value.toString(16).padStart(64, '0')}` }));
      expect(only(standards.state, 'slot', 'value')).toEqual(slots.slice(0, 2));
      expect(standards.byHash).toEqual(standards.result);
      expect(standards.result).toMatchObject({ hash: ids.callHash, result: 'SUCCESS', status: '0x1' });
      expect(standards.actions[0]).toMatchObject({ call_depth: 0, index: 0 });
      expect(standards.results.length).toBe(5);
      expect(standards.logs.length).toBe(5);
      for (const one of [...standards.resultsOfContract, ...standards.logsOfContract] as Found[]) {
        expect(one.contract_id).toBe(ids.contract);
      }
      expect(standards.executed).toEqual({ result: DEMO_COIN });
      expect(standards.opcodes).toMatchObject({ failed: false, gas: expect.any(Number) });
      expect(standards.opcodes.opcodes[0]).toMatchObject({ pc: 0, depth: 0, stack: expect.any(Array) });
    });

    test('reads the network', () => {
      expect(standards.nodes.nodes.length).toBe(sdk.nodes.length);
      expect(standards.fees.fees.map((fee: Found) => fee.transaction_type)).toContain('EthereumTransaction');
      expect(standards.supply.total_supply).toBe('5000000000000000000');
      expect(standards.stake.stake_total).toBeGreaterThan(0);
      expect(standards.price).toBeGreaterThan(0);
    });
  });

  describe('@bugbytes/hapi-mirror', () => {
    test('reads lists to their end', async () => {
      expect(hapi.nodes).toEqual(standards.nodes.nodes);
      expect(only(hapi.tokens, 'token_id', 'balance')).toEqual(relationsOf(ids.holder));
      expect(only(hapi.nfts, 'token_id', 'serial_number')).toEqual(nftsOf(ids.owner));
      const { rows } = await api.database.pool.query<{ at: string }>(
        `select distinct consensus_timestamp::text as at from (select consensus_timestamp, payer_account_id as who from transaction union all select consensus_timestamp, entity_id from crypto_transfer union all select consensus_timestamp, account_id from token_transfer) t where who = $1 order by 1`,
        [numOf(ids.sender)],
      );
      expect(rows.length).toBeGreaterThan(1);
      expect(hapi.transactions.map((row: Found) => row.consensus_timestamp)).toEqual(
        rows.map(({ at }) => time(BigInt(at))),
      );
    });

    test('reads transactions with their children', () => {
      expect(hapi.transaction).toMatchObject({ transaction_id: ids.call, nonce: 0 });
      expect(hapi.group.map((row: Found) => row.nonce)).toEqual(
        hapi.group.map((_: unknown, at: number) => at),
      );
      expect(hapi.child).toEqual(hapi.group[1]);
      expect(hapi.latest.consensus_timestamp).toBe(ids.moment);
      expect(hapi.result).toEqual(standards.result);
    });

    test('reads accounts, contracts, tokens, balances and messages', () => {
      expect(hapi.account.balance.balance).toBe(Number(account(ids.account).balance));
      expect(hapi.contract).toMatchObject({ contract_id: ids.contract, evm_address: ids.contractAddress });
      expect(hapi.token).toEqual(standards.token);
      expect(hapi.tokenThen).toEqual(hapi.token);
      expect(hapi.balance).toMatchObject({
        account: ids.holder,
        balance: relationsOf(ids.holder).find(({ token_id }) => token_id === ids.token)?.balance,
      });
      expect(hapi.missing).toEqual({ error: 'No Associated Token Balance.' });
      const own = messages();
      for (const [found, expected] of [
        [hapi.message, own[1]],
        [hapi.lastMessage, own.at(-1)],
      ]) {
        expect(found).toMatchObject({
          topic_id: ids.topic,
          sequence_number: expected.sequenceNumber,
          consensus_timestamp: time(expected.consensusTimestamp),
          message: Buffer.from(expected.message).toString('base64'),
          running_hash: Buffer.from(expected.runningHash).toString('base64'),
        });
      }
    });
  });

  test('no request caused an internal error', () => {
    expect(api.errors).toEqual([]);
  });
});
