import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import Long from 'long';
import { encodeItem, joinItems } from '../block-writer.ts';

/** A damaged block, and the kind of damage. */
export interface Damaged {
  readonly how: string;
  readonly bytes: Buffer;
}

/** The block's raw items by their kind. */
interface Parts {
  readonly raw: readonly Buffer[];
  readonly footerAt: number;
}

/**
 * Returns a block in many damaged forms: of bytes, items, header, footer and proofs. `count`: number of damaged items.
 */
export function damagedForms(bytes: Buffer, count: number): readonly Damaged[] {
  const raw = stream.Block.decode(bytes).items.map((item) => Buffer.from(item));
  const footerAt = raw.findIndex((item) => stream.BlockItem.decode(item).blockFooter);
  const parts = { raw, footerAt };
  return [
    ...ofBytes(bytes),
    ...chosenItems(parts, count).flatMap((index) => ofItem(parts, index)),
    ...ofHeader(parts),
    ...ofFooter(parts),
    ...ofProof(parts),
  ].filter((form) => !form.bytes.equals(bytes));
}

function ofBytes(bytes: Buffer): Damaged[] {
  const cuts = [0, 1, 0.25, 0.5, 0.75].map((share) => (share <= 0.75 ? Math.floor(bytes.length * share) : 1));
  return [
    ...[...cuts, bytes.length - 1].map((length) => ({
      how: `cut after ${length} bytes`,
      bytes: bytes.subarray(0, length),
    })),
    { how: 'without its first byte', bytes: bytes.subarray(1) },
    { how: 'with a zero behind it', bytes: Buffer.concat([bytes, Buffer.alloc(1)]) },
    { how: 'twice', bytes: Buffer.concat([bytes, bytes]) },
    { how: 'with its halves exchanged', bytes: exchanged(bytes) },
  ];
}

/** Returns header, footer, first proof, and items in between at even distances. */
function chosenItems({ raw, footerAt }: Parts, count: number): number[] {
  const between = Array.from({ length: count }, (_, index) =>
    Math.floor(((index + 0.5) * (footerAt - 1)) / count + 1),
  );
  return [...new Set([0, ...between, footerAt, footerAt + 1])].filter((index) => index < raw.length);
}

function ofItem({ raw }: Parts, index: number): Damaged[] {
  const item = raw[index] ?? Buffer.alloc(0);
  const at = (changed: Buffer) => joinItems(raw.with(index, changed));
  const flips = [0, 1, 2, item.length >> 2, item.length >> 1, (3 * item.length) >> 2, item.length - 1];
  return [
    { how: `item ${index} left out`, bytes: joinItems(raw.toSpliced(index, 1)) },
    { how: `item ${index} twice`, bytes: joinItems(raw.toSpliced(index, 0, item)) },
    { how: `item ${index} at the end`, bytes: joinItems([...raw.toSpliced(index, 1), item]) },
    {
      how: `item ${index} behind the next`,
      bytes: joinItems(raw.toSpliced(index, 1).toSpliced(index + 1, 0, item)),
    },
    { how: `item ${index} empty`, bytes: at(Buffer.alloc(0)) },
    { how: `item ${index} cut`, bytes: at(item.subarray(0, item.length >> 1)) },
    { how: `item ${index} longer`, bytes: at(Buffer.concat([item, Buffer.of(0)])) },
    { how: `item ${index} of zeros`, bytes: at(Buffer.alloc(item.length)) },
    ...flips.map((byte) => ({
      how: `item ${index} with byte ${byte} flipped`,
      bytes: at(flipped(item, byte * 8 + (byte % 8))),
    })),
  ];
}

function ofHeader({ raw }: Parts): Damaged[] {
  const header = stream.BlockItem.decode(raw[0] ?? Buffer.alloc(0)).blockHeader ?? {};
  const time = proto.Timestamp.decode(header.blockTimestamp ?? Buffer.alloc(0));
  const version = (minor: number) => proto.SemanticVersion.encode({ minor }).finish();
  const changes: Readonly<Record<string, stream.IBlockHeader>> = {
    'the next number': { number: Long.fromValue(header.number ?? 0).add(1) },
    'another time': { blockTimestamp: proto.Timestamp.encode({ ...time, nanos: time.nanos ^ 1 }).finish() },
    'no time': { blockTimestamp: null },
    ...Object.fromEntries(
      [3, 71, 72, 77, 78].map((minor) => [`HAPI 0.${minor}`, { hapiProtoVersion: version(minor) }]),
    ),
  };
  return Object.entries(changes).map(([what, change]) => ({
    how: `header with ${what}`,
    bytes: joinItems(raw.with(0, encodeItem({ blockHeader: { ...header, ...change } }))),
  }));
}

const HASHES = [
  'previousBlockRootHash',
  'rootHashOfAllBlockHashesTree',
  'startOfBlockStateRootHash',
] as const;

function ofFooter({ raw, footerAt }: Parts): Damaged[] {
  const footer = stream.BlockItem.decode(raw[footerAt] ?? Buffer.alloc(0)).blockFooter ?? {};
  return HASHES.flatMap((key, index) => {
    const hash = Buffer.from(footer[key] ?? []);
    const next = footer[HASHES[(index + 1) % HASHES.length] ?? key] ?? hash;
    const forms = {
      flipped: flipped(hash, 100),
      zero: Buffer.alloc(48),
      cut: hash.subarray(1),
      'of another': next,
    };
    return Object.entries(forms).map(([what, changed]) => ({
      how: `footer’s ${key} ${what}`,
      bytes: joinItems(raw.with(footerAt, encodeItem({ blockFooter: { ...footer, [key]: changed } }))),
    }));
  });
}

