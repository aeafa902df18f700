import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { MAINNET_FIXTURES } from '../../fixtures.ts';
import { sharedDir } from '../../shared.ts';
import { ingestFolder } from '../ingest-folder.ts';

/**
 * Rows of real files, written by hand from the files and the meaning of the tables. Files of networks other than
 * mainnet are outside of the project. Skipped in a clone without them.
 */
describe('rows of real files', () => {
  let test: TestDatabase;
  const streams = `${sharedDir}/streams`;

  beforeEach(async () => {
    test = await createTestDatabase();
  });
  afterEach(async () => {
    await test.drop();
  });

  /** Returns rows as JSON, with integers beyond 2^53 as text. */
  async function rows(table: string, columns: string, where = 'true'): Promise<unknown[]> {
    const order = columns.split(',')[0];
    const { rows: found } = await test.database.pool.query({
      text: `select ${columns} from ${table} where ${where} order by ${order}`,
      rowMode: 'array',
      types: { getTypeParser: () => (value: unknown) => value } as never,
    });
    return found;
  }

  describe('mainnet, first file of all (v2)', () => {
    beforeEach(async () => {
      await ingestFolder({
        database: test.database,
        folder: `${MAINNET_FIXTURES}/2019-09-13`,
        addressBook: `${MAINNET_FIXTURES}/2019-09-13/address_book.bin`,
        records: { mainnet: true },
      });
    });

    it('stores its block without a HAPI version', async () => {
      const hash =
        '420fffe68fcd2a1eadcce589fdf9565bcf5a269d02232fe07cdc565b3b6f76ce46a9418ddc1bbe051d4894e04d091f8e';
      expect(
        await rows(
          'record_file',
          'name, index, count, size, version, hash, prev_hash, file_hash, consensus_start, consensus_end, hapi_version_major, gas_used, logs_bloom, sidecar_count, digest_algorithm',
        ),
      ).toEqual([
        [
          '2019-09-13T21_53_51.396440Z.rcd',
          '0',
          '1',
          '455',
          '2',
          hash,
          '0'.repeat(96),
          hash,
          '1568411631396440000',
          '1568411631396440000',
          null,
          '0',
          '\\x',
          '0',
          '0',
        ],
      ]);
    });

    it('stores its transaction', async () => {
      expect(
        await rows(
          'transaction',
          'consensus_timestamp, type, result, payer_account_id, valid_start_ns, valid_duration_seconds, node_account_id, entity_id, initial_balance, max_fee, charged_tx_fee, memo, transaction_hash, scheduled, nonce, parent_consensus_timestamp, index, nft_transfer, max_custom_fees, batch_key, high_volume, errata',
        ),
      ).toEqual([
        [
          '1568411631396440000',
          '14',
          '22',
          '11337',
          '1568411616448357000',
          '30',
          '3',
          null,
          '0',
          '200000',
          '85205',
          `\\x${Buffer.from('Test Transfer').toString('hex')}`,
          '\\xc10f4105f5bc5548a20419b2362e1f19e12c37b59213efbfa3e0689341a85902b47635b4a7a3db4f2134882b4b799074',
          'f',
          '0',
          null,
          '0',
          null,
          null,
          null,
          'f',
          null,
        ],
      ]);
      expect(await rows('transaction_hash', 'hash, hash_suffix, payer_account_id')).toEqual([
        [
          '\\xc10f4105f5bc5548a20419b2362e1f19e12c37b59213efbfa3e0689341a85902',
          '\\xb47635b4a7a3db4f2134882b4b799074',
          '11337',
        ],
      ]);
    });

    it('stores every entry of its transfer list, fees split as they are', async () => {
      expect(
        await rows('crypto_transfer', 'amount, entity_id, payer_account_id, is_approval, errata'),
      ).toEqual(
        [
          ['-100000', '11337'],
          ['-84325', '11337'],
          ['-880', '11337'],
          ['880', '98'],
          ['1788', '3'],
          ['82537', '98'],
          ['100000', '3'],
        ].map(([amount, entity]) => [amount, entity, '11337', 'f', null]),
      );
    });

    it('stores the address book it was verified with', async () => {
      expect(
        await rows('address_book', 'start_consensus_timestamp, end_consensus_timestamp, file_id, node_count'),
      ).toEqual([['1', null, '102', '13']]);
      const entries = await rows('address_book_entry', 'node_id, node_account_id');
      expect(entries).toHaveLength(13);
      expect(entries[0]).toEqual(['0', '3']);
    });
  });

  describe.skipIf(sharedDir === null)('other networks', () => {
    it('testnet v5: hashes are the running hashes, block numbers start at 0', async () => {
      await ingestFolder({
        database: test.database,
        folder: `${streams}/recordstreams/v5`,
        addressBook: `${streams}/addressbook/fixtures/testnet`,
      });
      const files = (await rows(
        'record_file',
        'index, hash, prev_hash, version, hapi_version_major, hapi_version_minor, hapi_version_patch, count',
      )) as string[][];
      expect(files.map((file) => file.slice(3))).toEqual([
        ['5', '0', '9', '0', '1'],
        ['5', '0', '9', '0', '1'],
      ]);
      expect(files.map((file) => file[0])).toEqual(['0', '1']);
      expect(files[1]?.[2]).toBe(files[0]?.[1]);
    });

    it("v5 to v6: earlier blocks get the network's numbers", async () => {
      await ingestFolder({
        database: test.database,
        folder: `${streams}/recordstreams/v5v6`,
        addressBook: `${streams}/addressbook/fixtures/test-v6-4n.bin`,
      });
      expect(await rows('record_file', 'consensus_end, index, version')).toEqual([
        [expect.any(String), '-9223372036854775798', '5'],
        ['1655802938325469003', '-9223372036854775797', '6'],
      ]);
    });

    describe('v6 with sidecars', () => {
      beforeEach(async () => {
        await ingestFolder({
          database: test.database,
          folder: `${streams}/recordstreams/v6`,
          addressBook: `${streams}/addressbook/fixtures/test-v6-sidecar-4n.bin`,
        });
      });

      it('stores blocks and sidecar files', async () => {
        expect(
          await rows('record_file', 'index, count, gas_used, sidecar_count, size, software_version_minor'),
        ).toEqual([
          ['5', '1', '0', '0', '509', '28'],
          ['6', '2', '800000', '1', '805', '28'],
        ]);
        expect(
          await rows('sidecar_file', 'consensus_end, id, name, size, count, types, hash_algorithm, hash'),
        ).toEqual([
          [
            '1657701971304284004',
            '1',
            '2022-07-13T08_46_11.304284003Z_01.rcd.gz',
            '279',
            '2',
            '{1,3}',
            '1',
            '\\x1ed54ea01aab5e726a087e94a0dd52c0f49b149d7a773ae71a3dc099f623bcf1840393db68f8db476ab11e6159f030f2',
          ],
        ]);
      });

      it('stores memos as the original bytes', async () => {
        const memo = 'c383c2aec382c2b7c383c2b9744638c382c2ae4ac383c28bc383c290c383c28e';
        expect(
          await rows(
            'transaction',
            'consensus_timestamp, memo, nonce, entity_id, parent_consensus_timestamp',
          ),
        ).toEqual([
          ['1657701968041986003', `\\x${memo}`, '0', '121', null],
          ['1657701971304284003', `\\x${memo}`, '0', '1002', null],
          ['1657701971304284004', '\\x', '1', '1003', '1657701971304284003'],
        ]);
      });

      it('treats an update of an unknown file as its first version', async () => {
        expect(
          await rows(
            'entity',
            'id, type, created_timestamp, expiration_timestamp, deleted, timestamp_range',
            'id = 121',
          ),
        ).toEqual([['121', 'FILE', null, '1665477967322810000', 'f', '[1657701968041986003,)']]);
        expect(
          await rows('file_data', 'consensus_timestamp, entity_id, transaction_type, length(file_data)'),
        ).toEqual([['1657701968041986003', '121', '19', '76']]);
      });

      it('creates the contract that a call created', async () => {
        const key =
          '2a710802126d0a2212206e7289ec233389000a5474651bb61100d755f876aa2569467a66b6d823b372930a233a2102859d7c0387d69b40a3b505ae490bc7e015fb405b3d5443280bf250e6bcc0247f0a221220ca5195d5cc80c23279908edf16185f4f89c9005f2a87fb159722a7b0afbc6c53';
        expect(
          await rows(
            'entity',
            'id, type, key, public_key, memo, auto_renew_period, auto_renew_account_id, max_automatic_token_associations, evm_address, balance, balance_timestamp, created_timestamp, decline_reward, staked_node_id, staked_account_id, stake_period_start, ethereum_nonce, num, realm, shard',
            'id = 1003',
          ),
        ).toEqual([
          [
            '1003',
            'CONTRACT',
            `\\x${key}`,
            null,
            'cellar door',
            '7776000',
            null,
            '10',
            '\\x00000000000000000000000000000000000003eb',
            '0',
            '1657701971304284004',
            '1657701971304284004',
            'f',
            '-1',
            null,
            '-1',
            null,
            '1003',
            '0',
            '0',
          ],
        ]);
        expect(await rows('contract', 'id, file_id, length(initcode), length(runtime_bytecode)')).toEqual([
          ['1003', null, '196', '161'],
        ]);
      });

      it('stores results, state and participants', async () => {
        expect(
          await rows(
            'contract_result',
            'consensus_timestamp, contract_id, gas_limit, gas_used, amount, function_parameters, sender_id, created_contract_ids, transaction_index, transaction_nonce, bloom, transaction_hash',
          ),
        ).toEqual([
          [
            '1657701971304284003',
            '1002',
            '1000000',
            '800000',
            '0',
            '\\xefc81a8c',
            '2',
            '{1003}',
            '0',
            '0',
            '\\x',
            '\\x3af126ef15641b785e3edb5018209959fc6c6b063deaa55a3331c5489cdbe31b',
          ],
          [
            '1657701971304284004',
            '1003',
            '0',
            '0',
            '0',
            '\\x',
            '2',
            '{}',
            '0',
            '1',
            '\\x',
            '\\xae40c9cd4f8cf3f7b1ff708f0fb8491b71c1db918d37dcda3e3b1d396f1044e5',
          ],
        ]);
        expect(
          await rows('contract_state_change', 'contract_id, slot, value_read, value_written, migration'),
        ).toEqual([
          ['1002', '\\x', '\\x', '\\x03eb', 'f'],
          ['1003', '\\x', '\\x', '\\x08', 'f'],
        ]);
        const slot = `\\x${'00'.repeat(32)}`;
        const at = '1657701971304284003';
        expect(
          await rows('contract_state', 'contract_id, slot, value, created_timestamp, modified_timestamp'),
        ).toEqual([
          ['1002', slot, '\\x03eb', at, at],
          ['1003', slot, '\\x08', at, at],
        ]);
        expect(
          await rows('contract_transaction', 'entity_id, contract_ids', `consensus_timestamp = ${at}`),
        ).toEqual(['2', '1002', '1003'].map((id) => [id, '{2,1002,1003}']));
      });
    });
  });

  it('mainnet 2022 (v5): a message of a topic, with its chunk', async () => {
    await ingestFolder({
      database: test.database,
      folder: `${MAINNET_FIXTURES}/2022-01-01`,
      addressBook: `${MAINNET_FIXTURES}/2022-01-01/address_book.bin`,
      records: { mainnet: true },
    });
    expect(
      await rows(
        'topic_message',
        'topic_id, sequence_number, running_hash, running_hash_version, chunk_num, chunk_total, payer_account_id, length(message), initial_transaction_id, valid_start_timestamp',
        'consensus_timestamp = 1640995200252365821',
      ),
    ).toEqual([
      [
        '109237',
        '511375',
        '\\xa9c1706309afbdac40fff7a0434767652a375ba9dc6e6823721cd993665109e3fc4366bb6cfe3caabb584ba24685d1cc',
        // The current version of the running hash is null.
        null,
        '1',
        '1',
        '89347',
        '96',
        '\\x0a0c08f5b2be8e0610ee8be8ad031208080010001883ba051800',
        null,
      ],
    ]);
    // Messages are not indexed by hash.
    expect(await rows('transaction_hash', 'hash', 'consensus_timestamp = 1640995200252365821')).toEqual([]);
  });

  describe('mainnet 2025 (v6)', () => {
    beforeEach(async () => {
      await ingestFolder({
        database: test.database,
        folder: `${MAINNET_FIXTURES}/2025-07-23`,
        addressBook: `${MAINNET_FIXTURES}/2025-07-23/address_book.bin`,
        records: { mainnet: true },
      });
    });

    it('decodes a legacy Ethereum transaction that failed', async () => {
      expect(
        await rows(
          'ethereum_transaction',
          'type, chain_id, nonce, gas_limit, gas_price, to_address, value, recovery_id, signature_v, signature_r, signature_s, max_fee_per_gas, length(call_data), access_list, payer_account_id',
        ),
      ).toEqual([
        [
          '0',
          '\\x0127',
          '1814',
          '143395',
          '\\x4f29944800',
          '\\xb9c75655d15cb113340c25d79dee50e16e72961b',
          '\\x00',
          '1',
          '\\x0272',
          '\\x8c78672e30e851d35d50ad398271340f4c5ca346cc8099f5002b1d19a020457d',
          '\\x7c2553cdb8a0cc7b8e5629fa20d62334598d4e6404f2d9a5daf09824abae5c12',
          null,
          '1188',
          null,
          '6319439',
        ],
      ]);
      // WRONG_NONCE: the record has a result, but the transaction was not executed. It is found by both hashes.
      const where = 'consensus_timestamp = 1753303062449196000';
      expect(
        await rows('contract_result', 'contract_id, error_message, transaction_index, gas_limit', where),
      ).toEqual([['0', '0x57524f4e475f4e4f4e4345', null, '143395']]);
      expect(await rows('transaction_hash', 'hash', where)).toHaveLength(2);
    });

    it('stores a token transfer inside a contract, and its log with the call that caused it', async () => {
      const at = '1753303063563756002';
      expect(
        await rows(
          'token_transfer',
          'account_id, token_id, amount, payer_account_id, is_approval',
          `consensus_timestamp = ${at}`,
        ),
      ).toEqual([
        ['7308493', '1460200', '-445323982', '8806202', 'f'],
        ['8806202', '1460200', '445323982', '8806202', 'f'],
      ]);
      expect(
        await rows(
          'contract_log',
          'contract_id, root_contract_id, consensus_timestamp, data, topic0, topic1, topic2, synthetic, payer_account_id',
          `synthetic and consensus_timestamp = 1753303063563756000`,
        ),
      ).toEqual([
        // The rows name the called contract, not token 1460200.
        [
          '7308459',
          '7308459',
          '1753303063563756000',
          `\\x${(445323982).toString(16)}`,
          '\\xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
          `\\x${(7308493).toString(16)}`,
          `\\x${(8806202).toString(16)}`,
          't',
          '8806202',
        ],
      ]);
    });

    it('counts logs through the block, and gives each execution one index', async () => {
      const logs = (await rows('contract_log', 'index, consensus_timestamp')) as string[][];
      expect(logs.map(([index]) => Number(index)).sort((a, b) => a - b)).toEqual(logs.map((_, i) => i));
      const results = (await rows(
        'contract_result',
        'consensus_timestamp, transaction_index, transaction_nonce',
      )) as string[][];
      const submitted = results.filter(([, , nonce]) => nonce === '0').map(([, index]) => index);
      expect(new Set(submitted).size).toBe(submitted.length);
      const children = results.filter(([, , nonce]) => nonce !== '0').map(([, index]) => index);
      for (const index of children) expect(submitted).toContain(index);
    });
  });
});
