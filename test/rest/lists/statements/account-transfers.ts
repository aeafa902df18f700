import fc from 'fast-check';
import {
  filters,
  given,
  idText,
  literal,
  meetsAll,
  SPECIAL_IDS,
  some,
  timeText,
  timeValues,
  word,
} from '../random-request.ts';
import { byNumber, int, type Row, type Rows } from '../rows.ts';
import { nanos, type Statement } from '../statement.ts';
import { changesOf } from './tokens.ts';

/** A transfer in which an account takes part; `token` is null for hbar. */
interface Part {
  readonly kind: string;
  readonly at: bigint;
  readonly token: bigint | null;
  /** Packed id, or an address in hex without zeros at its beginning. */
  readonly party: bigint | string;
}

/** Positions of the sender and the receiver among the topics of an event. */
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef: ['topic1', 'topic2'],
  c3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62: ['topic2', 'topic3'],
  '4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb': ['topic2', 'topic3'],
};

const withoutZeros = (hex: string): string => hex.replace(/^(00)+/, '');

function partsOf(rows: Rows): Part[] {
  const tokens = new Map(rows.of('token').map((row) => [int(row, 'token_id'), String(row.type)]));
  const hbar = rows
    .of('crypto_transfer')
    .filter(({ errata }) => errata !== 'DELETE')
    .map((row): Part => {
      return { kind: 'hbar', at: int(row, 'consensus_timestamp'), token: null, party: int(row, 'entity_id') };
    });
  const ofLedger = changesOf(rows).map(({ at, token, account, isNft }): Part => {
    return { kind: isNft ? 'nft' : 'token', at, token, party: account };
  });
  const events = rows.of('contract_log').flatMap((row) => {
    const topics = EVENTS[String(row.topic0)] ?? [];
    const token = int(row, 'contract_id');
    if (row.synthetic === true || tokens.has(token)) return [];
    return topics
      .map((topic) => withoutZeros(String(row[topic] ?? '')))
      .filter((address) => address !== '')
      .map((party): Part => ({ kind: 'event', at: int(row, 'consensus_timestamp'), token, party }));
  });
  return [...hbar, ...ofLedger, ...events];
}

function partiesOf(rows: Rows, account: bigint): ReadonlySet<bigint | string> {
  const [entity]: readonly (Row | undefined)[] = rows.with('entity', 'id', account);
  const digits = account.toString(16);
  const longZero = digits.length % 2 === 0 ? digits : `0${digits}`;
  return new Set([account, longZero, withoutZeros(String(entity?.evm_address ?? ''))]);
}

export const accountTransfers: Statement = {
  route: '/api/v1/accounts/{idOrAliasOrEvmAddress}/transfers',
  items: 'transactions',
  order: 'desc',
  dependsOnServer: true,
  keyOf: ({ consensus_timestamp }) => nanos(consensus_timestamp),
  requests(rows) {
    const parts = partsOf(rows);
    const ids = [...new Set(parts.flatMap(({ party }) => (typeof party === 'bigint' ? [party] : [])))].sort(
      byNumber,
    );
    return fc.constantFrom(...some(ids, 12), ...SPECIAL_IDS, 6_000_001n, 6_500_000n).chain((account) => {
      const parties = partiesOf(rows, account);
      const own = parts.filter(({ party }) => parties.has(party));
      const distinct = (values: readonly bigint[]) => [...new Set(values)].sort(byNumber);
      const tokens = distinct(own.flatMap(({ token }) => token ?? []));
      const token = fc.constantFrom(...some(tokens, 12), 900_001n, 900_002n, 8_800_001n, 4_999_999n);
      const kind = fc.constantFrom('hbar', 'token', 'nft', 'event', 'NFT').map(literal);
      return fc.record({
        path: fc.constant({ idOrAliasOrEvmAddress: idText(account) }),
        query: fc.record({
          kind: fc.oneof(fc.constant([]), fc.array(kind, { minLength: 1, maxLength: 2 })),
          timestamp: filters(timeValues(distinct(own.map(({ at }) => at))), timeText, { ne: true }),
          'token.id': fc.option(
            token.map((id) => [literal(idText(id))]),
            { nil: [] },
          ),
        }),
      });
    });
  },
  expect(rows, request) {
    const account = BigInt(String(request.path.idOrAliasOrEvmAddress).slice('0.0.'.length));
    const parties = partiesOf(rows, account);
    const kinds = given(request, 'kind').map(({ text }) => text.toLowerCase());
    const token = word(request, 'token.id');
    const found = partsOf(rows).filter(
      (part) =>
        parties.has(part.party) &&
        (kinds.length === 0 || kinds.includes(part.kind)) &&
        (token === undefined || (part.token !== null && idText(part.token) === token)) &&
        meetsAll(part.at, given(request, 'timestamp')),
    );
    return [...new Set(found.map(({ at }) => at))].sort(byNumber).map(String);
  },
};
