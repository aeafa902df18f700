import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { METHODS } from '../../../src/calls/system/methods/methods.ts';
import { selectorOf } from '../../../src/calls/system/selector.ts';
import { sharedDir } from '../../shared.ts';

interface Row {
  readonly area: string;
  readonly sig: string;
  readonly ret: string;
  readonly addr: string;
  readonly selector: string;
  readonly kind: string;
  readonly redirectOnly: boolean;
}

const REFERENCE = `${sharedDir}/reference/system-contract-selectors.json`;

test.skipIf(sharedDir === null)('the table has the 127 methods of the reference, each equal to it', () => {
  const rows = JSON.parse(readFileSync(REFERENCE, 'utf8')) as Row[];
  const expected = rows.map(({ area, sig, ret, addr, selector, kind, redirectOnly }) => [
    area.toUpperCase(),
    selector,
    sig,
    ret,
    kind,
    redirectOnly ? 'redirect' : 'direct',
    addr === '' ? 'any' : `0x${addr.toLowerCase()}`,
  ]);
  const declared = METHODS.map(({ service, signature, returns, kind, via, only }) => [
    service,
    `0x${selectorOf(signature)}`,
    signature,
    returns,
    kind,
    // An account's code forwards this method, too, although the ledger declares it as direct.
    via === 'either' ? 'direct' : via,
    only ?? 'any',
  ]);
  expect(declared).toHaveLength(127);
  expect(declared.map(String).toSorted()).toEqual(expected.map(String).toSorted());
});

test.each(METHODS.map(({ signature, group }) => [signature, group]))(
  '%s is called by a test of %s',
  (signature, group) => {
    const file = new URL(`./${group}.unit.test.ts`, import.meta.url);
    expect(existsSync(file)).toBe(true);
    // A long signature with structures is replaced by its name in the title.
    const name = signature.length > 110 ? signature.slice(0, signature.indexOf('(')) : signature;
    expect(readFileSync(file, 'utf8')).toContain(`'${name}`);
  },
);

test('two rows with one selector differ in address, kind of call or type of token', () => {
  const keys = METHODS.map(({ service, signature, via, only, tokenType }) =>
    [service, selectorOf(signature), via, only, tokenType].join(),
  );
  expect(new Set(keys).size).toBe(keys.length);
});
