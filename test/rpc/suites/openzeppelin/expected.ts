import type { Expected } from '../mocha-suite.ts';

/** Reasons that were seen. Files that have not run yet may need further ones. */
export const EXPECTED: readonly Expected[] = [
  {
    message:
      /^expected (\d+) to equal \1\d{10}\.$|^expected (\d+)0{10} to equal \2\.$|Value can't be non-zero and less than/,
    kind: 'fails',
    reason: 'contracts see values and balances in tinybars',
  },
  {
    title:
      /^(Address (sendValue when sender contract has funds|functionCallWithValue with non-zero)|LowLevelCall call .* function with value)/,
    message:
      /execution reverted: CONTRACT_REVERT_EXECUTED$|'InsufficientBalance'|"InsufficientBalance"|but it changed by 0 wei/,
    kind: 'fails',
    reason: 'a contract sends an ether on, which it sees as 10^18 tinybars',
  },
  {
    title: /^VestingWallet|^Governor.* relay is payable/,
    message: /to change by -?\d+ wei, but it changed by -?\d+0{10} wei/,
    kind: 'fails',
    reason: 'contracts see values and balances in tinybars',
  },
  {
    title: /^BlockHeader (current block|reads all fields)/,
    message: /^expected '0x\w+…' to equal '0x|execution reverted: CONTRACT_REVERT_EXECUTED$/,
    kind: 'fails',
    reason: "a block's hash is that of its files, not that of an Ethereum header",
  },
  {
    title: /^Blockhash .* very old block/,
    message: /Headers Timeout Error/,
    kind: 'fails',
    reason: 'mines more than 8,000 blocks by one request, for which Hardhat waits five minutes',
    dependsOnTiming: true,
  },
  {
    title: /^Account|^Paymaster/,
    message: /to change by -?\d+ wei, but it changed by -?\d+0{10} wei/,
    kind: 'fails',
    reason: 'contracts see values and balances in tinybars',
  },
  {
    title: /^Account.* supports ERC-7821 when /,
    message: /execution reverted|Expected event "\w+" to be emitted/,
    kind: 'fails',
    reason:
      "an account's ether, which contracts see as 10^8 tinybars, is less than the prefund of an operation (AA21)",
  },
  {
    title: /^Paymaster/,
    message: /AA31 paymaster deposit too low|execution reverted/,
    kind: 'fails',
    reason:
      "a paymaster's ether, which contracts see as 10^8 tinybars, is less than the prefund of an operation (AA31)",
  },
  {
    title:
      /^(P256 |ERC7739 for a P256 signer|SignatureChecker \(ERC1271\) ERC7913|Account(P256|WebAuthn)|Account(ERC7913|MultiSigner).* (P256|WebAuthn|Mixed))/,
    message:
      /INSUFFICIENT_GAS|^expected false to be true$|^expected 1 to equal 0\.$|^expected '0xffffffff' to equal '0x1626ba7e'$/,
    kind: 'fails',
    reason: 'no precompile verifies P-256 at 0x100: a call of this system account consumes the gas it gets',
  },
  {
    message: /accounts of this ledger are not in a Merkle Patricia trie/,
    kind: 'fails',
    reason: 'no proofs of accounts',
  },
  {
    title: /^TrieProof verify verify transaction and receipt inclusion in block/,
    message: /Expected 0x prefixed hexadecimal block number/,
    kind: 'fails',
    reason:
      "the root of a block's transactions is not that of a trie; the block's number is sent as a JSON number",
  },
  {
    title: /^(ERC2771Forwarder executeBatch|ERC1967Clones .* forwards value)/,
    message:
      /execution reverted: CONTRACT_REVERT_EXECUTED|CONTRACT_EXECUTION_EXCEPTION|MismatchedValue|^expected (\d+)00 to equal \1\d\d/,
    kind: 'fails',
    reason: 'sends some weibars, less than a tinybar',
  },
  {
    title:
      /^Governor.* (nominal|quorum reached|send ethers|votes with|voting with ERC721|after execution|state Executed|already executed)/,
    message:
      /execution reverted: (CONTRACT_REVERT_EXECUTED|Timelock::executeTransaction: Transaction execution reverted\.)$/m,
    kind: 'fails',
    reason: 'the proposal sends an ether, which a contract sees as 10^18 tinybars',
  },
  {
    title: /^GovernorStorage/,
    message: /CONTRACT_EXECUTION_EXCEPTION/,
    kind: 'fails',
    reason: 'its contract has 25,163 bytes; the maximum is 24,576',
  },
  {
    title: /out of gas/,
    message: /but it didn't revert/,
    kind: 'fails',
    reason:
      "a transaction with a limit of its own is sent, as by Anvil; Hardhat's network refuses those that fail",
  },
  {
    title: /^VestingWallet(Cliff)? vesting schedule/,
    message:
      /Timeout of 40000ms exceeded|Headers Timeout Error|is lower than the previous block's timestamp|^Error in "ERC20Released" event/,
    kind: 'fails',
    reason:
      'sets the clock ahead by years, of which each day ends with its staking period; a test whose timeout passed goes on setting it beside the next one',
    dependsOnTiming: true,
  },
];
