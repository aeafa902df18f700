/**
 * Formats SQL for reading: each clause, each column and each condition begins a line, and a sub-select is indented. Only
 * whitespace between tokens changes (checked with `tokensOf`).
 */
export function formatSql(text: string): string {
  const tokens = tokensOf(text);
  const lines: string[] = [];
  let line = '';
  /** Open parentheses: of a sub-select with its depth, or of a list that stays on its line. */
  const open: Block[] = [{ isBlock: true, depth: 0, clause: '' }];
  const breakTo = (depth: number): void => {
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = '  '.repeat(depth);
  };
  for (const [index, token] of tokens.entries()) {
    const block = open.at(-1) as Block;
    const word = token.toLowerCase();
    const next = tokens[index + 1]?.toLowerCase() ?? '';
    const before = tokens[index - 1]?.toLowerCase() ?? '';
    if (token === ')') {
      open.pop();
      if (block.isBlock) breakTo(block.depth - 1);
      line += token;
      continue;
    }
    if (block.isBlock && beginsLine(word, before, block)) {
      if (CLAUSES.has(word)) block.clause = word;
      breakTo(block.depth + (CLAUSES.has(word) ? 0 : 1));
    }
    // Each member of a concatenated JSON text begins a line, too.
    if (word === '||' && next.startsWith(`',"`))
      breakTo(depthOf(line) + (line.trim().startsWith('||') ? 0 : 1));
    line += spaceBetween(before, token, line) + token;
    if (token === '(') {
      const isBlock = beginsSelect(tokens, index + 1);
      open.push({ isBlock, depth: depthOf(line) + 1, clause: '' });
      if (isBlock) breakTo(depthOf(line) + 1);
    } else if (token === ',' && block.isBlock) breakTo(block.depth + 1);
  }
  breakTo(0);
  return `${lines.join('\n')}\n`;
}

interface Block {
  readonly isBlock: boolean;
  readonly depth: number;
  /** Clause that is being written. */
  clause: string;
}

const CLAUSES = new Set([
  'with',
  'select',
  'from',
  'where',
  'group',
  'having',
  'order',
  'limit',
  'offset',
  'union',
]);
const JOINS = new Set(['cross', 'left', 'join', 'inner']);

function depthOf(line: string): number {
  return (line.length - line.trimStart().length) / 2;
}

function beginsLine(word: string, before: string, block: Block): boolean {
  if (word === 'select') return before !== '(' && before !== '';
  if (word === 'from') return before !== 'distinct';
  if (CLAUSES.has(word)) return true;
  if (JOINS.has(word)) return !JOINS.has(before);
  return (word === 'and' || word === 'or') && block.clause === 'where';
}

function beginsSelect(tokens: readonly string[], from: number): boolean {
  let index = from;
  while (tokens[index] === '(') index++;
  return ['select', 'with'].includes(tokens[index]?.toLowerCase() ?? '');
}

const UNSPACED_AFTER = /^(\(|\[|\.|::|)$/;
const UNSPACED_BEFORE = /^(\)|\]|\[|,|\.|::|;)$/;
/** Words before a parenthesis that is not an argument list. */
const SPACED = new Set(
  'in as and or not on where select from when then else lateral materialized any union all limit having by'.split(
    ' ',
  ),
);

function spaceBetween(before: string, token: string, line: string): string {
  if (line.trim() === '' || UNSPACED_AFTER.test(before) || UNSPACED_BEFORE.test(token)) return '';
  const isCall = token === '(' && /^[a-z_][\w]*$/.test(before) && (!SPACED.has(before) || before === 'any');
  return isCall ? '' : ' ';
}

const TOKEN =
  /\s*(E?'(?:[^']|'')*'|"[^"]*"|\/\*.*?\*\/|\$\d+|[A-Za-z_]\w*|\d+(?:\.\d+)?|::|<>|<<|>>|<=|>=|\|\||->>|->|@>|&&|<@|-\d+|[^\s])/gs;

/** Returns the tokens of a statement, without the whitespace between them. */
export function tokensOf(text: string): string[] {
  return [...text.matchAll(TOKEN)].map(([, token = '']) => token);
}
