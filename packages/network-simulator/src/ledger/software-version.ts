/** Version of HAPI and of the consensus node whose rules the simulator implements, as record files name it. */
export const SOFTWARE_VERSION = { major: 0, minor: 77, patch: 0 } as const;

/** A version of HAPI and of the network's software. */
export interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}
