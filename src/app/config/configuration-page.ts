import type { Setting } from './setting.ts';
import { SETTINGS } from './settings.ts';

/** The text of `docs/configuration.md`. */
export function configurationPage(): string {
  const lines = [
    '# Configuration',
    '',
    'Made from the tables in `src/app/config/` by `npm run docs`; edit those, not this page.',
    '',
    'Settings are environment variables, or lines `NAME=value` of a file given with `--config FILE`;',
    'an environment variable wins over the file. An unknown `TAIN_…` name or a value that a setting',
    'cannot have ends the process with one sentence that names it (exit code 2).',
  ];
  let group = '';
  for (const one of Object.values(SETTINGS) as Setting<unknown>[]) {
    if (one.group !== group) {
      group = one.group;
      lines.push('', `## ${group}`, '', '| setting | value | default | |', '|---|---|---|---|');
    }
    const fallback = one.fallbackShown ?? `\`${one.fallback}\``;
    lines.push(`| \`${one.name}\` | ${one.reader.kind} | ${fallback} | ${one.help.replaceAll('|', '\\|')} |`);
  }
  return `${lines.join('\n')}\n`;
}
