import type { Expected } from '../mocha-suite.ts';

/** Reasons that were seen. Files that have not run yet may need further ones. */
export const EXPECTED: readonly Expected[] = [
  {
    message: /hardhat_setNonce is refused/,
    kind: 'fails',
    reason: 'no transaction of the ledger changes nonces',
  },
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
    title: /^VestingWallet/,
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
    title: /^Blockhash /,
    message: /CONTRACT_EXECUTION_EXCEPTION|reading 'target'/,
    kind: 'fails',
    reason: 'the contract of EIP-2935 is not placed',
  },
  {
    message: /reading 'v0[789]'|ERC4337Utils\.test\.js:\d+/,
    kind: 'fails',
    reason: 'the entry points of ERC-4337 are not placed',
  },
  {
    title: /^(P256 |ERC7739 for a P256 signer|SignatureChecker \(ERC1271\) ERC7913)/,
    message: /INSUFFICIENT_GAS|^expected false to be true$/,
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
    message: /execution reverted: CONTRACT_REVERT_EXECUTED$/,
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
    message: /Timeout of 40000ms exceeded/,
    kind: 'fails',
    reason: 'sets the clock ahead by years, of which each day ends with its staking period',
    dependsOnTiming: true,
  },
];
