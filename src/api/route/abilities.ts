import { type Abilities, selectAbilities } from '../../access/abilities.ts';
import type { ApiContext } from './route.ts';
import type { ApiSettings } from './settings.ts';

/** What was found, for each server: its settings are one object as long as it runs. */
const found = new WeakMap<ApiSettings, Promise<Abilities>>();

/** What the server's database can do. */
export function abilitiesOf({ settings, select, isDistributed }: ApiContext): Promise<Abilities> {
  const known = found.get(settings);
  if (known !== undefined) return known;
  // Partitions that are made later are not among the tables that a distributed database is read through.
  const asked = selectAbilities(select).then((abilities) =>
    isDistributed ? { ...abilities, snapshotPartitions: false } : abilities,
  );
  found.set(settings, asked);
  asked.catch(() => found.delete(settings));
  return asked;
}