function ofProof({ raw, footerAt }: Parts): Damaged[] {
  const at = footerAt + 1;
  const proof = stream.BlockItem.decode(raw[at] ?? Buffer.alloc(0)).blockProof ?? {};
  const withProof = (how: string, changed: stream.IBlockProof) => ({
    how: `proof ${how}`,
    bytes: joinItems(raw.with(at, encodeItem({ blockProof: changed }))),
  });
  const { signedBlockProof, blockStateProof, signedRecordFileProof, block } = proof;
  const forms = [withProof('of another block', { ...proof, block: Long.fromValue(block ?? 0).add(1) })];
  forms.push(withProof('of no kind', { block: block ?? Long.ZERO }));
  if (signedBlockProof) {
    for (const [how, blockSignature] of signatures(signedBlockProof.blockSignature))
      forms.push(withProof(how, { ...proof, signedBlockProof: { blockSignature } }));
  }
  if (blockStateProof) {
    const inner = blockStateProof.signedBlockProof?.blockSignature;
    for (const [how, blockSignature] of signatures(inner)) {
      const signed = { ...blockStateProof, signedBlockProof: { blockSignature } };
      forms.push(withProof(how, { ...proof, blockStateProof: signed }));
    }
    for (const [how, paths] of pathForms(blockStateProof.paths ?? []))
      forms.push(withProof(how, { ...proof, blockStateProof: { ...blockStateProof, paths } }));
    // A proof of another root, as if it were of its own root hash.
    forms.push(
      withProof('as its own', {
        block: block ?? Long.ZERO,
        signedBlockProof: { blockSignature: inner ?? null },
      }),
    );
  }
  if (signedRecordFileProof) {
    const { recordFileSignatures = [], version } = signedRecordFileProof;
    const all = recordFileSignatures ?? [];
    const changed: Readonly<Record<string, stream.ISignedRecordFileProof>> = {
      'without signatures': { version: version ?? 0, recordFileSignatures: [] },
      'of another version': { ...signedRecordFileProof, version: version === 5 ? 6 : 5 },
      'with one signature for all': {
        ...signedRecordFileProof,
        recordFileSignatures: all.map(({ nodeId }) => ({
          nodeId: nodeId ?? null,
          signaturesBytes: all[0]?.signaturesBytes ?? null,
        })),
      },
      'with flipped signatures': {
        ...signedRecordFileProof,
        recordFileSignatures: all.map((each) => ({
          ...each,
          signaturesBytes: flipped(Buffer.from(each.signaturesBytes ?? []), 77),
        })),
      },
    };
    for (const [how, each] of Object.entries(changed))
      forms.push(withProof(how, { ...proof, signedRecordFileProof: each }));
  }
  return forms;
}

function signatures(signature: Uint8Array | null | undefined): (readonly [string, Buffer])[] {
  const bytes = Buffer.from(signature ?? []);
  const lengths = [1, 47, 48, 49, bytes.length >> 1, 2919, 2920, 3432, bytes.length - 1];
  const flips = [0, 0.2, 0.4, 0.6, 0.8].map((share) => Math.floor(share * bytes.length * 8));
  return [
    ...lengths
      .filter((length) => length > 0 && length < bytes.length)
      .map((length) => [`cut to ${length} bytes`, bytes.subarray(0, length)] as const),
    ['longer by a byte', Buffer.concat([bytes, Buffer.alloc(1)])],
    ['of zeros', Buffer.alloc(bytes.length)],
    ['of 48 zeros', Buffer.alloc(48)],
    ['backwards', Buffer.from(bytes).reverse()],
    ...flips.map((bit) => [`with bit ${bit} flipped`, flipped(bytes, bit)] as const),
  ];
}

function pathForms(paths: readonly stream.IMerklePath[]): (readonly [string, stream.IMerklePath[]])[] {
  const list = [...paths];
  const forms: (readonly [string, stream.IMerklePath[]])[] = [['backwards', list.toReversed()]];
  for (const [index, path] of list.entries()) {
    forms.push([`without path ${index}`, list.toSpliced(index, 1)]);
    forms.push([`with path ${index} to 0`, list.with(index, { ...path, nextPathIndex: 0 })]);
    const siblings = [...(path.siblings ?? [])];
    for (const [position, sibling] of siblings.entries()) {
      const hash = flipped(Buffer.from(sibling.hash ?? []), 9);
      const changed = [
        { ...sibling, isLeft: !sibling.isLeft },
        { ...sibling, hash },
      ];
      for (const each of changed)
        forms.push([
          `with sibling ${position} changed`,
          list.with(index, { ...path, siblings: siblings.with(position, each) }),
        ]);
    }
  }
  return forms;
}

export function flipped(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}

function exchanged(bytes: Buffer): Buffer {
  const half = bytes.length >> 1;
  return Buffer.concat([bytes.subarray(half), bytes.subarray(0, half)]);
}
