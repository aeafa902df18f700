import { scenariosOf } from '../../../bench/api/scenarios.ts';
import type { Route } from '../../../src/api/route/route.ts';
import { LIST_ROUTES } from '../../plans/list-requests.ts';
import { SAMPLES } from './samples.ts';

/** A request of a list, and the file that has its statements. */
export interface StatementCase {
  readonly route: Route;
  /** Below `/api/v1/`. */
  readonly path: string;
  /** `<route>/<case>.sql`. */
  readonly file: string;
}

const HOT = SAMPLES.hotAccount;
const [TIME = ''] = SAMPLES.times;

/** What the bench does not measure: lists of the network's dialect, and usual filters. */
const FURTHER: Readonly<Record<string, string>> = {
  'accounts by key and balance': `accounts?account.publickey=${'aa'.repeat(32)}&account.balance=gt:5`,
  'accounts with a balance': 'accounts?account.balance=5000',
  'NFTs of an account for a spender': `accounts/${HOT}/nfts?spender.id=0.0.1010`,
  'allowances of a spender, tokens': `accounts/${HOT}/allowances/tokens?spender.id=gte:0.0.1010&token.id=gt:0.0.2014`,
  'rewards by time': `accounts/${HOT}/rewards?timestamp=lt:${TIME}`,
  'balances exactly at a time': `balances?timestamp=${TIME}&exact=true`,
  'balances above, in the past': `balances?timestamp=${TIME}&account.balance=gt:5`,
  'contracts, from one': 'contracts?contract.id=gt:0.0.2012',
  'logs of a transaction': `contracts/results/logs?transaction.hash=0x${'ab'.repeat(32)}`,
  'logs, shortly': 'contracts/logs',
  'logs of a contract by time': `contracts/0.0.2012/results/logs?timestamp=gte:1767225000&timestamp=lt:1767225600`,
  'contract state in the past': `contracts/0.0.2012/state?timestamp=${TIME}`,
  'contract state from a slot': 'contracts/0.0.2012/state?slot=gte:0x10',
  'network node': 'network/nodes?node.id=3',
  'registered nodes of a type': 'network/registered-nodes?type=BLOCK_NODE',
  'tokens, NFTs alone': 'tokens?type=NON_FUNGIBLE_UNIQUE',
  'token balances above': 'tokens/0.0.2014/balances?account.balance=gt:1000',
  'balances of tokens': 'tokens/balances?token.id=0.0.2014',
  NFTs: 'tokens/nfts?token.id=0.0.2024',
  'NFTs of a collection and an account': `tokens/0.0.2024/nfts?account.id=${HOT}`,
  'transactions of an NFT, shortly': 'tokens/nfts/1/transactions?token.id=0.0.2024',
  'schedules from one': 'schedules?schedule.id=gt:0.0.2017',
  'topic messages from one': 'topics/0.0.2015/messages?sequencenumber=gt:5&order=asc',
};

/** The requests of the bench that ask for a list, the first of each scenario, and others. */
export function statementCases(): StatementCase[] {
  const requests = [
    ...scenariosOf(SAMPLES).map(({ name, paths: [path] }) => ({ name, path })),
    ...Object.entries(FURTHER).map(([name, path]) => ({ name, path })),
  ];
  return requests.flatMap(({ name, path }) => {
    if (path === undefined) throw new Error(`no values in test/api/statements/samples.ts for ${name}`);
    const route = routeOf(path);
    return route === undefined ? [] : [{ route, path, file: `${folderOf(route)}/${slug(name)}.sql` }];
  });
}

/** The list that a path asks for: of several the one with most words of its own. */
function routeOf(path: string): Route | undefined {
  const [place = ''] = `/api/v1/${path}`.split('?');
  return LIST_ROUTES.filter((route) => {
    const pattern = route.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(place);
  }).sort((one, other) => one.path.split('{').length - other.path.split('{').length)[0];
}

function folderOf({ path }: Route): string {
  return slug(path.replace('/api/v1/', '').replaceAll(/\{(\w+)\}/g, 'of-one'));
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
