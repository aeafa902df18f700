/** Storage of a tab. A browser may refuse access to it. */
export interface TabStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Key of the user's consent in the storage of the tab. */
const CONSENT = 'tain.pictures';

/** Stores for a tab that the user allowed pictures from other servers. A browser without storage shows none. */
export function storeConsent(tab: () => TabStorage): void {
  try {
    tab().setItem(CONSENT, 'on');
  } catch {}
}

/**
 * Returns whether the user allowed pictures from other servers. The consent is part of the address (`search`: its query), because
 * the policy applies to a whole page, and of the tab, because a link on another site may have that address, too.
 */
export function hasConsent(search: string, tab: () => TabStorage): boolean {
  if (new URLSearchParams(search).get('pictures') !== 'on') return false;
  try {
    return tab().getItem(CONSENT) === 'on';
  } catch {
    return false;
  }
}
