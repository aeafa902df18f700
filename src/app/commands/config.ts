import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { GivenSetting } from '../../config/given-settings.ts';
import type { CommandOutput } from '../../kernel/command-output.ts';
import { openDatabase } from '../open-database.ts';

/** Shown instead of a secret. */
const MASK = '********';

/**
 * `tain config`: prints each setting with its value and where it was given, in columns or as lines of JSON. The values of
 * secret settings are masked, also URLs, which may hold a password. `settings` and `defaults` (of those without a fixed one) are by
 * their keys in `SETTINGS`.
 */
export function printSettings(
  settings: ReadonlyMap<string, GivenSetting>,
  defaults: ReadonlyMap<string, string>,
  json: boolean,
  print: (line: string) => void,
): void {
  const lines = [...settings].map(([key, { setting, text, source }]) => {
    const { name, reader, fallbackShown = '' } = setting;
    const isDefault = source === 'default';
    const effective = isDefault ? defaults.get(key) : undefined;
    const value = effective ?? (reader.secret && !isDefault && text !== '' ? MASK : text);
    const words = isDefault && effective === undefined ? plainText(fallbackShown) : '';
    const shown = words || value || 'none';
    const [kind, file] = typeof source === 'string' ? [source, null] : ['file', source.file];
    return { shown, given: { name, value: value === '' ? null : value, source: kind, file } };
  });
  if (json) {
    for (const { given } of lines) print(JSON.stringify(given));
    return;
  }
  const width = Math.max(...lines.map(({ given }) => given.name.length));
  const last = Math.max(...lines.map(({ given, shown }) => (given.source === 'default' ? 0 : shown.length)));
  for (const { given, shown } of lines) {
    print(`${given.name.padEnd(width)}  ${shown.padEnd(last)}  ${given.file ?? given.source}`);
  }
}

/** Returns words of the documentation without marks of Markdown. */
function plainText(markdown: string): string {
  return markdown.replaceAll(/`|\[([^\]]*)\]\([^)]*\)/g, '$1');
}

/** `tain migrate`: brings the database to the current schema. Throws `Failure` as `openDatabase` does. */
export async function migrate(output: CommandOutput, config: Config, log: Logger): Promise<void> {
  const { progress } = output;
  const { applied, release } = await openDatabase(config, log, 'migrate', {
    onProgress: (reached) => progress.update(reached),
  }).finally(() => progress.finish());
  await release();
  output.summary('The database has the current schema.', { migrations: applied });
}
