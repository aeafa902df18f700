import { useEffect, useState } from 'preact/hooks';
import { loadAbout } from '../about.ts';
import { shortened } from '../words/format.ts';
import { type Provider, type Sender, withSenders } from '../words/senders.ts';
import { hasLocalNetwork, rpc } from './json-rpc.ts';

const MAX_NAME = 40;

/**
 * Returns the wallets of the browser, which announce themselves (EIP-6963), or the one that injected itself without
 * that, and the unlocked accounts of a local network.
 */
export function useSenders(): readonly Sender[] {
  const [senders, setSenders] = useState<readonly Sender[]>([]);
  useEffect(() => {
    let isOver = false;
    const add = (found: readonly Sender[]): void => {
      if (!isOver) setSenders((before) => withSenders(before, found));
    };
    let hasAnnounced = false;
    const announced = (event: Event): void => {
      const { info, provider } = (event as CustomEvent<Announcement>).detail;
      hasAnnounced = true;
      add([{ key: info.uuid, name: shortened(info.name, MAX_NAME), provider, account: null }]);
    };
    addEventListener('eip6963:announceProvider', announced);
    // Wallets answer before this returns.
    dispatchEvent(new Event('eip6963:requestProvider'));
    const { ethereum } = globalThis as { readonly ethereum?: Provider };
    if (!hasAnnounced && ethereum !== undefined) {
      add([{ key: 'ethereum', name: 'Wallet', provider: ethereum, account: null }]);
    }
    unlocked()
      .then(add)
      .catch(() => undefined);
    return () => {
      isOver = true;
      removeEventListener('eip6963:announceProvider', announced);
    };
  }, []);
  return senders;
}

interface Announcement {
  readonly info: { readonly uuid: string; readonly name: string };
  readonly provider: Provider;
}

async function unlocked(): Promise<readonly Sender[]> {
  if (!(await hasLocalNetwork())) return [];
  const accounts = await rpc<readonly string[]>('eth_accounts', []);
  const provider: Provider = { request: ({ method, params }) => rpc(method, params) };
  return accounts.map((account) => ({ key: account, name: account, provider, account }));
}

/** A transaction as it is given to a wallet. */
export interface Call {
  readonly from: string;
  readonly to: string;
  readonly data: string;
  /** Weibars in hex. */
  readonly value: string;
}

/** An estimated call. */
export interface Estimate {
  readonly call: Call;
  readonly gas: bigint;
  /** Price of the gas, in weibars. */
  readonly cost: bigint;
}

const hexOf = (value: bigint): string => `0x${value.toString(16)}`;

/**
 * Estimates a call of a contract by a sender. The gas is a tenth more than estimated, because the state may change until
 * the call is executed. Throws the wallet's error.
 */
export async function estimateCall(
  { provider, account }: Sender,
  { to, data, weibars }: { readonly to: string; readonly data: string; readonly weibars: bigint },
): Promise<Estimate> {
  const request = (method: string, ...params: readonly unknown[]) => provider.request({ method, params });
  const [from = ''] = account === null ? ((await request('eth_requestAccounts')) as string[]) : [account];
  if (account === null) await chooseChain(provider);
  const call = { from, to, data, value: hexOf(weibars) };
  const [estimate, price] = await Promise.all([request('eth_estimateGas', call), request('eth_gasPrice')]);
  const gas = (BigInt(String(estimate)) * 11n) / 10n;
  return { call, gas, cost: gas * BigInt(String(price)) };
}

/** Sends an estimated call. Returns the transaction's hash. Throws the wallet's error. */
export async function sendCall({ provider }: Sender, { call, gas }: Estimate): Promise<string> {
  const params = [{ ...call, gas: hexOf(gas) }];
  return String(await provider.request({ method: 'eth_sendTransaction', params }));
}

/** Lets the wallet change to the network of the explorer. Throws an error if it stays on another. */
async function chooseChain(provider: Provider): Promise<void> {
  const chainId = (await loadAbout())?.chain_id;
  if (chainId === undefined) throw new Error('The mirror does not report its chain id.');
  const current = async () => Number(await provider.request({ method: 'eth_chainId', params: [] }));
  if ((await current()) === Number(chainId)) return;
  await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] }).catch(() => null);
  const other = await current();
  if (other !== Number(chainId)) {
    throw new Error(`The wallet is on chain ${other}, and this explorer shows chain ${Number(chainId)}.`);
  }
}
