import { useState } from 'preact/hooks';

/**
 * Private labels of accounts, contracts and other entities, by their ids and addresses. They are stored in the browser,
 * and never sent.
 */

/** Key in the browser's storage: a JSON list of names and labels, the oldest first. */
const KEY = 'labels';
const MAX_LABELS = 1_000;
const MAX_LENGTH = 60;

const labels = new Map<string, string>();

/** Reads the stored labels; another page of the explorer may have changed them. */
function read(): void {
  labels.clear();
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    for (const each of (Array.isArray(stored) ? stored : []) as readonly unknown[]) {
      const [name, label] = (Array.isArray(each) ? each : []) as readonly unknown[];
      if (typeof name === 'string' && typeof label === 'string') labels.set(name, label.slice(0, MAX_LENGTH));
    }
  } catch {
    // The browser does not allow this page to store data, or the data is not ours.
  }
}
read();
globalThis.addEventListener?.('storage', read);

/** Returns the user's label of an id or address; undefined if there is none. */
export function labelOf(name: string): string | undefined {
  return labels.get(name.toLowerCase());
}

/** Sets the label of an entity under each of its names; an empty one removes it. Throws when the storage refuses it. */
function setLabel(names: readonly string[], label: string): void {
  read();
  for (const name of names) {
    labels.delete(name.toLowerCase());
    if (label !== '') labels.set(name.toLowerCase(), label);
  }
  for (const oldest of labels.keys()) {
    if (labels.size <= MAX_LABELS) break;
    labels.delete(oldest);
  }
  localStorage.setItem(KEY, JSON.stringify([...labels]));
}

/** The user's label of an id or address; empty if there is none. */
export function Label({ name }: { name: string }) {
  const label = labelOf(name);
  return label === undefined ? null : <span class="chip label-of">{label}</span>;
}

/** Form with the user's label of an entity. `names`: its id and, if it has one, its address. */
export function LabelForm({ names }: { names: readonly (string | null | undefined)[] }) {
  const own = names.filter((name) => name !== null && name !== undefined);
  const [outcome, setOutcome] = useState('');
  const save = (event: Event): void => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement)) return;
    try {
      setLabel(own, String(new FormData(form).get('label') ?? '').trim());
      setOutcome('Saved.');
    } catch (error) {
      setOutcome(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form class="filters" onSubmit={save} onInput={() => setOutcome('')}>
      <label>
        Your label, in this browser only
        <input name="label" maxLength={MAX_LENGTH} defaultValue={labelOf(own[0] ?? '') ?? ''} />
      </label>
      <button type="submit" class="plain">
        Save
      </button>
      <span role="status">{outcome}</span>
    </form>
  );
}
