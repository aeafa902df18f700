/** Slots with the address of a proxy's implementation, and of the beacon that knows it (ERC-1967). */
const IMPLEMENTATION_SLOT = '360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';
const BEACON_SLOT = 'a3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50';
/** Code of a minimal proxy around the address of its implementation (ERC-1167). */
const MINIMAL = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/;

/** Place of the address of the contract whose code a proxy runs. */
export type Proxy =
  | { readonly implementation: string }
  | { readonly slot: string }
  | { readonly beaconSlot: string };

/** Recognizes a proxy of the usual kinds by its code, in hex; null for other contracts. */
export function proxyOf(code: string): Proxy | null {
  const target = MINIMAL.exec(code)?.[1];
  if (target !== undefined) return { implementation: `0x${target}` };
  // The code pushes the slot that it reads as a constant of 32 bytes, or the hash one above it, and subtracts.
  const reads = (slot: string) => code.includes(`7f${slot.slice(0, -1)}`);
  if (reads(BEACON_SLOT)) return { beaconSlot: `0x${BEACON_SLOT}` };
  return reads(IMPLEMENTATION_SLOT) ? { slot: `0x${IMPLEMENTATION_SLOT}` } : null;
}
