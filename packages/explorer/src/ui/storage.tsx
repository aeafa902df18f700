import type { KnownSource } from '../words/known-source.ts';

interface SlotProps {
  readonly slot: string;
  /** Source of the contract; null if it is not known. */
  readonly source: KnownSource | null | undefined;
}

/** A storage slot (hex) with the names and types of the variables in it. */
export function SlotNames({ slot, source }: SlotProps) {
  return (
    <span class="lines">
      {(source?.storage.at(slot) ?? []).map(({ name, type }) => (
        <span key={name}>
          <strong>{name}</strong> <span class="quiet">{type}</span>
        </span>
      ))}
      <code>{slot}</code>
    </span>
  );
}

/** Value of a slot (hex), with those of the variables in it. */
export function SlotValue({ slot, value, source }: SlotProps & { readonly value: string }) {
  return (
    <span class="lines">
      {(source?.storage.at(slot) ?? []).map(({ name, read }) => (
        <span key={name}>{read(value)}</span>
      ))}
      <code>{value}</code>
    </span>
  );
}
