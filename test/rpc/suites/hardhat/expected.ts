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
    title: /gas price overrides .* should throw if both/,
    kind: 'fails',
    reason: 'messages begin with the id of their request',
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
    message: /31337|0x7a69/,
    kind: 'fails',
    reason: 'the chain id is 298',
  },
  {
    title: /signMessage|signTypedData|sign a message/,
    kind: 'fails',
    reason: 'the chain id is 298',
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
    title: /mine should accept an interval$|set the next block to the given timestamp/,
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
    message: /HHE20014|Expected SolidityError, got ProviderError/,
    kind: 'fails',
    reason: "expects Hardhat's network in the same process, with its keys and its traces",
  },
];
