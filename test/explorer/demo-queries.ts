import { topicOf } from '../../packages/explorer/src/words/abi.ts';

/** SQL that selects entries of the demo network for the pages; ids as text, one row each. */
const ID = `'0.0.' || t.payer_account_id || '-' || t.valid_start_ns / 1000000000 || '-' || lpad((t.valid_start_ns % 1000000000)::text, 9, '0')`;
const AT = `t.consensus_timestamp / 1000000000 || '.' || lpad((t.consensus_timestamp % 1000000000)::text, 9, '0')`;
const OF_ONE_PERSON = `not e.deleted and e.type = 'ACCOUNT' and e.num > 1000`;

export const DEMO_QUERIES = {
  /** A call that reverted with a reason: its hash of 32 bytes, and the returned data. */
  reverted: `select '0x' || encode(substr(t.transaction_hash, 1, 32), 'hex'), r.error_message
    from contract_result r join transaction t using (consensus_timestamp)
    where r.error_message like '0x08c379a0%' and t.nonce = 0 and t.type = 7 order by t.consensus_timestamp limit 1`,
  /** A transfer of hbars that is the last that its payer sent: payer, receiver, tinybars, fee. */
  lastSent: `select '0.0.' || t.payer_account_id, '0.0.' || min(c.entity_id), sum(c.amount), t.charged_tx_fee
    from (select distinct on (payer_account_id) * from transaction where nonce = 0 and not scheduled and payer_account_id > 1000
      order by payer_account_id, consensus_timestamp desc) t
    join crypto_transfer c on c.consensus_timestamp = t.consensus_timestamp and c.amount > 0 and c.entity_id > 1000
    where t.type = 14 and t.result = 22
      and not exists (select from token_transfer o where o.consensus_timestamp = t.consensus_timestamp)
      and t.nft_transfer is null
    group by t.payer_account_id, t.charged_tx_fee, t.consensus_timestamp having count(*) = 1 order by t.consensus_timestamp desc limit 1`,
  /** A token whose supply key is the key of one account: token, account. */
  minter: `select '0.0.' || t.token_id, '0.0.' || min(e.id) from token t
    join entity e on encode(t.supply_key, 'hex') in ('1220' || e.public_key, '3a21' || e.public_key)
    where e.type = 'ACCOUNT' group by t.token_id having count(*) = 1 order by t.token_id limit 1`,
  /** The showcase's token "dollar": its first holder. */
  holder: `select '0.0.' || a.account_id from token_account a join token t using (token_id)
    where t.symbol = 'SHOW' order by a.balance desc limit 1`,
  /** The last transfer of a fungible token: token, receiver, amount, decimals. */
  received: `select '0.0.' || x.token_id, '0.0.' || x.account_id, x.amount, k.decimals
    from token_transfer x join token k using (token_id) where x.amount > 0 order by x.consensus_timestamp desc, x.account_id limit 1`,
  /** The beginning of a topic's memo, which few others have; the topic. */
  memo: `select left(e.memo, -1), '0.0.' || e.id from entity e
    where e.type = 'TOPIC' and length(e.memo) >= 6 order by (select count(*) from entity o where o.type in ('TOPIC', 'CONTRACT') and lower(o.memo) like lower(left(e.memo, -1)) || '%'), e.id limit 1`,
  /** An account's last NFT from another account: account, token, serial number, sender. */
  receivedNft: `select '0.0.' || (e->>'receiver_account_id'), '0.0.' || (e->>'token_id'), e->>'serial_number', '0.0.' || (e->>'sender_account_id')
    from transaction t cross join jsonb_array_elements(t.nft_transfer) e
    where e->>'sender_account_id' is not null and e->>'receiver_account_id' is not null and (e->>'serial_number')::int > 0
    order by t.consensus_timestamp desc, e->>'serial_number' limit 1`,
  /** The beginning of a token's symbol, which its name does not contain; the token's name and symbol. */
  symbol: `select left(symbol, -1), name || ' (' || symbol || ')' from token
    where length(symbol) between 4 and 9 and position(lower(left(symbol, -1)) in lower(name)) = 0
    order by (select count(*) from token o where lower(o.symbol) like lower(left(token.symbol, -1)) || '%'), token_id limit 1`,
  /** An account with NFTs, and their names. */
  nfts: `select '0.0.' || account_id, string_agg('0.0.' || token_id || ' #' || serial_number, '|') from nft
    where account_id > 1000 and not deleted group by account_id having count(*) between 2 and 9 order by count(*) desc, account_id limit 1`,
  /** A schedule that was executed and signed by a key of one account: schedule, account. */
  schedule: `select '0.0.' || s.schedule_id, '0.0.' || min(e.id) from schedule s
    join transaction_signature g on g.entity_id = s.schedule_id
    join entity e on e.public_key = encode(g.public_key_prefix, 'hex')
    where s.executed_timestamp is not null group by s.schedule_id, g.public_key_prefix having count(distinct e.id) = 1
    order by s.schedule_id limit 1`,
  /** A schedule of the showcase that waits for a signature: schedule, its payer, its sender. */
  waiting: `select '0.0.' || w.id, '0.0.' || s.payer_account_id, substring(w.memo from '[0-9.]+$')
    from entity w join schedule s on s.schedule_id = w.id
    where w.type = 'SCHEDULE' and w.memo like 'showcase: waits for the signature of %' limit 1`,
  /** A child of a call: its hash, and the payer and the contract of its parent. */
  child: `select encode(t.transaction_hash, 'hex'), '0.0.' || p.payer_account_id, '0.0.' || p.entity_id
    from transaction t join transaction p on p.consensus_timestamp = t.parent_consensus_timestamp
    where t.nonce > 0 and t.transaction_hash is not null and p.type = 7 order by t.consensus_timestamp limit 1`,
  /** A batch: its id, and the payers of its inner transactions. */
  batch: `select ${ID}, string_agg('0.0.' || i.payer_account_id, '|') from transaction t
    join transaction i on i.parent_consensus_timestamp = t.consensus_timestamp and i.batch_key is not null
    where t.type = 74 and t.result = 22 group by t.payer_account_id, t.valid_start_ns order by count(*) desc, 1 limit 1`,
  /** A topic with twenty messages, and the numbers from 10 to 20 of its JSON messages. */
  topic: `select '0.0.' || topic_id, min(convert_from(message, 'UTF8')) filter (where sequence_number between 10 and 20 and substr(message, 1, 2) = '\\x7b22')
    from topic_message group by topic_id having count(*) >= 20 order by count(*) desc limit 1`,
  /** A transfer of the showcase's ERC-20, which has 18 decimals: its id and the contract. */
  coin: `select ${ID}, '0.0.' || l.contract_id from contract_log l join transaction t using (consensus_timestamp)
    join entity e on e.id = l.contract_id where e.memo like 'showcase: ShowcaseCoin%' and t.type = 7 and l.topic3 is null
    and encode(l.data, 'hex') = lpad('3635c9adc5dea00000', 64, '0') order by t.consensus_timestamp limit 1`,
  /** A proxy and the contract whose code it runs. */
  proxy: `select '0.0.' || p.id, '0.0.' || b.id from entity p, entity b
    where p.memo like 'showcase: ShowcaseProxy%' and b.memo like 'showcase: ShowcaseBox%' limit 1`,
  /** A call of a contract without an ABI in the explorer, and the contract. */
  counter: `select ${ID}, '0.0.' || l.contract_id from contract_log l join transaction t using (consensus_timestamp)
    join contract_result r using (consensus_timestamp) where t.type = 7 and t.nonce = 0 and r.contract_id = l.contract_id
    and encode(l.topic0, 'hex') = '${topicOf('Incremented(address,uint256)')}' order by t.consensus_timestamp limit 1`,
  /** A call that wrote a small number to storage: its id, and the number. */
  stored: `select ${ID}, ('x' || lpad(encode(c.value_written, 'hex'), 16, '0'))::bit(64)::bigint from contract_state_change c
    join transaction t using (consensus_timestamp) where t.nonce = 0 and t.type = 7 and length(c.value_written) between 1 and 4
    order by t.consensus_timestamp limit 1`,
  /** A call with a call inside it, and the gas of the inner one. */
  nested: `select ${ID}, max(a.gas_used) filter (where a.call_depth = 1) from contract_action a join transaction t using (consensus_timestamp)
    where t.nonce = 0 and t.type = 7 group by t.payer_account_id, t.valid_start_ns having max(a.call_depth) >= 1 order by 1 limit 1`,
  /** The last call with recorded actions: its id, its consensus time in nanoseconds, the number of its actions. */
  called: `select ${ID}, t.consensus_timestamp::text, count(*) from contract_action a join transaction t using (consensus_timestamp)
    where t.nonce = 0 and t.type = 7 and not t.scheduled and t.batch_key is null
    group by t.consensus_timestamp order by t.consensus_timestamp desc limit 1`,
  /** A successful transfer: id, hash of 48 bytes, node, fee, its block. */
  transfer: `select ${ID}, encode(t.transaction_hash, 'hex'), '0.0.' || t.node_account_id, t.charged_tx_fee, r.index
    from transaction t join record_file r on t.consensus_timestamp between r.consensus_start and r.consensus_end
    where t.type = 14 and t.result = 22 and t.nonce = 0 and not t.scheduled and t.batch_key is null order by t.consensus_timestamp desc limit 1`,
  /** An Ethereum transaction that another account submitted than signed it: its hash of 32 bytes, signer, payer, target. */
  relayed: `select '0x' || encode(x.hash, 'hex'), '0.0.' || r.sender_id, '0.0.' || t.payer_account_id, '0.0.' || t.entity_id
    from ethereum_transaction x join transaction t using (consensus_timestamp) join contract_result r using (consensus_timestamp)
    where t.result = 22 and t.nonce = 0 and r.sender_id <> t.payer_account_id and t.entity_id is not null
    order by t.consensus_timestamp limit 1`,
  /** A block, and a second in it in readable form. */
  block: `select index, to_char(to_timestamp(ceil(consensus_start / 1e9)) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')
    from record_file where consensus_end / 1000000000 > consensus_start / 1000000000 order by index desc limit 1`,
  /** An account with an EVM address of its own: id, EVM address. */
  byAddress: `select '0.0.' || e.id, '0x' || encode(e.evm_address, 'hex') from entity e where ${OF_ONE_PERSON} and e.evm_address is not null order by e.id limit 1`,
  /** An account with an alias of a key: id, the bytes of the alias. */
  byAlias: `select '0.0.' || e.id, encode(e.alias, 'hex') from entity e where ${OF_ONE_PERSON} and length(e.alias) > 20 order by e.id limit 1`,
  /** An account with a unique key: id, key. */
  byKey: `select '0.0.' || min(e.id), e.public_key from entity e where length(e.public_key) in (64, 66) group by e.public_key
    having count(*) = 1 and bool_and(e.type = 'ACCOUNT' and e.num > 1000 and not coalesce(e.deleted, false)) order by min(e.id) limit 1`,
  /** A pending airdrop: receiver, sender, token. */
  airdrop: `select '0.0.' || receiver_account_id, '0.0.' || sender_account_id, '0.0.' || token_id from token_airdrop
    where state = 'PENDING' order by receiver_account_id limit 1`,
  /** An account that claimed an airdrop. */
  claim: `select '0.0.' || t.payer_account_id from transaction t where t.type = 60 and t.result = 22 and t.nonce = 0 order by t.consensus_timestamp limit 1`,
  /** A transaction that paid a staking reward: its id, the account, tinybars. */
  reward: `select ${ID}, '0.0.' || s.account_id, s.amount from staking_reward_transfer s join transaction t using (consensus_timestamp)
    where t.nonce = 0 and t.type <> 74 and not t.scheduled order by t.consensus_timestamp limit 1`,
  /** A consensus time of the newest transaction. */
  now: `select ${AT} from transaction t order by t.consensus_timestamp desc limit 1`,
  /** A fungible token and a collection. */
  token: `select '0.0.' || token_id from token where type = 'FUNGIBLE_COMMON' order by token_id limit 1`,
  collection: `select '0.0.' || token_id || '/' || serial_number, '0.0.' || token_id from nft where not deleted order by token_id limit 1`,
} as const;
