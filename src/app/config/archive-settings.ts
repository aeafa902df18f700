import { type Setting, setting, shownAs } from './setting.ts';
import { optional, secret, text, url } from './setting-kinds.ts';

/** Settings of the archive of raw stream files. */
export const ARCHIVE_SETTINGS = {
  archive: shownAs(
    setting(
      'Archive',
      'TAIN_ARCHIVE',
      optional(text),
      '',
      'Where the raw files of verified blocks are kept: a folder, or `s3://bucket/prefix`. `tain import` and `tain verify` read it.',
    ),
    'nowhere',
  ),
  archiveEndpoint: shownAs(
    setting(
      'Archive',
      'TAIN_ARCHIVE_ENDPOINT',
      optional(url('https:', 'http:')),
      '',
      'URL of the service that has the bucket of the archive.',
    ),
    "Amazon's, by region",
  ),
  archiveRegion: shownAs(
    setting('Archive', 'TAIN_ARCHIVE_REGION', optional(text), '', 'Region of the bucket of the archive.'),
    '`us-east-1`',
  ),
  archiveAccessKey: shownAs(
    setting(
      'Archive',
      'TAIN_ARCHIVE_ACCESS_KEY',
      optional(secret(text)),
      '',
      'Access key id of an account that may read and write the bucket of the archive.',
    ),
    'none',
  ),
  archiveSecretKey: shownAs(
    setting(
      'Archive',
      'TAIN_ARCHIVE_SECRET_KEY',
      optional(secret(text)),
      '',
      'Secret access key of that account.',
    ),
    'none',
  ),
} satisfies Record<string, Setting<unknown>>;
