import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPages, startTestApi, type TestApi } from '../api-fixture.ts';
import { insert } from '../rows.ts';
import {
  ADDRESS,
  at,
  blockOf,
  entity,
  ethereum,
  hashOf,
  log,
  longZero,
  participation,
  result,
  shown,
} from './contract-rows.ts';

type Json = Record<string, unknown>;

let api: TestApi;

const TOKEN = 1500;

beforeAll(async () => {
  api = await startTestApi({ settings: { chainId: 296n } });
  const { database } = api;
  await insert(database, 'record_file', [
    blockOf(7, at(100), at(109, 999_999_999)),
    blockOf(8, at(110), at(119)),
    blockOf(9, at(400), at(410), {
      index: 9_007_199_254_740_993n,
      gas_used: -1,
      hash: 'c'.repeat(96),
    }),
  ]);
  await insert(database, 'entity', [
    entity(1001, { evm_address: Buffer.from(ADDRESS, 'hex') }),
    entity(2000, { type: 'ACCOUNT', evm_address: Buffer.from('22'.repeat(20), 'hex') }),
    entity(2009, { type: 'ACCOUNT', deleted: true, evm_address: Buffer.from('99'.repeat(20), 'hex') }),
  ]);
  await insert(database, 'contract_result', [
    result(at(101), 1001),
    result(at(101, 5), 1001, { transaction_nonce: 1, sender_id: 1001 }),
    result(at(102), 1002, { sender_id: 2001, amount: 9_007_199_254_740_993n, transaction_index: 2 }),
    result(at(103), 1001, { transaction_result: 312 }),
    result(at(104), 1001, { sender_id: 2002, transaction_result: 33, error_message: 'no' }),
    result(at(115), 1001, { sender_id: 2001 }),
    result(at(200), 1001, { amount: null, bloom: null, call_result: null, gas_used: null }),
    result(at(405), 0, { sender_id: null, function_result: Buffer.from('0802', 'hex') }),
  ]);
  await insert(database, 'contract_log', [
    // A log of a result does not create another result.
    log(at(104), 0, TOKEN, { synthetic: true }),
    // Two logs of one transfer, the second first.
    log(at(106), 4, TOKEN + 1, { synthetic: true, root_contract_id: null, transaction_index: 2 }),
    log(at(106), 3, TOKEN, { synthetic: true, transaction_index: 2, payer_account_id: 2001 }),
    log(at(107), 5, TOKEN, { synthetic: false }),
    log(at(112), 0, TOKEN + 1, { synthetic: true, root_contract_id: null }),
  ]);
  await insert(database, 'contract_transaction', [participation(at(101), 1001, [1001, 2000])]);
});
afterAll(() => api.close());

const list = async (query: string): Promise<Json[]> =>
  (await api.json(`/api/v1/contracts${query}`)).results as Json[];
const times = async (query: string): Promise<unknown[]> =>
  (await list(query)).map(({ timestamp }) => timestamp);
const failure = async (path: string): Promise<[number, unknown]> => {
  const response = await api.get(`/api/v1/contracts${path}`);
  const { _status } = (await response.json()) as { _status: { messages: { message: string }[] } };
  return [response.status, _status.messages.map(({ message }) => message)];
};
const at_ = (...seconds: (number | [number, number])[]) =>
  seconds.map((time) => (typeof time === 'number' ? shown(at(time)) : shown(at(...time))));

