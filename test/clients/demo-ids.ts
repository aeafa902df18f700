import type { Ledger } from '../../packages/network-simulator/src/ledger/ledger.ts';
import { pick } from '../client/demo-api.ts';
import type { TestApi } from '../rest/api-fixture.ts';
import type { Ids } from './program.ts';

export const id = (num: number) => `0.0.${num}`;
export const time = (nanos: bigint) =>
  `${nanos / 1_000_000_000n}.${String(nanos % 1_000_000_000n).padStart(9, '0')}`;
export const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Returns the first match; throws if there is none, because the demo network must have one. */
export function find<T>(rows: Iterable<T>, holds: (row: T) => boolean, what: string): T {
  for (const row of rows) if (holds(row)) return row;
  throw new Error(`nothing in the demo network: ${what}`);
}

/** Returns whether an alias is a serialized key, by its length: a header and 32 or 33 bytes. */
const isKeyAlias = (alias: Uint8Array | null) => alias?.length === 34 || alias?.length === 35;

/** Returns ids of every kind in the ledger, for requests of clients. */
export async function demoIds(ledger: Ledger, api: TestApi): Promise<Ids> {
  const accounts = [...ledger.accounts.values()].filter(({ deleted, num }) => !deleted && num > 1000);
  const people = accounts.filter(({ contract }) => !contract);
  const addressed = find(people, ({ evmAddress }) => evmAddress !== null, 'an account with an address');
  const keyed = find(people, ({ alias }) => isKeyAlias(alias), 'an account with the alias of a key');
  const contract = find(
    accounts,
    (row) =>
      row.contract &&
      row.evmAddress?.some((byte, at) => at < 12 && byte > 0) === true &&
      [...ledger.slots.values()].some((slot) => slot.contract === row.num && slot.value > 0n),
    'a contract with storage',
  );
  const held = find(
    ledger.relations.values(),
    ({ associated, balance, token, account }) =>
      associated &&
      balance > 0n &&
      account > 1000 &&
      ledger.tokens.get(token)?.nonFungible === false &&
      ledger.tokens.get(token)?.deleted === false,
    'a token with a holder',
  );
  const nft = find(
    ledger.nfts.values(),
    ({ deleted, owner, token, serial }) =>
      !deleted && serial > 1 && owner > 1000 && ledger.tokens.get(token)?.deleted === false,
    'an NFT after the first one of its token',
  );
  const messages = ledger.topicMessages.flatMap(({ topic }) => {
    const { deleted = true, fees = [] } = ledger.topics.get(topic) ?? {};
    return deleted || fees.length > 0 ? [] : topic;
  });
  const topic = find(
    new Set(messages),
    (one) => messages.filter((other) => other === one).length > 3,
    'a topic',
  );
  const schedule = find(
    ledger.schedules.values(),
    ({ executedAt }) => executedAt !== null,
    'an executed schedule',
  );
  const airdrop = find(ledger.airdrops.values(), () => true, 'a pending airdrop');
  const [call = '', callHash = ''] = await pick(
    api,
    `select '0.0.' || (t.payer_account_id & 274877906943) || '-' || (t.valid_start_ns / 1000000000) || '-' || lpad((t.valid_start_ns % 1000000000)::text, 9, '0'), '0x' || encode(r.transaction_hash, 'hex')
     from transaction t join contract_result r using (consensus_timestamp) join contract_action a using (consensus_timestamp)
     where t.type = 7 and t.result = 22 and not t.scheduled and exists (select from transaction c where c.parent_consensus_timestamp = t.consensus_timestamp and c.nonce = 1) limit 1`,
  );
  const [coin = ''] = await pick(
    api,
    `select '0.0.' || (r.contract_id & 274877906943) from contract_result r join entity e on e.id = r.contract_id
     where r.transaction_result = 22 and e.type = 'CONTRACT' and e.deleted is not true
       and coalesce(encode(e.evm_address, 'hex'), '') in ('', lpad(to_hex(e.num), 40, '0'))
       and substring(r.function_parameters, 1, 4) = '\\xa0712d68' limit 1`,
  );
  return {
    coin,
    account: id(addressed.num),
    address: hex(addressed.evmAddress ?? new Uint8Array()),
    addressed: id(keyed.num),
    publicKey: hex((keyed.alias ?? new Uint8Array()).subarray(2)),
    contract: id(contract.num),
    contractAddress: `0x${hex(contract.evmAddress ?? new Uint8Array())}`,
    token: id(held.token),
    holder: id(held.account),
    nftToken: id(nft.token),
    serial: nft.serial,
    owner: id(nft.owner),
    topic: id(topic),
    schedule: id(schedule.num),
    sender: id(airdrop.sender),
    receiver: id(airdrop.receiver),
    call,
    callHash,
    moment: time(ledger.lastConsensus),
  };
}
