import { type BlockNodeAddress, parseBlockNodes } from '../ingest/block-nodes/address.ts';
import { type ConsensusRatio, parseConsensusRatio } from '../ingest/verify/consensus-ratio.ts';
import { messageOf } from '../kernel/failure.ts';
import type { Reader } from '../kernel/settings/setting-kinds.ts';

/** Item of a list of block nodes that means those registered on the ledger. */
const REGISTERED = 'registered';

/** Block nodes to read. */
export interface BlockNodesSetting {
  readonly named: readonly BlockNodeAddress[];
  /** Whether block nodes registered on the ledger are read, too. */
  readonly registered: boolean;
}

/** Block nodes, separated by commas. */
export const blockNodes: Reader<BlockNodesSetting> = {
  kind: '`grpcs://node.example:40840?priority=1`, `registered`, …',
  read(value) {
    const parts = value.split(',').map((part) => part.trim());
    const named = parts.filter((part) => part !== REGISTERED);
    try {
      return { named: parseBlockNodes(named.join(',')), registered: named.length < parts.length };
    } catch (error) {
      throw new Error(`a list of block nodes: ${messageOf(error)}`);
    }
  },
};

/** An exact share above 0 and up to 1, or the literal 0. */
export const fraction: Reader<ConsensusRatio> = {
  kind: '`1/3`, `0.5`, …',
  read(value) {
    const ratio = parseConsensusRatio(value);
    if (ratio === null) throw new Error('a share from 0 to 1 such as 1/3 or 0.5 (0 in no other spelling)');
    return ratio;
  },
};

/** The id of a ledger: 32 bytes in hex, given in lower case without `0x`. */
export const ledgerId: Reader<string> = {
  kind: '64 hex digits',
  read(value) {
    const id = value.toLowerCase().replace(/^0x/, '');
    if (!/^[0-9a-f]{64}$/.test(id)) throw new Error('64 hex digits');
    return id;
  },
};
