import { type Abilities, selectAbilities } from '../../access/abilities.ts';
import type { ApiContext } from './route.ts';
import type { ApiSettings } from './settings.ts';

/** What was found, for each server: its settings are one object as long as it runs. */
const found = new WeakMap<ApiSettings, Promise<Abilities>>();

/** What the server's database can do. */
export function abilitiesOf({ settings, select }: ApiContext): Promise<Abilities> {
  const known = found.get(settings);
  if (known !== undefined) return known;
  const asked = selectAbilities(select);
  found.set(settings, asked);
  asked.catch(() => found.delete(settings));
  return asked;
}
