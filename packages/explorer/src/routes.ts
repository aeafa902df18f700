import type { ComponentType } from 'preact';
import { Home } from './pages/home.tsx';
import { ListPage } from './pages/list.tsx';
import type { PageProps } from './router.ts';

type Page = ComponentType<PageProps>;
type Load = () => Promise<Page>;

const lists: Load = async () => ListPage;

/** All paths with their pages. Pages other than the home page and the lists are loaded on first use. */
const ROUTES: readonly (readonly [pattern: string, load: Load])[] = [
  ['/', async () => Home],
  ...['transactions', 'blocks', 'accounts', 'tokens', 'nfts', 'topics', 'contracts', 'schedules'].map(
    (name) => [`/${name}`, lists] as const,
  ),
  ['/nodes', async () => (await import('./pages/network.tsx')).Nodes],
  ['/network', async () => (await import('./pages/network.tsx')).Network],
  ['/fees', async () => (await import('./pages/network.tsx')).Network],
  ['/transaction/:id', async () => (await import('./pages/transaction.tsx')).TransactionPage],
  ['/block/:id', async () => (await import('./pages/block.tsx')).BlockPage],
  ['/account/:id', async () => (await import('./pages/account.tsx')).AccountPage],
  ['/contract/:id', async () => (await import('./pages/contract.tsx')).ContractPage],
  ['/token/:id', async () => (await import('./pages/token.tsx')).TokenPage],
  ['/token/:id/:serial', async () => (await import('./pages/nft.tsx')).NftPage],
  ['/topic/:id', async () => (await import('./pages/topic.tsx')).TopicPage],
  ['/schedule/:id', async () => (await import('./pages/schedule.tsx')).SchedulePage],
  // Addresses that wallets and tools open (EIP-3091); `/block/…` and `/token/…` are the same as above.
  ['/tx/:id', async () => (await import('./pages/transaction.tsx')).TransactionPage],
  ['/address/:id', async () => (await import('./pages/search.tsx')).EntityPage],
  ['/id/:id', async () => (await import('./pages/search.tsx')).EntityPage],
  ['/search', async () => (await import('./pages/search.tsx')).SearchPage],
];

/** Returns the page of a path with its parameters, or null. */
export function routeOf(
  path: string,
): { readonly pattern: string; readonly load: Load; readonly params: Record<string, string> } | null {
  const parts = path.split('/');
  for (const [pattern, load] of ROUTES) {
    const names = pattern.split('/');
    if (names.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = names.every((name, at) => {
      const part = parts[at] ?? '';
      if (!name.startsWith(':')) return name === part;
      const param = decoded(part);
      params[name.slice(1)] = param;
      // In a path of the API, dots would name another place.
      return !['', '.', '..'].includes(param);
    });
    if (fits) return { pattern, load, params };
  }
  return null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
