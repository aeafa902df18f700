import type { Queryable } from '../../store/writer/writer.ts';

/**
 * Records the first block ever stored, and whether it is the network's first, in the transaction that stores the block.
 * Only record files from version 6 on contain a block number. Before version 6, the network's first file names no
 * previous hash (mainnet's first file, of 2019-09-13, has zeros there).
 */
export async function noteFirstBlock(client: Queryable): Promise<void> {
  await client.query(
    `insert into tain.first_block (index, consensus_start, is_genesis)
     select index, consensus_start, index = 0 and (version >= 6 or prev_hash ~ '^(0x)?0*$')
     from record_file
     order by consensus_end limit 1
     on conflict do nothing`,
  );
}
