import { type Setting, setting, shownAs } from '../kernel/settings/setting.ts';
import { boolean, integer, optional, type Reader, text } from '../kernel/settings/setting-kinds.ts';

const port = integer(0, 65_535);

/** Reads a port, or the word for none. */
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

/** Port at which SDKs expect the node of a local network. */
export const DEFAULT_NODE_PORT = 50_211;

/** Settings of the simulated network. */
export const DEMO_SETTINGS = {
  demoTps: setting('Demo network', 'TAIN_DEMO_TPS', integer(1, 10_000), '10', 'Transactions a second.'),
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
  demoBlockNodePort: shownAs(
    setting(
      'Demo network',
      'TAIN_DEMO_BLOCK_NODE_PORT',
      optional(integer(0, 65_535)),
      '',
      "Port on 127.0.0.1 of a block node that serves the network's blocks; 0: any free one.",
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
    "Address of that port, regardless of `TAIN_HOST`. The keys of the network's accounts are public.",
  ),
  demoAccounts: shownAs(
    setting(
      'Demo network',
      'TAIN_DEMO_ACCOUNTS',
      optional(text),
      '',
      'JSON file with [accounts of your own](local-network.md#accounts-of-your-own), which have their balances before the network is ready.',
    ),
    'none',
  ),
  demoQuiet: setting(
    'Demo network',
    'TAIN_DEMO_QUIET',
    boolean,
    'off',
    'No traffic of its own, and no empty blocks (`--quiet`). The status service then reports no outage without transactions.',
  ),
  demoRun: setting(
    'Demo network',
    'TAIN_DEMO_RUN',
    boolean,
    'on',
    'The ingest runs the demo network. Off (`--mirror-only`): another process of the same `TAIN_DATA_DIR` does (`--network-only`: role `network`).',
  ),
} satisfies Record<string, Setting<unknown>>;
