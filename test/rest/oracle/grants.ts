import type { proto } from '@tain/protos/hapi';
import { num, type Recorded } from './history.ts';
import { accountOf } from './parties.ts';
import { id, time } from './texts.ts';
import { changeTimes } from './versions.ts';
import type { World } from './world.ts';

/** Allowances granted by accounts, and pending airdrops. */

type Approval = proto.ICryptoApproveAllowanceTransactionBody;

/** Returns the time of the last successful approval that names both. */
function grantedAt(
  world: World,
  owner: number,
  spender: number,
  read: (body: Approval, recorded: Recorded) => readonly { owner: number; spender: number }[],
): { from: string; to: null } {
  const last = world.recorded.filter((recorded) => {
    const body = recorded.body.cryptoApproveAllowance;
    return (
      recorded.ok &&
      body !== null &&
      body !== undefined &&
      read(body, recorded).some((pair) => pair.owner === owner && pair.spender === spender)
    );
  });
  return { from: time(last.at(-1)?.at ?? 0n), to: null };
}

interface Parties {
  readonly owner?: proto.IAccountID | null;
  readonly spender?: proto.IAccountID | null;
}

const partiesIn =
  ({ ledger }: World) =>
  (entry: Parties, { payer }: Recorded) => ({
    owner: accountOf(ledger, entry.owner) || payer,
    spender: accountOf(ledger, entry.spender),
  });

export async function checkAllowances(world: World): Promise<void> {
  const { ledger } = world;
  const parties = partiesIn(world);
  const owners = new Set([
    ...[...ledger.cryptoAllowances.values()].map(({ owner }) => owner),
    ...[...ledger.tokenAllowances.values()].map(({ owner }) => owner),
    ...[...ledger.nftAllowances.values()].map(({ owner }) => owner),
  ]);
  for (const owner of world.some([...owners], 25)) {
    const hbar = [...ledger.cryptoAllowances.values()]
      .filter((row) => row.owner === owner && row.amount > 0n)
      .sort((a, b) => a.spender - b.spender)
      .map(({ spender, amount, granted }) => ({
        amount,
        amount_granted: granted,
        owner: id(owner),
        spender: id(spender),
        timestamp: grantedAt(world, owner, spender, (body, recorded) =>
          (body.cryptoAllowances ?? []).map((entry) => parties(entry, recorded)),
        ),
      }));
    await world.expectList(`/accounts/${owner}/allowances/crypto`, 'allowances', hbar);
    const tokens = [...ledger.tokenAllowances.values()]
      .filter((row) => row.owner === owner && row.amount > 0n)
      .sort((a, b) => a.spender - b.spender || a.token - b.token)
      .map(({ spender, token, amount, granted }) => ({
        amount,
        amount_granted: granted,
        owner: id(owner),
        spender: id(spender),
        timestamp: grantedAt(world, owner, spender, (body, recorded) =>
          (body.tokenAllowances ?? [])
            .filter((entry) => num(entry.tokenId?.tokenNum) === token)
            .map((entry) => parties(entry, recorded)),
        ),
        token_id: id(token),
      }));
    await world.expectList(`/accounts/${owner}/allowances/tokens`, 'allowances', tokens);
  }
  await checkNftAllowances(world);
}

/** Checks approvals for all NFTs of a token, from both sides. */
async function checkNftAllowances(world: World): Promise<void> {
  const parties = partiesIn(world);
  const rows = [...world.ledger.nftAllowances.values()].filter(({ approvedForAll }) => approvedForAll);
  const json = rows.map((row) => ({
    row,
    item: {
      approved_for_all: true,
      owner: id(row.owner),
      spender: id(row.spender),
      timestamp: grantedAt(world, row.owner, row.spender, (body, recorded) =>
        (body.nftAllowances ?? [])
          .filter((entry) => num(entry.tokenId?.tokenNum) === row.token && entry.approvedForAll?.value)
          .map((entry) => parties(entry, recorded)),
      ),
      token_id: id(row.token),
    },
  }));
  for (const [side, other, flag] of [
    ['owner', 'spender', true],
    ['spender', 'owner', false],
  ] as const) {
    for (const account of world.some([...new Set(rows.map((row) => row[side]))], 10)) {
      const own = json
        .filter(({ row }) => row[side] === account)
        .sort((a, b) => a.row[other] - b.row[other] || a.row.token - b.row.token)
        .map(({ item }) => item);
      await world.expectList(`/accounts/${account}/allowances/nfts?owner=${flag}`, 'allowances', own);
    }
  }
}

/** Checks pending airdrops, in the lists of the sender and of the receiver. */
export async function checkAirdrops(world: World): Promise<void> {
  const { ledger } = world;
  const rows = [...ledger.airdrops.entries()].map(([key, row]) => ({
    row,
    item: {
      amount: row.serial === 0 ? row.amount : null,
      receiver_id: id(row.receiver),
      sender_id: id(row.sender),
      serial_number: row.serial === 0 ? null : row.serial,
      timestamp: { from: time(changeTimes(world, ledger.airdrops.versions(key)).at(-1) ?? 0n), to: null },
      token_id: id(row.token),
    },
  }));
  for (const [list, side, other] of [
    ['outstanding', 'sender', 'receiver'],
    ['pending', 'receiver', 'sender'],
  ] as const) {
    const known = [...new Set(rows.map(({ row }) => row[side]))];
    for (const account of [...world.some(known, 15), ...world.some(ledger.accounts.keys, 2)]) {
      const own = rows
        .filter(({ row }) => row[side] === account)
        .sort(({ row: a }, { row: b }) => a[other] - b[other] || a.token - b.token || a.serial - b.serial)
        .map(({ item }) => item);
      await world.expectList(`/accounts/${account}/airdrops/${list}`, 'airdrops', own);
    }
  }
}
