import type { Expected } from '../mocha-suite.ts';

export const HARDHAT: readonly Expected[] = [
  {
    message: /is refused, because it has no meaning on this ledger$/,
    kind: 'fails',
    reason: 'the method has no meaning on this ledger',
  },
  {
    message: /is below configured minimum gas price|Cannot send both gasPrice and max(Priority)?FeePerGas/,
    kind: 'fails',
    reason: 'the price of gas is that of the ledger; messages begin with the id of their request',
  },
  {
    message:
      /Only a contract has storage, and there is none|INVALID_ALIAS_KEY|that of an entity by its number|There is no account at the address/,
    kind: 'fails',
    reason: 'uses 0x…beef, which is the address of the entity 48,879; it does not exist',
  },
  {
    title: /setBalance/,
    message: /^Expected values to be strictly equal:\s+0 !== \d+/,
    kind: 'fails',
    reason: 'sets less than a tinybar',
  },
  {
    message: /21840n? !== 21001n?|CONTRACT_BYTECODE_EMPTY/,
    kind: 'fails',
    reason:
      'estimates have the allowance of the public mirror, where a call of the zero address is a creation without code',
  },
  {
    title: /use the pending block by default$/,
    kind: 'fails',
    reason: 'waiting transactions are not part of the state at `pending`',
  },
  {
    title:
      /should return the latest block number$|latest and earliest block tags$|retrieve the height of the latest block$|correct block( number)? after a evm_revert$/,
    kind: 'fails',
    reason: 'the network has blocks when it is ready',
  },
  {
    title:
      /mine should accept an interval$|set the next block to the given timestamp|should mine a new block with the/,
    message: /Expected values to be strictly equal:\s+\d+ !== \d+/,
    kind: 'fails',
    reason: 'a day that passes ends with a block of its own',
    dependsOnTiming: true,
  },
  {
    message: /is equal to the previous block's timestamp/,
    kind: 'fails',
    reason: "expects Hardhat's option of equal times",
  },
  {
    title: /with no accounts|index doesn't match an account$/,
    kind: 'fails',
    reason: 'the network signs for 30 accounts, not for none or 20',
  },
  {
    message: /HHE20014|Expected SolidityError, got ProviderError|Expected to find SolidityError/,
    kind: 'fails',
    reason: "expects Hardhat's network in the same process, with its keys and its traces",
  },
  {
    title: /^revert should handle when the thrown error is a custom error$/,
    kind: 'fails',
    reason: "expects the words of Hardhat's network, which decodes custom errors",
  },
  {
    title: /errors that are not related to a reverted transaction$/,
    message: /Sender doesn\\?'t have enough funds/,
    kind: 'fails',
    reason: "expects the words of Hardhat's network for missing funds",
  },
  {
    message: /less than 10_000_000_000 wei/,
    kind: 'fails',
    reason: 'sends less than a tinybar',
  },
  {
    title:
      /^balancesHaveChanged |^Running deployment in CI environment|^chainId reconciliation should halt|should modify the balance only in the first connection/,
    kind: 'fails',
    reason: 'sends less than a tinybar',
  },
  {
    title: /tx is not the only one in the block$/,
    kind: 'fails',
    reason:
      "a waiting transaction is executed when automining returns, as in Anvil; in Hardhat's network with the next one",
  },
  {
    message: /test did not finish before its parent and was cancelled|test timed out after 60000ms/,
    kind: 'fails',
    reason: 'its own timeout for all tests of a matcher, which a loaded machine exceeds',
    dependsOnTiming: true,
  },
  {
    title: /^clients e2e /,
    kind: 'fails',
    reason:
      'expects block 0, a million blocks from one request (here at most 10,000), or contracts of Optimism',
  },
  {
    title: /^execution - error on pending user transactions/,
    message: /^expected '0x\w+…' to equal '0x\w+…'/,
    kind: 'fails',
    reason: "expects a hash, which depends on the price of gas of Hardhat's network",
  },
  {
    title: /^execution - error on user transaction sent/,
    message: /^Error is not a HardhatError$/,
    kind: 'fails',
    reason: 'sends at a price of gas below that of the ledger',
  },
  {
    title: /^execution - rerun a deploy that timed out/,
    kind: 'fails',
    reason: 'sets the base fee of the next block, which has no meaning on this ledger',
  },
  {
    title: /^localhost deployment flag false/,
    kind: 'fails',
    reason: "a deployment to a network that is not in Hardhat's process is written in any case",
  },
];
