import type { Samples } from './samples.ts';

/** A scenario: one route with one set of parameters, and varying values. */
export interface Scenario {
  readonly name: string;
  /** Paths below `/api/v1/`; empty when the database has no suitable values. */
  readonly paths: readonly string[];
}

/** Returns every list and lookup, for frequent, rare and missing values. */
export function scenariosOf(s: Samples): Scenario[] {
  const scenarios: Scenario[] = [];
  const add = (name: string, ...paths: readonly string[]) => scenarios.push({ name, paths });
  const each = <T>(name: string, values: readonly T[], path: (value: T) => string) =>
    scenarios.push({ name, paths: values.map(path) });
  const [rarest = 'CRYPTOTRANSFER'] = s.types;
  const middle = s.types[Math.floor(s.types.length / 2)] ?? rarest;
  const hot = s.hotAccount;
  const hotNum = Number(hot.split('.')[2]);

  add('blocks', 'blocks');
  add('blocks, 100', 'blocks?limit=100');
  add('latest block', 'blocks?limit=1');
  each('blocks, before one', s.blockNumbers, (number) => `blocks?block.number=lt:${number}`);
  each('blocks, by time', s.times, (time) => `blocks?timestamp=lt:${time}&order=asc`);
  each('block by number', s.blockNumbers, (number) => `blocks/${number}`);
  each('block by hash', s.blockHashes, (hash) => `blocks/${hash}`);

  add('transactions', 'transactions');
  add('transactions, 100', 'transactions?limit=100');
  each('transactions, 100, by time', s.times, (time) => `transactions?limit=100&timestamp=lt:${time}`);
  each('transactions of an account', s.accounts, (id) => `transactions?account.id=${id}`);
  each('transactions of a rare account', s.rareAccounts, (id) => `transactions?account.id=${id}`);
  add('transactions of the hot account', `transactions?account.id=${hot}`);
  each(
    'transactions of the hot account, 100, by time',
    s.times,
    (time) => `transactions?account.id=${hot}&limit=100&timestamp=lt:${time}`,
  );
  add(
    'transactions of the hot account and type',
    `transactions?account.id=${hot}&transactiontype=CRYPTOTRANSFER`,
  );
  add(
    'transactions of the hot account, rare type',
    `transactions?account.id=${hot}&transactiontype=${rarest}`,
  );
  add(
    'transactions of the hot account, middle type',
    `transactions?account.id=${hot}&transactiontype=${middle}`,
  );
  add(
    'transactions of the hot account, type it lacks',
    `transactions?account.id=${hot}&transactiontype=NODEDELETE`,
  );
  add(
    'transactions of a node, type it lacks',
    'transactions?account.id=3&transactiontype=CONSENSUSSUBMITMESSAGE&type=debit',
  );
  add('transactions of the hot account, failed', `transactions?account.id=${hot}&result=fail`);
  add('transactions of the fee account', 'transactions?account.id=98');
  add('transactions of the treasury, credits', 'transactions?account.id=2&type=credit');
  add('transactions of the hot account, credits', `transactions?account.id=${hot}&type=credit`);
  add('transactions of the hot account, debits', `transactions?account.id=${hot}&type=debit`);
  each('transactions of an account, debits', s.accounts, (id) => `transactions?account.id=${id}&type=debit`);
  each(
    'transactions of a rare account, debits',
    s.rareAccounts,
    (id) => `transactions?account.id=${id}&type=debit`,
  );
  add('transactions without the hot account', `transactions?account.id=ne:${hot}`);
  add('transactions without the fee account', 'transactions?account.id=ne:98');
  add('transactions of accounts above', `transactions?account.id=gt:${hotNum}`);
  each(
    'transactions of three accounts',
    s.accounts.slice(0, -2),
    (id) => `transactions?account.id=${id}&account.id=${hot}&account.id=${s.rareAccounts[0] ?? hot}`,
  );
  add('transactions, failed', 'transactions?result=fail');
  add('transactions, rare type', `transactions?transactiontype=${rarest}`);
  add('transactions, rare type, failed', `transactions?transactiontype=${rarest}&result=fail`);
  add(
    'transactions, three types',
    `transactions?transactiontype=${rarest}&transactiontype=${middle}&transactiontype=CRYPTOTRANSFER`,
  );
  add('transactions, credits', 'transactions?type=credit');
  each('transaction by id', s.transactionIds, (id) => `transactions/${id}`);
  each('transaction by hash', s.transactionHashes, (hash) => `transactions/${hash}`);

  add('accounts', 'accounts');
  add('accounts, 100, without balances', 'accounts?limit=100&balance=false');
  each('accounts, from one', s.accounts, (id) => `accounts?account.id=gt:${id}`);
  each('accounts by key', s.publicKeys, (key) => `accounts?account.publickey=${key}`);
  add('accounts by balance', 'accounts?account.balance=gt:1000000000000');
  each('account with transactions', s.accounts, (id) => `accounts/${id}`);
  add('hot account with transactions', `accounts/${hot}`);
  each('account', s.accounts, (id) => `accounts/${id}?transactions=false`);
  each('account by EVM address', s.evmAddresses, (address) => `accounts/0x${address}?transactions=false`);
  each(
    'account in the past',
    s.accounts,
    (id) => `accounts/${id}?transactions=false&timestamp=${s.times[0]}`,
  );
  each('tokens of an account', s.accounts, (id) => `accounts/${id}/tokens`);
  each('tokens of an account, 100', s.accounts, (id) => `accounts/${id}/tokens?limit=100`);
  each('NFTs of an account', s.nftOwners, (id) => `accounts/${id}/nfts`);
  each('NFTs of an account, 100', s.nftOwners, (id) => `accounts/${id}/nfts?limit=100`);
  each('allowances, hbar', s.allowanceOwners, (id) => `accounts/${id}/allowances/crypto`);
  each('allowances, tokens', s.tokenAllowanceOwners, (id) => `accounts/${id}/allowances/tokens`);
  each('allowances, NFTs', s.nftAllowanceOwners, (id) => `accounts/${id}/allowances/nfts`);
  each('rewards', s.rewarded, (id) => `accounts/${id}/rewards`);
  each('airdrops outstanding', s.airdropSenders, (id) => `accounts/${id}/airdrops/outstanding`);
  each('airdrops pending', s.airdropReceivers, (id) => `accounts/${id}/airdrops/pending`);
  each('hooks', s.hookOwners, (id) => `accounts/${id}/hooks`);
  each('hook storage', s.hooks, ([owner, hook]) => `accounts/${owner}/hooks/${hook}/storage`);

  add('balances', 'balances');
  add('balances, 100', 'balances?limit=100');
  each('balance of an account', s.accounts, (id) => `balances?account.id=${id}`);
  each('balances in the past', s.times, (time) => `balances?timestamp=${time}`);
  each('balances by key', s.publicKeys, (key) => `balances?account.publickey=${key}`);
  add('balances above', 'balances?account.balance=gt:1000000000000');

  add('contracts', 'contracts');
  each('contract', s.contracts, (id) => `contracts/${id}`);
  each('contract by address', s.contractAddresses, (address) => `contracts/0x${address}`);
  add('contract results', 'contracts/results');
  add('contract results, 100', 'contracts/results?limit=100');
  each(
    'contract results, 100, by time',
    s.times,
    (time) => `contracts/results?limit=100&timestamp=lt:${time}`,
  );
  each('contract results of a sender', s.callers, (id) => `contracts/results?from=${id}`);
  each('contract results of a block', s.blockNumbers, (number) => `contracts/results?block.number=${number}`);
  each('results of a contract', s.contracts, (id) => `contracts/${id}/results`);
  add('results of the hot contract, 100', `contracts/${s.hotContract}/results?limit=100`);
  each('contract result by time', s.results, ([id, time]) => `contracts/${id}/results/${time}`);
  each('contract result by hash', s.resultHashes, (hash) => `contracts/results/0x${hash}`);
  each('contract actions', s.actionIds, (id) => `contracts/results/${id}/actions`);
  add('logs', 'contracts/results/logs');
  add('logs, 100', 'contracts/results/logs?limit=100');
  each('logs of a contract', s.logContracts, (id) => `contracts/${id}/results/logs`);
  each('logs by topic', s.topics0, (topic) => {
    const time = s.times[0]?.split('.')[0] ?? '0';
    return `contracts/results/logs?topic0=0x${topic}&timestamp=gte:${time}&timestamp=lt:${Number(time) + 600_000}`;
  });
  each('contract state', s.stateContracts, (id) => `contracts/${id}/state`);
  each('contract state, one slot', s.slots, ([slot, id]) => `contracts/${id}/state?slot=0x${slot}`);

  add('tokens', 'tokens');
  add('tokens, 100', 'tokens?limit=100');
  each('tokens by name', s.tokenNames, (name) => `tokens?name=${encodeURIComponent(name)}`);
  each('tokens of a key', s.publicKeys, (key) => `tokens?publickey=${key}`);
  each('tokens held by an account', s.accounts, (id) => `tokens?account.id=${id}`);
  each('token', s.fungible, (id) => `tokens/${id}`);
  each('token in the past', s.fungible, (id) => `tokens/${id}?timestamp=${s.times[0]}`);
  each('token balances', s.fungible, (id) => `tokens/${id}/balances`);
  each('token balances in the past', s.fungible, (id) => `tokens/${id}/balances?timestamp=${s.times[0]}`);
  each('NFTs of a collection', s.collections, (id) => `tokens/${id}/nfts`);
  each('NFT', s.nfts, ([id, serial]) => `tokens/${id}/nfts/${serial}`);
  each('transactions of an NFT', s.nfts, ([id, serial]) => `tokens/${id}/nfts/${serial}/transactions`);

  each('topic', s.topics, (id) => `topics/${id}`);
  each('topic messages', s.topics, (id) => `topics/${id}/messages`);
  each('topic messages, 100', s.topics, (id) => `topics/${id}/messages?limit=100`);
  each('topic messages by time', s.topics, (id) => `topics/${id}/messages?timestamp=gt:${s.times[0]}`);
  each('topic message', s.messages, ([id, sequence]) => `topics/${id}/messages/${sequence}`);
  each('topic message by time', s.messageTimes, (time) => `topics/messages/${time}`);

  add('schedules', 'schedules');
  each('schedules of an account', s.scheduleCreators, (id) => `schedules?account.id=${id}`);
  each('schedule', s.schedules, (id) => `schedules/${id}`);

  add('network nodes', 'network/nodes');
  add('network stake', 'network/stake');
  add('network supply', 'network/supply');
  add('network fees', 'network/fees');
  add('exchange rate', 'network/exchangerate');
  add('registered nodes', 'network/registered-nodes');
  return scenarios;
}
