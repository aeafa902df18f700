import type { Queryable } from '../../store/writer/writer.ts';
import type { LedgerInForce } from '../verify/tss/ledger-history.ts';

/**
 * Stores the ledgers that a batch's blocks publish. A ledger that is already stored retains its grounds, unless it was
 * stored without a proof.
 */
export async function noteLedgers(client: Queryable, ledgers: readonly LedgerInForce[]): Promise<void> {
  for (const { publication, from, grounds } of ledgers) {
    const nodes = publication.nodes.map(({ nodeId, weight, key }) => ({
      node: nodeId.toString(),
      weight: weight.toString(),
      key: hex(key),
    }));
    await client.query(
      `insert into tain.ledger_publication (consensus_timestamp, ledger_id, wraps_key, nodes, grounds)
       values ($1, decode($2, 'hex'), decode($3, 'hex'), $4, $5)
       on conflict (consensus_timestamp) do update set grounds = excluded.grounds
       where ledger_publication.grounds in ('chain', 'first-use')`,
      [from.toString(), hex(publication.ledgerId), hex(publication.wrapsKey), JSON.stringify(nodes), grounds],
    );
  }
}

interface StoredNode {
  readonly node: string;
  readonly weight: string;
  readonly key: string;
}

/** Returns all stored ledgers, oldest first; none in a public mirror's database. */
export async function selectLedgers(client: Queryable): Promise<LedgerInForce[]> {
  const { rows: tables } = await client.query<{ present: boolean }>(
    "select to_regclass('tain.ledger_publication') is not null as present",
  );
  if (!tables[0]?.present) return [];
  const { rows } = await client.query<{
    from: string;
    id: Buffer;
    key: Buffer;
    nodes: string;
    grounds: LedgerInForce['grounds'];
  }>(
    `select consensus_timestamp::text as from, ledger_id as id, wraps_key as key, nodes::text as nodes, grounds
     from tain.ledger_publication order by consensus_timestamp`,
  );
  return rows.map(({ from, id, key, nodes, grounds }) => ({
    from: BigInt(from),
    grounds,
    publication: {
      ledgerId: id,
      wrapsKey: key,
      nodes: (JSON.parse(nodes) as StoredNode[]).map((stored) => ({
        nodeId: BigInt(stored.node),
        weight: BigInt(stored.weight),
        key: Buffer.from(stored.key, 'hex'),
      })),
    },
  }));
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
