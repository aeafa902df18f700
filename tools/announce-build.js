// Says on the terminal that a build begins, where npm hides the output of scripts: `npx tain` in a clone without `dist`
// builds first, for about a minute. Run by `prepare`.
import { closeSync, openSync, writeSync } from 'node:fs';

const SENTENCE = 'Building Tain once, because this clone has no dist folder: this takes about a minute.';

if (!process.stderr.isTTY) {
  try {
    const terminal = openSync('/dev/tty', 'w');
    writeSync(terminal, `\r${SENTENCE}\n`);
    closeSync(terminal);
  } catch {
    // The script runs without a terminal.
  }
}
