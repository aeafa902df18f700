import type { stream } from '@tain/protos/block-stream';

/** Numbers of states in `StateChange.state_id` (HIP-1056, enum `StateIdentifier`). */
export const STATE = {
  accounts: 2,
  storage: 4,
  bytecode: 5,
  files: 6,
  tokens: 7,
  relations: 9,
  stakes: 10,
  nodes: 20,
  topics: 21,
  pendingAirdrops: 25,
  hookStorage: 52,
  nodesOfAccounts: 53,
  registeredNodes: 56,
} as const;

/** Changes of maps of the state. Each key has only its last change. */
export class ChangeList {
  readonly #changes = new Map<string, stream.IStateChange>();

  /** Sets the change of a key. `name` identifies the key within its state. */
  update(stateId: number, name: number | string, key: stream.IMapChangeKey, value: stream.IMapChangeValue) {
    this.#changes.set(`${stateId}:${name}`, { stateId, mapUpdate: { key, value } });
  }

  remove(stateId: number, name: number | string, key: stream.IMapChangeKey) {
    this.#changes.set(`${stateId}:${name}`, { stateId, mapDelete: { key } });
  }

  /** Returns the changes in the order in which keys first changed. */
  all(): stream.IStateChange[] {
    return [...this.#changes.values()];
  }
}
