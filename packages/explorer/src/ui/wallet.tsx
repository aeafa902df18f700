import { useState } from 'preact/hooks';
import { NETWORKS } from '../about.ts';
import { config } from '../config.ts';
import type { Provider } from '../words/senders.ts';
import { Copy } from './parts.tsx';

/** Parameter of `wallet_addEthereumChain` (EIP-3085) for the explorer's network. `rpc`: URL of its JSON-RPC service. */
function chainOf(chainId: string, rpc: string, explorer: string) {
  return {
    chainId,
    chainName: `Hedera ${NETWORKS[chainId]?.name ?? `chain ${Number(chainId)}`}`,
    nativeCurrency: { name: 'HBAR', symbol: 'HBAR', decimals: 18 },
    rpcUrls: [rpc],
    blockExplorerUrls: [explorer],
  };
}

/** URL of the JSON-RPC service, with a button that adds the network to a wallet. Empty without a JSON-RPC service. */
export function Wallet({ chainId }: { readonly chainId: string }) {
  const { rpc } = config();
  const [outcome, setOutcome] = useState('');
  if (rpc === null) return null;
  const { ethereum } = globalThis as { readonly ethereum?: Provider };
  const addTo = async (provider: Provider): Promise<void> => {
    try {
      await provider.request({
        method: 'wallet_addEthereumChain',
        params: [chainOf(chainId, rpc, location.origin)],
      });
      setOutcome('The wallet has the network.');
    } catch (error) {
      setOutcome(
        `The wallet refused: ${(error as { readonly message?: string }).message ?? 'no reason given'}`,
      );
    }
  };
  return (
    <p class="quiet">
      JSON-RPC for wallets and tools: <code>{rpc}</code> <Copy text={rpc} what="address of JSON-RPC" />, chain{' '}
      {Number(chainId)}.{' '}
      {ethereum !== undefined && (
        <button type="button" onClick={() => addTo(ethereum)}>
          Add to MetaMask
        </button>
      )}{' '}
      <span role="status">{outcome}</span>
    </p>
  );
}
