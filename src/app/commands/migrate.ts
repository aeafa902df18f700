import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { CommandOutput } from '../../kernel/command-output.ts';
import { openDatabase } from '../open-database.ts';

/** `tain migrate`: brings the database to the current schema. Throws `Failure` as `openDatabase` does. */
export async function migrate(output: CommandOutput, config: Config, log: Logger): Promise<void> {
  const { progress } = output;
  const { applied, release } = await openDatabase(config, log, 'migrate', undefined, undefined, (reached) =>
    progress.update(reached),
  ).finally(() => progress.finish());
  await release();
  output.summary('The database has the current schema.', { migrations: applied });
}
