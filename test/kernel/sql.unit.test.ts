import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Forms, formed, raw, Sql, type Statement, sql, writtenFor } from '../../src/store/sql.ts';

/** A part with a second form, which is undefined where it is the first. */
const inTwoForms = formed((one: Sql, _second: Sql | undefined) => one);
const SECOND = new Forms().with(inTwoForms, (_, _one, second) => second);

const TARGETS = [false, true].flatMap((isPartitioned) =>
  [undefined, SECOND].map((forms) => ({ isPartitioned, forms })),
);

/** A statement with its values in the places of their numbers. */
function filled({ text, values }: Statement): string {
  return text.replaceAll(/\$(\d+)/g, (_, number: string) => `<${values[Number(number) - 1]}>`);
}

interface Tree {
  readonly one: Sql;
  /** The filled text in the first forms, and in the second ones. */
  readonly texts: readonly [string, string];
}

const words = fc.constantFrom('', ' ', 'a', 'select ', ' = ');
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    words.map((text): Tree => ({ one: raw(text), texts: [text, text] })),
    fc.integer().map((value): Tree => ({ one: sql`${value}`, texts: [`<${value}>`, `<${value}>`] })),
    fc.tuple(words, fc.array(fc.tuple(tie('tree'), words), { maxLength: 3 })).map(([first, rest]): Tree => {
      const textOf = (index: 0 | 1) =>
        first + rest.map(([{ texts }, after]) => texts[index] + after).join('');
      const strings = [first, ...rest.map(([, after]) => after)];
      return {
        one: new Sql(
          strings,
          rest.map(([{ one }]) => one),
        ),
        texts: [textOf(0), textOf(1)],
      };
    }),
    fc.tuple(tie('tree'), fc.option(tie('tree'), { nil: undefined })).map(
      ([one, several]): Tree => ({
        one: inTwoForms(one.one, several?.one),
        texts: [one.texts[0], (several ?? one).texts[1]],
      }),
    ),
  ),
}));

describe('a statement', () => {
  it('has the form of each part for its target, and its values in the order of the text', () => {
    fc.assert(
      fc.property(tree, ({ one, texts }) => {
        for (const target of TARGETS) {
          const statement = writtenFor(one, target);
          expect(filled(statement)).toBe(texts[target.forms === undefined ? 0 : 1]);
          const numbers = [...statement.text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
          expect(numbers).toEqual(statement.values.map((_, index) => index + 1));
        }
        expect(filled(one)).toBe(texts[0]);
        expect(one.hasForms || texts[0] === texts[1]).toBe(true);
      }),
    );
  });

  it('takes a list as one value', () => {
    const { text, values } = sql`select ${[1, 2]}::bigint[], ${null}, ${sql`${'x'}`}`;
    expect({ text, values }).toEqual({ text: 'select $1::bigint[], $2, $3', values: [[1, 2], null, 'x'] });
  });

  it('replaces only parts with forms', () => {
    const formed = inTwoForms(raw('one'), raw('several'));
    const changed = sql`a ${raw('b')} ${formed} ${1}`.map(() => raw('c'));
    expect(filled(changed)).toBe('a b c <1>');
  });
});