describe('results of all contracts', () => {
  it('returns submitted values and, for token transfers, the values of their first logs', async () => {
    expect(await times('/results')).toEqual(at_(405, 200, 115, 112, 106, 104, 102, 101));
    expect(await times('/results?order=asc&internal=true')).toEqual(
      at_(101, [101, 5], 102, 104, 106, 112, 115, 200, 405),
    );
  });

  it('returns a synthetic result as a success of unknown cost', async () => {
    const [made] = await list(`/results?timestamp=${shown(at(106))}`);
    expect(made).toEqual({
      access_list: [],
      address: `0x${longZero(TOKEN)}`,
      amount: null,
      block_gas_used: 1000,
      block_hash: `0x${'7'.padStart(96, 'b')}`,
      block_number: 7,
      bloom: '0x',
      call_result: '0x',
      child: false,
      chain_id: '0x128',
      contract_id: `0.0.${TOKEN}`,
      created_contract_ids: [],
      error_message: null,
      failed_initcode: null,
      from: `0x${longZero(2001)}`,
      function_parameters: '0x',
      gas_consumed: null,
      gas_limit: 0,
      gas_price: null,
      gas_used: null,
      hash: `0x${hashOf(at(106)).toString('hex')}`,
      max_fee_per_gas: null,
      max_priority_fee_per_gas: null,
      nonce: null,
      r: null,
      result: 'SUCCESS',
      s: null,
      status: '0x1',
      timestamp: shown(at(106)),
      to: `0x${longZero(TOKEN)}`,
      transaction_index: 2,
      type: 0,
      v: null,
    });
    const [rootless] = await list(`/results?timestamp=${shown(at(112))}&hbar=false`);
    expect(rootless).toMatchObject({ contract_id: `0.0.${TOKEN + 1}`, amount: null });
  });

  it('omits synthetic results for a sender, and filters them like others', async () => {
    expect(await times('/results?from=2001')).toEqual(at_(115, 102));
    expect(await times('/results?block.number=7&transaction.index=2')).toEqual(at_(106, 102));
    expect(await times('/results?block.number=0x8')).toEqual(at_(115, 112));
    expect(await times(`/results?block.hash=0x${'8'.padStart(96, 'b')}`)).toEqual(at_(115, 112));
    expect(await times(`/results?timestamp=gt:${shown(at(104))}&timestamp=lte:${shown(at(112))}`)).toEqual(
      at_(112, 106),
    );
  });

  it.each(['asc', 'desc'])(
    'pages through every result once, synthetic or not, in %s order',
    async (order) => {
      for (const limit of [1, 2, 3, 7, 100]) {
        const pages = await readPages(
          api,
          `/api/v1/contracts/results?limit=${limit}&order=${order}`,
          'results',
        );
        const paged = pages.flat().map((item) => (item as Json).timestamp);
        const all = await times(`/results?order=${order}`);
        expect(paged).toEqual(all);
        expect(pages.slice(0, -1).every(({ length }) => length === limit)).toBe(true);
      }
    },
  );

  it('retains `hbar` in the link', async () => {
    const { links } = await api.json('/api/v1/contracts/results?hbar=false&limit=1');
    expect(links).toEqual({
      next: `/api/v1/contracts/results?hbar=false&limit=1&timestamp=lt:${shown(at(405))}`,
    });
  });

  it('returns exact integers, and no block if it is unknown', async () => {
    const response = await api.get('/api/v1/contracts/results');
    const text = await response.text();
    expect(text).toContain('"amount":9007199254740993');
    expect(text).toContain('"block_number":9007199254740993');
    const weibars = await (await api.get('/api/v1/contracts/results?hbar=false')).text();
    expect(weibars).toContain('"amount":90071992547409930000000000');
    const [none] = await list(`/results?timestamp=${shown(at(200))}`);
    expect(none).toMatchObject({ block_hash: '0x', block_number: null, block_gas_used: null, bloom: '0x' });
    const [last] = await list(`/results?timestamp=${shown(at(405))}`);
    expect(last).toMatchObject({
      block_gas_used: null,
      contract_id: null,
      address: null,
      to: null,
      from: null,
    });
  });

  it('finds several senders, and those within bounds, each along its own index', async () => {
    expect(await times('/results?from=2001&from=0.0.2002&from=2001')).toEqual(at_(115, 104, 102));
    expect(await times(`/results?from=${'22'.repeat(20)}&from=2002`)).toEqual(at_(200, 104, 101));
    expect(await times('/results?from=gt:2000')).toEqual(at_(115, 104, 102));
    expect(await times('/results?from=lt:2001&from=gte:2000')).toEqual(at_(200, 101));
    expect(await times('/results?from=ne:2000&internal=true')).toEqual(at_(115, 104, 102, [101, 5]));
    expect(await times('/results?from=gt:2000&from=ne:2001')).toEqual(at_(104));
    expect(await times('/results?from=2001&from=gt:2001')).toEqual([]);
    expect(await times('/results?from=gt:90000')).toEqual([]);
    const paged = await readPages(
      api,
      '/api/v1/contracts/results?from=2001&from=2002&from=2000&limit=1',
      'results',
    );
    expect(paged.flat().map((item) => (item as Json).timestamp)).toEqual(at_(200, 115, 104, 102, 101));
  });

  it('answers 404 for a sender with an unknown address, or the address of a deleted account', async () => {
    const missing = [404, ['Not found']];
    expect(await failure(`/results?from=${'33'.repeat(20)}`)).toEqual(missing);
    expect(await failure(`/results?from=0x${'99'.repeat(20)}`)).toEqual(missing);
    expect(await failure(`/1001/results?from=0x${'99'.repeat(20)}`)).toEqual(missing);
  });
});

describe('results of one contract', () => {
  it('returns them in short form, by id and by address', async () => {
    for (const id of ['1001', '0.0.1001', ADDRESS, `0x${ADDRESS}`, `0.0.${ADDRESS}`, `0x${longZero(1001)}`]) {
      expect(await times(`/${id}/results`)).toEqual(at_(200, 115, 104, 101));
    }
    expect(await times('/1001/results?internal=true&from=1001')).toEqual(at_([101, 5]));
    expect(await times('/1001/results?from=2001&from=2002')).toEqual(at_(115, 104));
    expect(await times('/1001/results?block.number=7')).toEqual(at_(104, 101));
    expect(
      await times(`/1001/results?timestamp=ne:${shown(at(104))}&timestamp=ne:${shown(at(101))}`),
    ).toEqual(at_(200, 115));
    expect(await times(`/1001/results?timestamp=${shown(at(104))}&timestamp=${shown(at(101))}`)).toEqual(
      at_(104, 101),
    );
    // A token transfer that executed no contract.
    expect(await times(`/${TOKEN}/results`)).toEqual(['106.000000000']);
    expect(await times(`/0x${'55'.repeat(20)}/results`)).toEqual([]);
  });

  it('pages through each once in both orders', async () => {
    for (const order of ['asc', 'desc']) {
      const path = `/api/v1/contracts/1001/results?internal=true&limit=2&order=${order}`;
      const pages = await readPages(api, path, 'results');
      const all = at_(101, [101, 5], 104, 115, 200);
      expect(pages.flat().map((item) => (item as Json).timestamp)).toEqual(
        order === 'asc' ? all : all.reverse(),
      );
    }
  });
});

