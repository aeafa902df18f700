import { COIN, COUNTER, FACTORY, MOVER, VAULT } from './bytecode.ts';

/** A contract of contracts.sol. */
export interface Program {
  readonly name: string;
  readonly initcode: Uint8Array;
  readonly runtime: Uint8Array;
  /** Gas of the creation, including the price of its code. Clients derive their gas limit from it. */
  readonly creationGas: number;
}

export const PROGRAMS: readonly Program[] = [
  { name: 'Counter', ...COUNTER, creationGas: 96_347 },
  { name: 'Coin', ...COIN, creationGas: 240_281 },
  { name: 'Vault', ...VAULT, creationGas: 155_402 },
  { name: 'Factory', ...FACTORY, creationGas: 215_657 },
  { name: 'Mover', ...MOVER, creationGas: 119_365 },
];
const BY_NAME = new Map(PROGRAMS.map((program) => [program.name, program]));

/** Returns the program with a name. Throws for an unknown name, which is an error in the model. */
export function programNamed(name: string): Program {
  const program = BY_NAME.get(name);
  if (program === undefined) throw new Error(`the demo network has no program ${name}`);
  return program;
}
