import type { Logger } from 'pino';
import { addressOf, type ConnectionTarget, Database } from '../../db/connections/database.ts';
import { OutageLog } from '../../db/connections/outage-log.ts';
import { AnnouncedBlocks } from '../../reads/announced-blocks.ts';

/** Blocks that are visible in a database, over connections of their own. */
export interface OpenVisibleBlocks {
  readonly blocks: AnnouncedBlocks;
  close(): Promise<void>;
}

/** Opens the blocks that are visible in a database; it is asked for none before somebody listens. */
export function openVisibleBlocks(target: ConnectionTarget, log: Logger): OpenVisibleBlocks {
  const database = new Database(target, {
    applicationName: 'tain blocks',
    maxConnections: 1,
    onError: () => undefined,
  });
  const blocks = new AnnouncedBlocks(database, new OutageLog(log, addressOf(target)));
  return {
    blocks,
    async close() {
      await blocks.close();
      await database.end();
    },
  };
}
