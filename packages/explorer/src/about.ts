import { find } from './api.ts';
import { useLoaded } from './ui/hooks.ts';

/** Networks by chain id: their name, and the phrase for them in a sentence. */
export const NETWORKS: Readonly<Record<string, { readonly name: string; readonly in: string }>> = {
  '0x127': { name: 'Mainnet', in: 'Hedera mainnet' },
  '0x128': { name: 'Testnet', in: 'Hedera testnet' },
  '0x129': { name: 'Previewnet', in: 'Hedera previewnet' },
  '0x12a': { name: 'Local network', in: 'the local network' },
};

/** Description of the mirror by its management API; null if the mirror has no such path, like public mirrors. */
export interface About {
  readonly chain_id: string;
  readonly features: Readonly<Record<string, { readonly available: boolean } | undefined>>;
  readonly blocks: { readonly first: { readonly number: number; readonly timestamp: string } | null };
  readonly proof: { readonly kinds: readonly string[] };
}

let about: Promise<About | null> | undefined;

/** Requests the description of the mirror, once for the document; null if the mirror has none. A failure is not kept. */
function requestAbout(): Promise<About | null> {
  about ??= find<Partial<About>>('/api/v1/network/capabilities').then(
    // Another server may answer every path.
    (found) => (found?.features && found.blocks && found.proof?.kinds ? (found as About) : null),
    (error: unknown) => {
      about = undefined;
      throw error;
    },
  );
  return about;
}

/** Loads the description of the mirror; null if the mirror has none, or does not answer. */
export function loadAbout(): Promise<About | null> {
  return requestAbout().catch(() => null);
}

/** Loads the description of the mirror; undefined while it loads, null if the mirror has none, or until it answers. */
export function useAbout(): About | null | undefined {
  const { value, error } = useLoaded('about', requestAbout);
  return error === undefined ? value : null;
}

/** Returns whether the mirror offers a feature; false while its description loads. */
export function useFeature(
  name: 'event_streams' | 'proofs' | 'token_holders' | 'token_transfers' | 'account_transfers' | 'csv',
): boolean {
  return useAbout()?.features[name]?.available === true;
}
