import {
  accounts,
  Client,
  networkSupply,
  nftUtils,
  optionalFilters,
  smartContract,
  tokenUtils,
  topicMessages,
  transactions,
} from '@tikz/hedera-mirror-node-ts';

/**
 * Calls @tikz/hedera-mirror-node-ts, unmodified, on a mirror, and prints the results as one JSON text. Runs as a
 * separate process under tsx, because the package's imports lack their extensions.
 */
const [url = '', topic = '', token = '', serial = ''] = process.argv.slice(2);
const client = new Client(url);
const walk = transactions(client).setLimit(3).order('asc').setResult('success');
const first = await walk.get();
const second = await walk.next();
const messages = topicMessages(client)
  .setTopicId(topic)
  .setLimit(2)
  .sequenceNumber(optionalFilters.greaterThan(1));
const nft = nftUtils(client);
process.stdout.write(
  JSON.stringify({
    transactions: [...first.transactions, ...(second?.transactions ?? [])].map(
      ({ consensus_timestamp }) => consensus_timestamp,
    ),
    accounts: (
      await accounts(client).setAccountId(optionalFilters.lessThanEqualTo('0.0.5')).get()
    ).accounts.map(({ account }) => account),
    messages: (await messages.get()).messages.map(({ sequence_number }) => sequence_number),
    more: (await messages.next())?.messages.map(({ sequence_number }) => sequence_number) ?? null,
    supply: await networkSupply(client).get(),
    contracts: (await smartContract(client).setLimit(2).get()).contracts.length,
    tokens: (await tokenUtils(client).Tokens.setLimit(2).get()).tokens.length,
    token: (await tokenUtils(client).TokenInfo.setTokenId(token).get()).token_id,
    balances: (await tokenUtils(client).TokenBalance.setTokenId(token).setLimit(2).get()).balances.length,
    nfts: (await nft.NFTs.setTokenId(token).setLimit(2).get()).nfts.length,
    nft: (await nft.NFTInfo.setTokenId(token).setSerialNumber(Number(serial)).get()).serial_number,
    history: (await nft.NFTTransactionHistory.setTokenId(token).setSerialNumber(Number(serial)).get())
      .transactions.length,
  }),
);
