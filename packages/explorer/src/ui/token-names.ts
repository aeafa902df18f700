import type { TokenDetails } from '@tain/client/types';
import { find } from '../api.ts';
import type { TokenNames } from '../words/sentence.ts';
import { symbolText } from '../words/visible-text.ts';

/** Maximum number of tokens of one page whose names are requested. */
const MAX_NAMED = 50;
/** Cache of requested names, because symbols change rarely, and decimals never. */
const requested = new Map<string, Promise<{ symbol: string; decimals: number } | null>>();

function nameOf(id: string): Promise<{ symbol: string; decimals: number } | null> {
  const known = requested.get(id);
  if (known !== undefined) return known;
  const name = find<TokenDetails<number | bigint>>(`/api/v1/tokens/${id}`).then(
    (token) =>
      token === null
        ? null
        : {
            symbol: symbolText(token.symbol || token.name),
            decimals: Number(token.decimals),
          },
    () => {
      requested.delete(id);
      return null;
    },
  );
  requested.set(id, name);
  return name;
}

/** Symbols and decimals of tokens; tokens unknown to the mirror are omitted. */
export async function tokenNames(ids: Iterable<string>): Promise<TokenNames> {
  const names = new Map<string, { symbol: string; decimals: number }>();
  await Promise.all(
    [...new Set(ids)].slice(0, MAX_NAMED).map(async (id) => {
      const name = await nameOf(id);
      if (name !== null) names.set(id, name);
    }),
  );
  return names;
}
