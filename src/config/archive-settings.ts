import { type Setting, setting, shownAs } from '../kernel/settings/setting.ts';
import { optional, secret, text, url } from '../kernel/settings/setting-kinds.ts';

/** Settings of the archive of raw stream files. */
export const ARCHIVE_SETTINGS = {
  archive: shownAs(
    setting(
      'Archive',
      'TAIN_ARCHIVE',
      optional(text),
      '',
      '[Archive](operations.md#the-archive) of the raw files of verified blocks: a folder, or `s3://bucket/prefix`.',
    ),
    'none',
  ),
  archiveEndpoint: shownAs(
    setting(
      'Archive',
      'TAIN_ARCHIVE_ENDPOINT',
      optional(url('https:', 'http:')),
      '',
      'Service of its bucket.',
    ),
    "Amazon's, by region",
  ),
  archiveRegion: shownAs(
    setting('Archive', 'TAIN_ARCHIVE_REGION', optional(text), '', 'Region of its bucket.'),
    '`us-east-1`',
  ),
  archiveAccessKey: shownAs(
    setting(
      'Archive',
      'TAIN_ARCHIVE_ACCESS_KEY',
      optional(secret(text)),
      '',
      'Access key id of its reader and writer.',
    ),
    'none',
  ),
  archiveSecretKey: shownAs(
    setting('Archive', 'TAIN_ARCHIVE_SECRET_KEY', optional(secret(text)), '', 'Its secret access key.'),
    'none',
  ),
} satisfies Record<string, Setting<unknown>>;
