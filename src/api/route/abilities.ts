import { type Abilities, selectAbilities } from '../../access/abilities.ts';
import type { ApiContext } from './route.ts';
import type { ApiSettings } from './settings.ts';

/** Abilities by server, identified by its settings: they are one object as long as it runs. */
const found = new WeakMap<ApiSettings, Promise<Abilities>>();

/** Returns the abilities of the server's database. */
export function abilitiesOf({ settings, select }: ApiContext): Promise<Abilities> {
  const known = found.get(settings);
  if (known !== undefined) return known;
  const read = selectAbilities(select);
  found.set(settings, read);
  read.catch(() => found.delete(settings));
  return read;
}
