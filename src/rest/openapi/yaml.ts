/** Prints a JSON value as YAML 1.2, in blocks. Ambiguous texts are quoted as in JSON, which YAML accepts. */
export function printYaml(value: unknown): string {
  return `${block(value, '').replace(/^\n/, '')}\n`;
}

/** A text that never needs quotes: words that are not a number, boolean, null or date. */
const PLAIN = /^[A-Za-z][A-Za-z0-9 _/.{}-]*[A-Za-z0-9}]$|^[A-Za-z]$/;
const RESERVED = /^(true|false|null|yes|no|on|off|y|n)$/i;

function scalar(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return PLAIN.test(value) && !RESERVED.test(value) ? value : JSON.stringify(value);
}

/** Prints the value after a colon or dash: a scalar after a space, or a block on separate lines. */
function block(value: unknown, indent: string): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return ' []';
    return value.map((item) => `\n${indent}-${inItem(item, `${indent}  `)}`).join('');
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    if (members.length === 0) return ' {}';
    return members
      .map(([name, member]) => `\n${indent}${scalar(name)}:${block(member, `${indent}  `)}`)
      .join('');
  }
  return ` ${scalar(value)}`;
}

/** Prints the value after a dash, whose own line holds the first member. */
function inItem(value: unknown, indent: string): string {
  const text = block(value, indent);
  return text.startsWith('\n') ? ` ${text.slice(1 + indent.length)}` : text;
}
