import type { Samples } from '../../../bench/api/samples.ts';

const HOT = '0.0.1001';
const CONTRACT = '0.0.2012';
const TIME = '1767225001.000000000';
const TRANSACTION = '0.0.1001-1767225000-000000000';

/** Values of `rows.sql` for the requests of the bench: always the same ones. */
export const SAMPLES: Samples = {
  hotAccount: HOT,
  accounts: ['0.0.1010', '0.0.1011', '0.0.1012'],
  rareAccounts: ['0.0.1100'],
  evmAddresses: ['eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee3f2'],
  publicKeys: ['aa'.repeat(32)],
  nftOwners: [HOT],
  spenders: [HOT],
  allowanceOwners: [HOT],
  tokenAllowanceOwners: [HOT],
  nftAllowanceOwners: [HOT],
  rewarded: [HOT],
  airdropSenders: [HOT],
  airdropReceivers: [HOT],
  hookOwners: [HOT],
  hooks: [[HOT, '1']],
  types: ['NODEUPDATE', 'TOKENMINT', 'CRYPTOTRANSFER'],
  times: [TIME],
  transactionIds: [TRANSACTION],
  transactionHashes: ['ab'.repeat(48)],
  blockNumbers: ['1'],
  blockHashes: [`${'0'.repeat(95)}1`],
  contracts: [CONTRACT],
  hotContract: CONTRACT,
  contractAddresses: ['ccccccccccccccccccccccccccccccccccccc7dc'],
  stateContracts: [CONTRACT],
  logContracts: [CONTRACT],
  callers: [HOT],
  results: [[CONTRACT, TIME]],
  resultHashes: ['ab'.repeat(32)],
  actionIds: [TRANSACTION],
  topics0: ['0a'.repeat(32)],
  topics3: ['0d'.repeat(32)],
  fungible: ['0.0.2014'],
  collections: ['0.0.2024'],
  nfts: [['0.0.2024', '1']],
  tokenNames: ['Coin'],
  topics: ['0.0.2015'],
  messages: [['0.0.2015', '1']],
  messageTimes: [TIME],
  schedules: ['0.0.2017'],
  scheduleCreators: [HOT],
};
