import { loadPackage } from './program.ts';

/**
 * Parts of an SDK that the tests use: classes by name, and methods by name, so that transactions and queries can be
 * described as data.
 */

export interface Key {
  readonly publicKey: Key;
  toEvmAddress(): string;
  toAccountId(shard: number, realm: number): unknown;
}
export interface Client {
  setOperator(id: unknown, key: Key): Client;
  setMirrorNetwork(nodes: string[]): Client;
  setMaxAttempts(attempts: number): Client;
  readonly network: Readonly<Record<string, unknown>>;
  close(): void;
}
interface Response {
  readonly transactionId: unknown;
  getReceipt(client: Client): Promise<Receipt>;
  getRecord(client: Client): Promise<Fields>;
}
export type Fields = Readonly<Record<string, unknown>>;
export type Receipt = Fields & { readonly status: unknown };
/** A transaction or query that is being built. */
export interface Built {
  freezeWith(client: Client): Built;
  sign(key: Key): Promise<Built>;
  execute(client: Client): Promise<never>;
  getCost(client: Client): Promise<unknown>;
}

/** Methods of a transaction or query with their arguments; a list is several arguments. */
export type Calls = Readonly<Record<string, unknown>>;

export interface KeyMaker {
  generateED25519(): Key;
  generateECDSA(): Key;
  fromStringED25519(text: string): Key;
  fromStringECDSA(text: string): Key;
}
export interface ClientMaker {
  forNetwork(network: object, options?: object): Client;
  forLocalNode(options?: object): Client;
  forMirrorNetwork(nodes: string[]): Promise<Client>;
}

type Maker = (new (...values: unknown[]) => object) & Readonly<Record<string, unknown>>;

/** One SDK and its client, driven by data. */
export class Session {
  readonly #classes: Readonly<Record<string, Maker>>;
  readonly client: Client;
  readonly keys: KeyMaker;

  constructor(classes: Readonly<Record<string, Maker>>, client: Client) {
    this.#classes = classes;
    this.client = client;
    this.keys = this.class('PrivateKey') as unknown as KeyMaker;
  }

  static async open(
    name: string,
    connect: (clients: ClientMaker) => Client | Promise<Client>,
  ): Promise<Session> {
    const classes = await loadPackage<Record<string, Maker>>(name);
    return new Session(classes, await connect(classes.Client as unknown as ClientMaker));
  }

  class(name: string): Maker {
    const found = this.#classes[name];
    if (found === undefined) throw new Error(`the SDK has no ${name}`);
    return found;
  }

  /** Creates an object of a class. */
  make(name: string, ...values: unknown[]): Built {
    return new (this.class(name))(...values) as unknown as Built;
  }

  /** Returns the value of a static member; a function is called with the values. */
  of(name: string, member: string, ...values: unknown[]): unknown {
    const owner = this.class(name);
    const found = owner[member];
    return typeof found === 'function' ? found.call(owner, ...values) : found;
  }

  hbar(amount: number): unknown {
    return this.make('Hbar', amount);
  }

  /** Builds a transaction or query by calling its methods in order. */
  build(type: string, calls: Calls = {}): Built {
    const built = this.make(type);
    for (const [name, given] of Object.entries(calls)) apply(built, name, given);
    return built;
  }

  /** Sends a transaction signed by the operator and these keys. Returns its receipt, or throws if it fails. */
  async send(type: string, calls: Calls = {}, signers: readonly Key[] = []): Promise<Receipt> {
    return (await this.submit(type, calls, signers)).getReceipt(this.client);
  }

  async submit(type: string, calls: Calls = {}, signers: readonly Key[] = []): Promise<Response> {
    let built = this.build(type, calls).freezeWith(this.client);
    for (const key of signers) built = await built.sign(key);
    return built.execute(this.client);
  }

  /** Sends a transaction, and returns its receipt and its record. */
  async record(type: string, calls: Calls = {}, signers: readonly Key[] = []): Promise<Fields> {
    return (await this.submit(type, calls, signers)).getRecord(this.client);
  }

  /** Returns the status with which a transaction fails: that of its receipt, or of its precheck. */
  async fails(type: string, calls: Calls = {}, signers: readonly Key[] = []): Promise<string> {
    return this.send(type, calls, signers).then(
      ({ status }) => String(status),
      (error: { status?: unknown; message?: string }) => String(error.status ?? error.message),
    );
  }

  async query(type: string, calls: Calls = {}): Promise<Fields> {
    return this.build(type, calls).execute(this.client);
  }

  /** Returns the status with which a query is refused. */
  async refuses(type: string, calls: Calls = {}): Promise<string> {
    return this.query(type, calls).then(
      () => 'answered',
      (error: { status?: unknown; message?: string }) => String(error.status ?? error.message),
    );
  }
}

function apply(built: object, name: string, given: unknown): void {
  const method = (built as Readonly<Record<string, unknown>>)[name];
  if (typeof method !== 'function') throw new Error(`the SDK has no method ${name}`);
  // Methods such as those for a transfer's entries are called once per entry.
  const all = name.startsWith('add') && Array.isArray(given) && Array.isArray(given[0]) ? given : [given];
  for (const each of all) method.apply(built, Array.isArray(each) ? each : [each]);
}
