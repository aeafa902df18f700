import { expect, test } from 'vitest';
import { type Sender, withSenders } from '../src/words/senders.ts';

const sender = (key: string, account: string | null): Sender => ({
  key,
  name: key,
  provider: { request: async () => null },
  account,
});
const numbered = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${name} ${at}`);

test('all unlocked accounts can be chosen, and 20 wallets, which announce themselves one at a time', () => {
  const wallets = numbered('wallet', 30).reduce<readonly Sender[]>(
    (before, name) => withSenders(before, [sender(name, null)]),
    [],
  );
  expect(wallets.map(({ key }) => key)).toEqual(numbered('wallet', 20));
  const accounts = numbered('0x', 30);
  const all = withSenders(
    wallets,
    accounts.map((account) => sender(account, account)),
  );
  expect(all.slice(20).map(({ key }) => key)).toEqual(accounts);
});

test('a sender that is known is not added again', () => {
  const one = [sender('a', null)];
  expect(withSenders(one, [sender('a', null), sender('b', '0x1')]).map(({ key }) => key)).toEqual(['a', 'b']);
});
