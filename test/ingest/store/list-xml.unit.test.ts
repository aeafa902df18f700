import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseListXml } from '../../../src/ingest/store/list-xml.ts';

const list = (inner: string): string =>
  `<?xml version="1.0"?>\n<ListBucketResult xmlns="x">${inner}</ListBucketResult>`;
const keysOf = (xml: string) => parseListXml(xml).Contents?.map(({ Key }) => Key);

describe('the XML of a list', () => {
  test('gives keys, prefixes and where it continues, and nothing of other elements', () => {
    const owner = '<Owner><ID>1</ID><DisplayName>Key</DisplayName><Key>no</Key></Owner>';
    const xml = list(
      `<Name>b</Name><Prefix>p/</Prefix><EncodingType>url</EncodingType><IsTruncated> true\n</IsTruncated>
       <Contents><Key>p/a%20&amp;&#39;&#x1F600;</Key><ETag>&quot;1&quot;</ETag>${owner}<Size/></Contents>
       <Contents><Size>1</Size><Key>p/&lt;</Key></Contents>
       <CommonPrefixes><Prefix>p/b/</Prefix></CommonPrefixes><NextContinuationToken>t&amp;1</NextContinuationToken>`,
    );
    expect(parseListXml(xml)).toEqual({
      IsTruncated: true,
      NextContinuationToken: 't&1',
      EncodingType: 'url',
      Contents: [{ Key: "p/a%20&'😀" }, { Key: 'p/<' }],
      CommonPrefixes: [{ Prefix: 'p/b/' }],
    });
    expect(parseListXml(list('<IsTruncated>false</IsTruncated>')).IsTruncated).toBe(false);
  });

  test('another document has no IsTruncated', () => {
    for (const xml of ['', 'no XML', '<html><IsTruncated>true</IsTruncated></html>', list('')]) {
      expect(parseListXml(xml).IsTruncated).toBe(undefined);
    }
  });

  test.each([
    ['an end that is missing', list('<Contents>').replace('</ListBucketResult>', '')],
    ['an end of another element', list('<Contents></Key>')],
    ['a tag without an end', `${list('')}<a`],
    ['a declaration of entities', `<!DOCTYPE x [<!ENTITY a "b">]>${list('')}`],
    ['a comment', list('<!-- <Key> -->')],
    ['CDATA', list('<Contents><Key><![CDATA[a]]></Key></Contents>')],
    ['deep elements', list('<a>'.repeat(10) + '</a>'.repeat(10))],
    ['many tags', list('<Contents/>'.repeat(60_001))],
    ['signs without names', list('<'.repeat(100))],
    ['a long key', list(`<Contents><Key>${'&amp;'.repeat(4_000)}</Key></Contents>`)],
    ['a character that does not exist', list('<Contents><Key>&#x110000;</Key></Contents>')],
  ])('%s is refused', (_, xml) => {
    expect(() => parseListXml(xml)).toThrow(/list/);
  });

  test('keys of any characters are those that were escaped', () => {
    const escaped = (key: string) =>
      key.replace(/[&<>"']|[^\x20-\x7e]/gu, (one) => `&#${one.codePointAt(0)};`);
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (keys) => {
        const xml = list(keys.map((key) => `<Contents><Key>${escaped(key)}</Key></Contents>`).join(''));
        expect(keysOf(xml)).toEqual(keys);
      }),
    );
  });
});
