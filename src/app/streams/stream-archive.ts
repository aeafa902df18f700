import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { Archive, type ArchivedBlock } from '../../ingest/archive/archive.ts';
import type { ResumePoint } from '../../ingest/feed/feed.ts';
import { selectResumePointAt } from '../../ingest/load/resume.ts';
import { openWritable } from '../../ingest/store/store-kinds.ts';
import type { StoreObserver } from '../../ingest/store/store-observer.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../store/connections/database.ts';
import type { StreamFeed } from './stream-feed.ts';

/** Options of the archive of an ingest. */
export interface StreamArchiveOptions {
  readonly config: Config;
  readonly database: Database;
  /** Point from which the ingest continues. */
  readonly resume: ResumePoint;
  /** Opens a feed, on separate sources, that ends with the last available block. */
  readonly openFeed: (resume: ResumePoint) => Promise<StreamFeed>;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly observer?: StoreObserver;
  readonly onArchived?: (number: bigint, owed: bigint) => void;
}

/** Opens the configured archive at the point where it was left; null when none is configured. It must be closed. */
export async function openArchive(options: StreamArchiveOptions): Promise<Archive | null> {
  const { config, database, resume, log, signal } = options;
  if (config.archive === null) return null;
  const { observer } = options;
  const store = await openWritable(archiveLocationOf(config, config.archive), observer && { observer });
  return Archive.open(
    {
      store,
      network: config.network,
      stored: resume.lastBlock?.number ?? null,
      readAgain: async (after, ended) => {
        const point = await selectResumePointAt(database.pool, after);
        return point && readFrom(options, point, ended);
      },
      log,
      ...(options.onArchived && { onProgress: options.onArchived }),
    },
    signal,
  );
}

async function* readFrom(
  { openFeed }: StreamArchiveOptions,
  point: ResumePoint,
  signal: AbortSignal,
): AsyncGenerator<ArchivedBlock, void, void> {
  const feed = await openFeed(point);
  try {
    yield* feed.blocks(point.lastBlock, signal);
  } finally {
    await feed.close();
  }
}

const BUCKET_URL = /^s3:\/\/([^/]+)\/?(.*)$/;

/** Returns the location of the archive. Throws `Failure` when the setting is not one, or when its keys are missing. */
export function archiveLocationOf(config: Config, archive: string): Parameters<typeof openWritable>[0] {
  const [, bucket, prefix = ''] = BUCKET_URL.exec(archive) ?? [];
  if (bucket === undefined) {
    if (archive.includes('://')) {
      throw new Failure('usage', 'TAIN_ARCHIVE must be a folder, or s3://bucket/prefix.');
    }
    return { kind: 'folder', path: path.resolve(archive) };
  }
  const { archiveAccessKey: accessKeyId, archiveSecretKey: secretAccessKey } = config;
  if (accessKeyId === null || secretAccessKey === null) {
    throw new Failure(
      'usage',
      'An archive in a bucket needs TAIN_ARCHIVE_ACCESS_KEY and TAIN_ARCHIVE_SECRET_KEY.',
    );
  }
  return {
    kind: 's3',
    endpoint: config.archiveEndpoint,
    region: config.archiveRegion,
    bucket,
    prefix,
    credentials: { accessKeyId, secretAccessKey },
    requesterPays: false,
    settings: {
      bucket: 'TAIN_ARCHIVE',
      endpoint: 'TAIN_ARCHIVE_ENDPOINT',
      region: 'TAIN_ARCHIVE_REGION',
      credentials: 'TAIN_ARCHIVE_ACCESS_KEY',
    },
  };
}
