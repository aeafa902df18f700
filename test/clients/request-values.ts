import { demoLedger, pick } from '../client/demo-api.ts';
import type { TestApi } from '../rest/api-fixture.ts';
import { demoIds } from './demo-ids.ts';

const ID = (column: string) => `'0.0.' || (${column} & 274877906943)`;
const TIME = (column: string) =>
  `(${column} / 1000000000) || '.' || lpad((${column} % 1000000000)::text, 9, '0')`;

/** Returns the values of names in requests: entities of the demo network, of every kind. */
export async function requestValues(api: TestApi): Promise<Readonly<Record<string, string>>> {
  const values: Record<string, string> = {};
  const one = async (name: string, sql: string): Promise<void> => {
    [values[name] = ''] = await pick(api, sql);
  };
  const { topic, ...ids } = await demoIds(await demoLedger(), api);
  Object.assign(values, ids, {
    topicId: topic,
    serial: String(ids.serial),
    now: ids.moment,
    emptySlot: 'ab'.repeat(32),
  });
  const [block = '', hash = '', from = '', to = ''] = await pick(
    api,
    `select f.index, f.hash, ${TIME('consensus_start')}, ${TIME('consensus_end')} from record_file f where exists (select from contract_log l where l.consensus_timestamp between consensus_start and consensus_end and length(topic0) = 32) and exists (select from contract_result r where r.transaction_index = 0 and r.transaction_result <> 312 and r.consensus_timestamp between consensus_start and consensus_end) order by 1 desc limit 1`,
  );
  Object.assign(values, {
    block,
    hash32: `0x${hash.slice(0, 64)}`,
    hash48: `0x${hash}`,
    from,
    to,
    seconds: to.split('.')[0] ?? '',
  });
  await one(
    'topic',
    `select encode(topic0, 'hex') from contract_log l join record_file f on l.consensus_timestamp between consensus_start and consensus_end where f.index = ${block} and length(topic0) = 32 limit 1`,
  );
  const [logHash = '', logAddress = '', logFrom = '', logTo = ''] = await pick(
    api,
    `select '0x' || encode(l.transaction_hash, 'hex'), '0x' || encode(e.evm_address, 'hex'), ${TIME('l.consensus_timestamp')}, ${TIME('(l.consensus_timestamp + 1)')} from contract_log l join entity e on e.id = l.contract_id and e.deleted is false where e.type = 'CONTRACT' and length(l.transaction_hash) = 32 and length(e.evm_address) = 20 limit 1`,
  );
  Object.assign(values, { logHash, logAddress, logFrom, logTo });
  const [wallet = '', wallet20 = '', ethereumHash = ''] = await pick(
    api,
    `select ${ID('r.sender_id')}, encode(e.evm_address, 'hex'), '0x' || encode(et.hash, 'hex') from ethereum_transaction et join contract_result r using (consensus_timestamp) join entity e on e.id = r.sender_id and e.deleted is false where r.transaction_result = 22 and r.consensus_timestamp < (select consensus_end from record_file where index = ${block}) limit 1`,
  );
  Object.assign(values, { wallet, wallet20, ethereumHash });
  const [called = '', calledAt = ''] = await pick(
    api,
    `select ${ID('r.contract_id')}, ${TIME('r.consensus_timestamp')} from contract_result r join contract c on c.id = r.contract_id join record_file f on f.index = ${block} where r.consensus_timestamp <= consensus_end and r.transaction_result = 22 and r.transaction_nonce = 0 limit 1`,
  );
  Object.assign(values, { called, calledAt });
  await one(
    'ledgerHash',
    "select '0x' || encode(transaction_hash, 'hex') from transaction where nonce = 0 limit 1",
  );
  await one(
    'deployer',
    `select ${ID('payer_account_id')} from transaction where type = 8 and result = 22 and nonce = 0 limit 1`,
  );
  await one(
    'slot',
    `select '0x' || lpad(encode(slot, 'hex'), 64, '0') from contract_state where contract_id = ${ids.contract.slice(4)} and length(value) > 0 limit 1`,
  );
  await one('granter', `select ${ID('owner')} from crypto_allowance where amount > 0 limit 1`);
  await one('tokenGranter', `select ${ID('owner')} from token_allowance where amount > 0 limit 1`);
  await one('nftGranter', `select ${ID('owner')} from nft_allowance where approved_for_all limit 1`);
  const [hookOwner = '', hook = ''] = await pick(
    api,
    `select ${ID('owner_id')}, hook_id from hook where not deleted limit 1`,
  );
  Object.assign(values, {
    hookOwner,
    hook,
    token20: Number(ids.token.slice(4)).toString(16).padStart(40, '0'),
  });
  await one('messageAt', `select ${TIME('consensus_timestamp')} from topic_message limit 1`);
  return values;
}
