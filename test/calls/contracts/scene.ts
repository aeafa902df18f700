import { longZeroHex } from '@tain/ledger/evm-address';
import type { Database } from '../../../src/store/connections/database.ts';
import { requirePackage } from '../../require-package.ts';
import { block, insert } from '../../rest/rows.ts';
import { holding, insertToken, nft, entity as tokenEntity } from '../../rest/tokens/token-rows.ts';
import { type Artifact, type ContractName, compileContracts } from './compile.ts';
import { Deployer } from './deployer.ts';

/** Encoder for an ABI, from ethers. */
export interface Abi {
  encodeFunctionData(name: string, args?: readonly unknown[]): string;
  encodeDeploy(args?: readonly unknown[]): string;
  decodeFunctionResult(name: string, data: string): { toArray(): unknown[] };
  parseError(data: string): { name: string; args: { toArray(): unknown[] } } | null;
}

/** Accounts: two with an EVM address, one without. */
export const ALICE = { id: 2001n, address: '00aa'.repeat(10) };
export const BOB = { id: 2002n, address: 'b0b5'.repeat(10) };
export const CAROL = { id: 2003n, address: longZeroHex(2003n) };
const ACCOUNTS = [ALICE, BOB, CAROL];

export const CONTRACTS = {
  silver: 3001n,
  gold: 3002n,
  deed: 3003n,
  pair: 3004n,
  odd: 3005n,
  tokenUser: 3006n,
} as const;
/** Tokens of the ledger: units, and NFTs. */
export const UNITS = 4001n;
export const NFTS = 4002n;

const SOURCE: Readonly<Record<keyof typeof CONTRACTS, ContractName>> = {
  silver: 'Coin',
  gold: 'Coin',
  deed: 'Deed',
  pair: 'Pair',
  odd: 'Odd',
  tokenUser: 'TokenUser',
};

export const addressOf = (id: bigint): string => `0x${longZeroHex(id)}`;

/** Contracts of a few kinds with balances, allowances and reserves, and two tokens of the ledger. */
export interface Scene {
  readonly artifacts: Readonly<Record<ContractName, Artifact>>;
  /** ABI of each deployed contract. */
  readonly abis: Readonly<Record<keyof typeof CONTRACTS, Abi>>;
  /** Inserts the contracts and tokens into an empty database. */
  insertInto(database: Database): Promise<void>;
}

/** Compiles and deploys the contracts. `folder`: folder of the packages. */
export async function makeScene(folder: string): Promise<Scene> {
  const artifacts = await compileContracts(folder);
  const { Interface } = requirePackage<{ Interface: new (abi: readonly object[]) => Abi }>(folder, 'ethers');
  const abi = (name: keyof typeof CONTRACTS) => new Interface(artifacts[SOURCE[name]].abi);
  const abis = {
    silver: abi('silver'),
    gold: abi('gold'),
    deed: abi('deed'),
    pair: abi('pair'),
    odd: abi('odd'),
    tokenUser: abi('tokenUser'),
  };
  const deployer = new Deployer({
    accounts: ACCOUNTS.map(({ id, address }) => ({
      id,
      evmAddress: address === longZeroHex(id) ? undefined : address,
    })),
  });
  const deploy = (name: keyof typeof CONTRACTS, args: readonly unknown[]) => {
    const code = artifacts[SOURCE[name]].bytecode + abis[name].encodeDeploy(args).slice(2);
    return deployer.deploy(CONTRACTS[name], ALICE.address, code);
  };
  const send = (name: keyof typeof CONTRACTS, method: string, args: readonly unknown[]) =>
    deployer.send(ALICE.address, CONTRACTS[name], abis[name].encodeFunctionData(method, args));
  const alice = `0x${ALICE.address}`;
  const bob = `0x${BOB.address}`;
  const pair = addressOf(CONTRACTS.pair);

  await deploy('silver', ['Silver', 'AG', alice]);
  await deploy('gold', ['Gold', 'AU, in a symbol that does not fit into one word', alice]);
  await deploy('deed', []);
  await deploy('odd', []);
  await deploy('tokenUser', []);
  await deploy('pair', [addressOf(CONTRACTS.silver), addressOf(CONTRACTS.gold)]);
  for (const coin of ['silver', 'gold'] as const) {
    await send(coin, 'mint', [alice, 10n ** 24n]);
    await send(coin, 'transfer', [pair, 10n ** 22n]);
    await send(coin, 'approve', [pair, 2n ** 256n - 1n]);
    await send(coin, 'approve', [bob, 5_000n]);
  }
  await send('pair', 'sync', []);
  for (const id of [1, 2, 77]) await send('deed', 'mint', [id === 2 ? bob : alice, id]);
  const rows = await deployer.rows();

  return {
    artifacts,
    abis,
    async insertInto(database) {
      await insert(database, 'record_file', [block(0, 100), block(1, 200)]);
      await insert(database, 'entity', [
        tokenEntity(2, 'ACCOUNT', { balance: 10n ** 15n, created_timestamp: 1 }),
        ...ACCOUNTS.map(({ id, address }) => {
          const bytes = address === longZeroHex(id) ? null : Buffer.from(address, 'hex');
          const more = { balance: 10n ** 10n, created_timestamp: 1, evm_address: bytes, alias: bytes };
          return tokenEntity(Number(id), 'ACCOUNT', { ...more, max_automatic_token_associations: 0 });
        }),
        ...rows.entity,
      ]);
      await insert(database, 'contract', rows.contract);
      await insert(database, 'contract_state', rows.contract_state);
      await insertTokens(database);
    },
  };
}

/**
 * Inserts two tokens. The user contract is treasury of both and has their supply key, which counts as signed in a
 * simulation anyway.
 */
async function insertTokens(database: Database): Promise<void> {
  const user = Number(CONTRACTS.tokenUser);
  const key = Buffer.from('1220', 'hex');
  const supply_key = Buffer.concat([key, Buffer.alloc(32, 7)]);
  const common = { treasury_account_id: user, supply_key };
  await insertToken(database, Number(UNITS), {
    token: { ...common, name: 'Units', symbol: 'UNT', decimals: 3, total_supply: 1_000_000 },
  });
  await insertToken(database, Number(NFTS), {
    token: {
      ...common,
      name: 'Pieces',
      symbol: 'PCS',
      decimals: 0,
      type: 'NON_FUNGIBLE_UNIQUE',
      total_supply: 2,
    },
  });
  await insert(database, 'token_account', [
    holding(user, Number(UNITS), 900_000),
    holding(Number(ALICE.id), Number(UNITS), 60_000),
    holding(Number(BOB.id), Number(UNITS), 40_000),
    holding(user, Number(NFTS), 1),
    holding(Number(ALICE.id), Number(NFTS), 1),
    holding(Number(BOB.id), Number(NFTS), 0),
  ]);
  await insert(database, 'nft', [nft(Number(NFTS), 1, user), nft(Number(NFTS), 2, Number(ALICE.id))]);
  await insert(database, 'token_allowance', [
    {
      owner: Number(ALICE.id),
      spender: user,
      token_id: Number(UNITS),
      amount: 700,
      amount_granted: 700,
      payer_account_id: Number(ALICE.id),
      timestamp_range: '[5,)',
    },
  ]);
}
