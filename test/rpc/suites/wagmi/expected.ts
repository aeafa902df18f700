import type { Expected } from '../mocha-suite.ts';

/** Keys of the mnemonic that wagmi's tests publish, whose Anvils have them. */
export const WAGMI_KEYS: readonly string[] = [
  '2300b80db97008804dc601f4b2ac9ed24311f79ccb506d0907ee6839314a78d4',
  'd38119177fba840e438bae4ee1701d47565531ca295854cd88c009c756500a6a',
  'f45b0419140c33d1e8f2ee3de6a7a89af01fda6a55babfb5741c3d33c27d7bc6',
  'b5931d9fb6cc83087da5ac92431313f8fd20a77dc47ca2f4f385273202898370',
  'ccf5d7db861d64c6be1dcfa0b695f5a8f0add41e703efd5c862e7878fee63526',
  '0738873f20ee1b5890f94c885935f9a6cc79d72c6df75496c238023fbc11c739',
  '54aaedc693f41a0e03483c54b10aeedd4f26850d73794797564f01b382914504',
  '7fd851476a08492e6ea1f52419028a48fa77dc6799ade3edb42335f18b294bb3',
  '8c3d64c554d33160c55942fb1f0588079e448027e2697f82597887eddd890557',
  '5c56de00b5d3a3640e62c918301166bd7b4d40df47bcb6513e642bf49dc12783',
];

export const WAGMI: readonly Expected[] = [
  {
    message:
      /ContractFunctionExecutionError|returned no data|could not be found|Cannot convert null to a BigInt|ResourceNotFound|TransactionNotFound|InvalidInputRpcError|CallExecutionError|expects to receive a string|^expected '0x0{20}/,
    kind: 'fails',
    reason: 'needs contracts, blocks or transactions of mainnet',
  },
  {
    title: /^(contract revert|smart account: valid signature|valid signature|behavior: transaction reverted)/,
    kind: 'fails',
    reason: 'needs contracts or transactions of mainnet',
  },
  {
    message: /^Snapshot .* mismatched$/,
    kind: 'fails',
    reason:
      "has mainnet's state, Anvil's gas and words, or different states of three chains, for which one network stands",
  },
  {
    message: /"eth_blobBaseFee"|"eth_b…|anvil_setNextBlockBaseFeePerGas/,
    kind: 'fails',
    reason: 'the method is unknown, as in the relay, or refused, because it has no meaning on this ledger',
  },
  {
    title: /^insufficient funds$/,
    kind: 'fails',
    reason: 'the value of a call to an account is not compared with the balance of its sender',
  },
  {
    title: /^behavior: reverted transaction with hanging fallback reason lookup rejects$/,
    kind: 'fails',
    reason: 'needs a transaction of mainnet',
  },
];