describe('errors', () => {
  it.each([
    ['/results?hbar=true&hbar=false', "Invalid hbar parameter value: true,false. Must be 'true' or 'false'"],
    ['/results?hbar=1', 'Invalid parameter: hbar'],
    ['/results?internal=gt:true', 'Invalid parameter: internal'],
    [`/results?from=0.0.${'ab'.repeat(20)}`, 'Invalid parameter: from'],
    ['/results?from=x', 'Invalid parameter: from'],
    ['/results?from=0.0.274877906944', 'Invalid parameter: from'],
    ['/results?block.number=gt:1', 'Invalid parameter: block.number'],
    ['/results?block.number=9223372036854775808', 'Invalid parameter: block.number'],
    ['/results?block.hash=ab', 'Invalid parameter: block.hash'],
    [
      '/results?transaction.index=1',
      'Invalid parameter usage: transaction.index - transaction.index requires block.number or block.hash filter to be specified',
    ],
    ['/results?nonce=0', 'Unknown query parameter: nonce'],
    ['/0.0.0.1/results', 'Invalid parameter: contractid'],
    [`/9.9.${ADDRESS}/results`, 'Invalid parameter: contractid'],
    ['/275000000000/results', 'Invalid parameter: contractid'],
  ])('%s', async (path, message) => {
    expect(await failure(path)).toEqual([400, [message]]);
  });

  it('matches nothing for an index beyond 32 bits or a time beyond 64 bits', async () => {
    expect(await times('/results?block.number=7&transaction.index=9223372036854775807')).toEqual([]);
    expect(await times('/results?timestamp=gt:9999999999.999999999')).toEqual([]);
    expect(await times('/results?timestamp=9999999999.999999999')).toEqual([]);
    expect(await times('/results?limit=1&timestamp=lt:9999999999.999999999')).toEqual(at_(405));
  });

  it('uses the last of several blocks', async () => {
    expect(await times('/results?block.number=7&block.number=8')).toEqual(at_(115, 112));
  });
});

describe('Ethereum transactions in lists', () => {
  it('returns the values of the transaction in the requested unit', async () => {
    const time = at(500);
    await insert(api.database, 'contract_result', [
      result(time, 1001, { transaction_result: 33, error_message: '', amount: 1, payer_account_id: 2000 }),
      result(at(501), 1001, { payer_account_id: 2001 }),
    ]);
    await insert(api.database, 'ethereum_transaction', [
      ethereum(time, {
        value: Buffer.from('00ffffffffffffffffff', 'hex'),
        call_data: Buffer.from('c0de', 'hex'),
        max_fee_per_gas: Buffer.alloc(0),
        to_address: Buffer.from(ADDRESS, 'hex'),
        authorization_list: JSON.stringify([{ nonce: 1 }]),
      }),
      // An Ethereum transaction of another payer does not belong to this result.
      ethereum(at(501)),
    ]);
    const [mine] = await list(`/results?timestamp=${shown(time)}`);
    expect(mine).toMatchObject({
      amount: 472_236_648_286, // ⌊(2^72 − 1) / 10^10⌋
      authorization_list: [{ nonce: 1 }],
      chain_id: '0x128',
      error_message: 'CONTRACT_REVERT_EXECUTED',
      failed_initcode: '0xc0de',
      function_parameters: '0xc0de',
      // The gas limit is that of the result, not of the transaction, as in the public mirror.
      gas_limit: 100_000,
      gas_price: '0x47',
      max_fee_per_gas: '0x',
      max_priority_fee_per_gas: '0x',
      nonce: 3,
      r: '0x0a',
      s: '0x0b0c',
      status: '0x0',
      to: `0x${ADDRESS}`,
      type: 2,
      v: 1,
    });
    const text = await (
      await api.get(`/api/v1/contracts/results?timestamp=${shown(time)}&hbar=false`)
    ).text();
    expect(text).toContain('"amount":4722366482869645213695');
    expect(text).toContain(`"gas_price":"0x${(710_000_000_000n).toString(16)}"`);
    const [other] = await list(`/results?timestamp=${shown(at(501))}`);
    expect(other).toMatchObject({ type: 0, nonce: null, amount: 5 });
    expect(other).not.toHaveProperty('authorization_list');
  });
});
