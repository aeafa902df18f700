import type { TokenDetails } from '../../../../src/client/types.ts';
import { find } from '../api.ts';
import type { TokenNames } from '../words/sentence.ts';

/** Tokens of one page whose names are requested at most. */
const MAX_NAMED = 50;

/** Symbols and decimals of tokens; those that the mirror does not know are left out. */
export async function tokenNames(ids: Iterable<string>): Promise<TokenNames> {
  const names = new Map<string, { symbol: string; decimals: number }>();
  await Promise.all(
    [...new Set(ids)].slice(0, MAX_NAMED).map(async (id) => {
      const token = await find<TokenDetails<number | bigint>>(`/api/v1/tokens/${id}`).catch(() => null);
      if (token !== null)
        names.set(id, { symbol: token.symbol || token.name, decimals: Number(token.decimals) });
    }),
  );
  return names;
}
