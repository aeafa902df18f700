import { expect, test } from 'vitest';
import { ROLES } from '../../src/app/roles/registry.ts';
import { readConfig } from '../../src/config/config.ts';
import { ROLE_SETTINGS, SETTINGS } from '../../src/config/settings.ts';

test('every role has settings and an entry in the registry, and runs unless it is omitted; network only runs when named', () => {
  const names = Object.keys(ROLE_SETTINGS).sort();
  expect(Object.keys(ROLES).sort()).toEqual(names);
  expect([...readConfig({}).roles].sort()).toEqual(names.filter((name) => name !== 'network'));
});

test("each setting of a role is a setting of the program, and no other role's", () => {
  const keys = Object.values(ROLE_SETTINGS).flatMap((settings) => Object.keys(settings));
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(SETTINGS).toHaveProperty(key);
  const names = Object.values(SETTINGS).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('each service that a role uses is offered by one role, which is started before it', () => {
  const offered: string[] = [];
  for (const { offers, uses } of Object.values(ROLES)) {
    for (const name of uses) expect(offered).toContain(name);
    offered.push(...offers);
  }
  expect(new Set(offered).size).toBe(offered.length);
  const injected = ['callContract', 'grpc', 'ingestStatus', 'simulate', 'traceTransaction'];
  expect(offered.sort()).toEqual(injected);
});

test('roles that write are started first, and so stopped last', () => {
  expect(Object.keys(ROLES).slice(0, 2)).toEqual(['network', 'ingest']);
  expect(Object.keys(ROLES).at(-1)).toBe('api');
});
