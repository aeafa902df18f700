/** Parses CSV by RFC 4180, independent of the server's code. Throws for text that breaks its rules. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const row: string[] = [];
    for (;;) {
      const found = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
      found.lastIndex = at;
      const [whole, quoted, plain, end] = found.exec(text) ?? [];
      if (whole === undefined) throw new Error(`no CSV at ${at}: ${text.slice(at, at + 40)}`);
      at += whole.length;
      row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
      if (end === '\r\n') break;
    }
    rows.push(row);
  }
  return rows;
}

/** Returns the rows of CSV after its header, as objects. */
export function recordsOf(text: string): Record<string, string>[] {
  const [header = [], ...rows] = parseCsv(text);
  return rows.map((row) => {
    if (row.length !== header.length) throw new Error(`a row of ${row.length} cells: ${row.join()}`);
    return Object.fromEntries(header.map((name, index) => [name, row[index] ?? '']));
  });
}
