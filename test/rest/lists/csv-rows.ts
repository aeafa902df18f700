import type { Rows } from './rows.ts';
import type { Item } from './statement.ts';

/*
 * Rows of CSV from the items of a list, written from the documentation without the server's code.
 */

type Cells = readonly string[];

/** Shifts the decimal point of an integer. */
function decimal(value: unknown, decimals: number): string {
  const units = BigInt(value as string);
  if (decimals === 0) return String(units);
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

const hbars = (value: unknown): string => decimal(value, 8);

/** Converts `seconds.nanoseconds`. */
function iso(value: unknown): string {
  const [seconds = '', nanos = ''] = String(value).split('.');
  return `${new Date(Number(seconds) * 1000).toISOString().replace('.000Z', '')}.${nanos}Z`;
}

const TIMES = ['consensus_timestamp', 'timestamp'];

function plain(item: Item, change: (name: string, value: unknown) => string | undefined): Cells {
  return Object.entries(item).map(([name, value]) => {
    if (value === null) return '';
    if (TIMES.includes(name)) return iso(value);
    return change(name, value) ?? (typeof value === 'object' ? JSON.stringify(value) : String(value));
  });
}

type Entry = Readonly<Record<string, unknown>>;
const entries = (item: Item, name: string) => item[name] as readonly Entry[];

function ofTransaction(item: Item, decimals: (token: unknown) => number, named: readonly string[]): Cells[] {
  const own = [
    iso(item.consensus_timestamp),
    String(item.transaction_id),
    String(item.name),
    String(item.result),
    Buffer.from(String(item.memo_base64 ?? ''), 'base64').toString(),
  ];
  const payer = String(item.transaction_id).split('-')[0];
  const hbar = entries(item, 'transfers').map(({ account, amount }, index, all) => {
    const isFirst = all.findIndex((other) => other.account === account) === index;
    const reward = entries(item, 'staking_reward_transfers').find((other) => other.account === account);
    const fee = isFirst && account === payer && item.charged_tx_fee !== null;
    return [
      account,
      hbars(amount),
      '',
      '',
      fee ? hbars(item.charged_tx_fee) : '',
      isFirst && reward ? hbars(reward.amount) : '',
    ];
  });
  const tokens = entries(item, 'token_transfers').map(({ account, amount, token_id }) => [
    account,
    decimal(amount, decimals(token_id)),
    token_id,
    '',
    '',
    '',
  ]);
  const nfts = entries(item, 'nft_transfers').flatMap((nft) =>
    [
      [nft.sender_account_id, '-1'],
      [nft.receiver_account_id, '1'],
    ]
      .filter(([account]) => account !== null)
      .map(([account, amount]) => [account, amount, nft.token_id, nft.serial_number, '', '']),
  );
  const changes = [...hbar, ...tokens, ...nfts]
    .map((cells) => cells.map(String))
    .filter(([account = '']) => named.length === 0 || named.includes(account));
  return (changes.length === 0 ? [['', '', '', '', '', '']] : changes).map((cells) => [...own, ...cells]);
}

/**
 * Returns the expected rows of CSV for the items of all pages. `named`: accounts that the request names, or the account of the path and
 * its EVM addresses.
 */
export function expectedCsv(
  route: string,
  items: readonly Item[],
  rows: Rows,
  named: readonly string[],
): Cells[] {
  if (route.endsWith('/rewards')) {
    return items.map((item) => plain(item, (name, value) => (name === 'amount' ? hbars(value) : undefined)));
  }
  if (route.endsWith('/holders')) {
    return items.map((item) =>
      plain(item, (name, value) =>
        name === 'balance' ? decimal(value, Number(item.decimals ?? 0)) : undefined,
      ),
    );
  }
  if (route.endsWith('/messages')) return items.map((item) => plain(item, () => undefined));
  const decimals = new Map(rows.of('token').map((row) => [`0.0.${row.token_id}`, Number(row.decimals ?? 0)]));
  if (route.startsWith('/api/v1/accounts/')) {
    const [account = '', ...addresses] = named;
    return items.flatMap((item) => {
      const whole = { ...item, staking_reward_transfers: [], charged_tx_fee: null };
      const rowsOf = ofTransaction(whole, (token) => decimals.get(String(token)) ?? 0, [account]);
      const own = rowsOf[0]?.slice(0, 3) ?? [];
      const isOwn = (address: unknown) => addresses.includes(String(address));
      const events = entries(item, 'events').flatMap(({ contract_id, from, to, transfers }) =>
        (transfers as readonly Entry[]).flatMap(({ id, amount }) => [
          ...(isOwn(from) ? [[account, amount === '0' ? '0' : `-${amount}`, contract_id, id ?? '']] : []),
          ...(isOwn(to) ? [[account, amount, contract_id, id ?? '']] : []),
        ]),
      );
      const others = rowsOf.map((row) => row.slice(5, 9)).filter(([party]) => party !== '');
      const changes = [...others, ...events.map((cells) => cells.map(String))];
      return (changes.length === 0 ? [['', '', '', '']] : changes).map((cells) => [...own, ...cells]);
    });
  }
  if (route.endsWith('/transfers')) {
    return items.flatMap((item) => {
      const whole = { ...item, transfers: [], staking_reward_transfers: [], charged_tx_fee: null };
      const rowsOf = ofTransaction(whole, (token) => decimals.get(String(token)) ?? 0, named);
      // Without the result and the memo, and the columns of hbars.
      return rowsOf.map((row) => [...row.slice(0, 3), ...row.slice(5, 9)]);
    });
  }
  return items.flatMap((item) => ofTransaction(item, (token) => decimals.get(String(token)) ?? 0, named));
}

/** Returns the EVM addresses of an account. */
export function addressesOf(rows: Rows, account: string): string[] {
  const num = BigInt(account.replace('0.0.', ''));
  const [entity] = rows.with('entity', 'id', num);
  const own = entity?.evm_address;
  return [`0x${num.toString(16).padStart(40, '0')}`, ...(own ? [`0x${own}`] : [])];
}

/** Removes the apostrophe with which the server marks texts that are no formula. */
export function withoutMarks(cells: Cells): Cells {
  return cells.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, ''));
}
