import { SETTINGS } from '../../src/config/settings.ts';
import type { Setting } from '../../src/kernel/settings/setting.ts';

/** Returns the text of `docs/configuration.md`. */
export function configurationPage(): string {
  const lines = [
    '# Configuration',
    '',
    'For operators. Made from `src/config/` by `npm run docs`: edit that, not this page.',
    '',
    'Settings are environment variables, or lines `NAME=value` of a file given with `--config FILE`;',
    'the environment takes precedence. An unknown `TAIN_…` name or a wrong value ends the process with',
    'exit code 2 and a sentence that names it. A time is `500ms`, `10s`, `5m` or `1h` (`10` means seconds), an instant',
    '`2024-05-01T00:00:00Z`; lists are separated by commas.',
    '',
    'A secret setting may instead be given as a file that holds its value, without the newline at its end:',
    '`DATABASE_URL_FILE=/run/secrets/database_url`. `tain config` prints all settings in force, and where each was given.',
  ];
  let group = '';
  for (const one of Object.values(SETTINGS) as Setting<unknown>[]) {
    if (one.group !== group) {
      group = one.group;
      lines.push('', `## ${group}`, '', '| setting | value | default | |', '|---|---|---|---|');
    }
    const fallback = one.fallbackShown ?? (one.fallback === '' ? 'none' : `\`${one.fallback}\``);
    const kind = `${one.reader.kind}${one.reader.secret ? ', secret' : ''}`;
    lines.push(`| \`${one.name}\` | ${kind} | ${fallback} | ${one.help.replaceAll('|', '\\|')} |`);
  }
  return `${lines.join('\n')}\n`;
}
