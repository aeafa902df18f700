/** Version of the network's interface (HAPI), as a block names it. */
export interface HapiVersion {
  readonly major: number;
  readonly minor: number;
}
