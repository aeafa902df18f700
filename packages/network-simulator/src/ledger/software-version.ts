/** Version of HAPI and of the network's software in record files. */
export const SOFTWARE_VERSION = { major: 0, minor: 72, patch: 0 } as const;

/** A version of HAPI and of the network's software. */
export interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}
