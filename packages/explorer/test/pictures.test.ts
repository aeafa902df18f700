import { expect, test } from 'vitest';
import { hasConsent, storeConsent, type TabStorage } from '../src/words/picture-consent.ts';

function openTab(): () => TabStorage {
  const values = new Map<string, string>();
  const storage: TabStorage = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
  };
  return () => storage;
}

test('pictures of other servers need a click in the tab and an address with them', () => {
  const tab = openTab();
  expect(hasConsent('?pictures=on', tab)).toBe(false);
  storeConsent(tab);
  expect(hasConsent('?pictures=on', tab)).toBe(true);
  expect(hasConsent('?from=5', tab)).toBe(false);
  expect(hasConsent('?pictures=on', openTab())).toBe(false);
});

test('a browser without storage shows none', () => {
  const refuse = (): never => {
    throw new Error('storage is blocked');
  };
  storeConsent(refuse);
  expect(hasConsent('?pictures=on', refuse)).toBe(false);
});
