import { stat } from 'node:fs/promises';
import { readsBuckets } from '../../config/bucket-locations.ts';
import type { Config } from '../../config/config.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import { openStreamBuckets, openStreamFolder, type StreamStores } from '../streams/stream-stores.ts';

/**
 * Opens the streams of a command: of a folder, or (null) of the configured buckets. Throws `Failure` when there are
 * none.
 */
export async function openStreams(folder: string | null, config: Config, log: Log): Promise<StreamStores> {
  if (folder !== null) {
    const found = await stat(folder).catch(() => null);
    if (found === null) throw new Failure('usage', `There is no folder ${folder}.`);
    if (!found.isDirectory())
      throw new Failure('usage', `${folder} is a file: name the folder that contains it.`);
    return openStreamFolder(folder, false);
  }
  if (!readsBuckets(config)) {
    throw new Failure(
      'usage',
      'There is nothing to read: name a folder, or a bucket (TAIN_BUCKET_NAME, TAIN_NETWORK).',
    );
  }
  return openStreamBuckets(config, log);
}
