import { type Setting, setting, shownAs } from '../../kernel/settings/setting.ts';
import { boolean, integer, optional, type Reader, text } from '../../kernel/settings/setting-kinds.ts';

const port = integer(0, 65_535);

/** A port, or the word for none. */
const portOrOff: Reader<number | 'off'> = {
  kind: 'number or `off`',
  read(value) {
    if (value === 'off') return 'off';
    try {
      return port.read(value);
    } catch (error) {
      throw new Error(`${(error as Error).message}, or off`);
    }
  },
};

/** Where SDKs look for the node of a network on their own machine. */
export const DEFAULT_NODE_PORT = 50_211;

/** Settings of the simulated network. */
export const DEMO_SETTINGS = {
  demoTps: setting('Demo network', 'TAIN_DEMO_TPS', integer(1, 10_000), '10', 'Transactions a second.'),
  demoSeed: setting(
    'Demo network',
    'TAIN_DEMO_SEED',
    integer(0, 2 ** 31 - 1),
    '7',
    'Determines its content.',
  ),
  demoCutover: shownAs(
    setting(
      'Demo network',
      'TAIN_DEMO_CUTOVER',
      optional(integer(0, 10 ** 12)),
      '',
      'Number of the first block of the block stream; those before it are record files.',
    ),
    'none',
  ),
  demoPartialChanges: setting(
    'Demo network',
    'TAIN_DEMO_PARTIAL_CHANGES',
    boolean,
    'off',
    'Blocks have only the fields of a changed state entity that changed, as consensus nodes of 0.80 may write them.',
  ),
  demoBlockNodePort: shownAs(
    setting(
      'Demo network',
      'TAIN_DEMO_BLOCK_NODE_PORT',
      optional(integer(0, 65_535)),
      '',
      'Port of 127.0.0.1 of a block node with its blocks; 0: any free one.',
    ),
    'no block node',
  ),
  demoNodePort: shownAs(
    setting(
      'Demo network',
      'TAIN_DEMO_NODE_PORT',
      optional(portOrOff),
      '',
      'Port for transactions and queries of SDKs; 0: any free one; `off`: none.',
    ),
    `\`${DEFAULT_NODE_PORT}\`; none where something else listens there. With \`TAIN_PORT=0\` any free one`,
  ),
  demoNodeHost: setting(
    'Demo network',
    'TAIN_DEMO_NODE_HOST',
    text,
    '127.0.0.1',
    'Its address, whatever `TAIN_HOST` says. The keys of its accounts are public.',
  ),
  demoQuiet: setting(
    'Demo network',
    'TAIN_DEMO_QUIET',
    boolean,
    'off',
    'No traffic of its own, and no empty blocks (`--quiet`). Role `status` then takes a pause for none.',
  ),
  demoRun: setting(
    'Demo network',
    'TAIN_DEMO_RUN',
    boolean,
    'on',
    'The ingest runs the demo network whose stream it reads. Off (`--mirror-only`): another process does, in the same `TAIN_DATA_DIR` (`--network-only`: role `network`).',
  ),
} satisfies Record<string, Setting<unknown>>;
