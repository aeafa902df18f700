import { readdirSync, readFileSync } from 'node:fs';
import { longToBigInt } from '@tain/ledger/long';
import protobuf from 'protobufjs';
import { inflateFile, MAX_INFLATED_BYTES } from '../../src/ingest/decode/inflate.ts';

type Message = Record<string, unknown>;
type LongLike = Parameters<typeof longToBigInt>[0];

/** Items whose fields are counted, with the depth. Other items are counted by kind only. */
const DEPTH: Readonly<Record<string, number>> = {
  blockHeader: 1,
  blockFooter: 1,
  blockProof: 1,
  roundHeader: 1,
  eventHeader: 2,
  transactionResult: 1,
  transactionOutput: 1,
  traceData: 1,
};

/** Messages of the block stream (HIP-1056) in protobufjs' JSON form. */
export class BlockMessages {
  readonly #block: protobuf.Type;
  readonly #item: protobuf.Type;

  constructor(path: string) {
    const root = protobuf.Root.fromJSON(JSON.parse(readFileSync(path, 'utf8')) as protobuf.INamespace);
    this.#block = root.lookupType('com.hedera.hapi.block.stream.Block');
    this.#item = root.lookupType('com.hedera.hapi.block.stream.BlockItem');
  }

  /**
   * Returns the shapes in the block files of a folder: kinds of items and their fields, state changes by state and kind, and the
   * position and time of state changes. Wrapped record files are excluded.
   */
  async shapesIn(folder: string): Promise<ReadonlySet<string>> {
    const shapes = new Set<string>();
    const names = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => /\.blk/.test(name));
    for (const name of names) {
      const bytes = await inflateFile(name, readFileSync(`${folder}/${name}`), MAX_INFLATED_BYTES);
      const items = (this.#block.decode(bytes) as unknown as { items: Message[] }).items;
      if (items.every(({ recordFile }) => !recordFile)) this.#addItems(items, shapes);
    }
    return shapes;
  }

  #addItems(items: readonly Message[], shapes: Set<string>): void {
    const times = items.map((item) => timeOf(item.transactionResult));
    let last: bigint | null = null;
    for (const [index, item] of items.entries()) {
      const kind = String(item.item);
      shapes.add(kind);
      last = times[index] ?? last;
      const field = this.#item.fields[kind]?.resolve();
      if (field?.resolvedType instanceof protobuf.Type) {
        addFields(field.resolvedType, item[kind] as Message, kind, DEPTH[kind] ?? 0, shapes);
      }
      if (!item.stateChanges) continue;
      const changes = (item.stateChanges as { stateChanges?: Message[] }).stateChanges ?? [];
      for (const change of changes) shapes.add(changeShape(change));
      const before = String(items[index - 1]?.item);
      const what = changes.length === 0 ? 'nothing' : changes.some(isOfMap) ? 'maps' : 'queues or singletons';
      const when =
        last === null ? 'before any' : timeOf(item.stateChanges) === last ? "of the last's time" : 'other';
      shapes.add(`stateChanges behind ${before}, ${when}: ${what}`);
    }
  }
}

const isOfMap = (change: Message) => change.mapUpdate || change.mapDelete;

function changeShape(change: Message): string {
  const { stateId, changeOperation, mapUpdate, mapDelete, singletonUpdate, queuePush } = change;
  const map = (mapUpdate ?? mapDelete) as { key?: Message; value?: Message } | undefined;
  const value =
    map?.value?.valueChoice ?? (singletonUpdate as Message)?.newValue ?? (queuePush as Message)?.value ?? '';
  return `state ${String(stateId)} ${String(changeOperation)} ${String(map?.key?.keyChoice ?? '')} ${String(value)}`;
}

/** Returns nanoseconds; null if the message has no time. */
function timeOf(message: unknown): bigint | null {
  const time = (message as { consensusTimestamp?: { seconds?: LongLike; nanos?: number } } | undefined)
    ?.consensusTimestamp;
  return time ? longToBigInt(time.seconds) * 1_000_000_000n + BigInt(time.nanos ?? 0) : null;
}

function addFields(type: protobuf.Type, message: Message, path: string, depth: number, shapes: Set<string>) {
  if (depth === 0) return;
  for (const field of type.fieldsArray) {
    const value = Object.hasOwn(message, field.name) ? message[field.name] : null;
    const values = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
    if (values.length === 0) continue;
    const name = `${path}.${field.name}`;
    shapes.add(name);
    const { resolvedType } = field.resolve();
    if (!(resolvedType instanceof protobuf.Type)) continue;
    for (const each of values) addFields(resolvedType, each as Message, name, depth - 1, shapes);
  }
}
