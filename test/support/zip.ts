import { crc32, deflateRawSync } from "node:zlib";

/** A file of a zip, with optional wrong values for its header fields. */
export interface ZipEntry {
  readonly name: string | Buffer;
  readonly bytes?: string | Buffer;
  /** The compressed bytes, if compressing them again takes too long. */
  readonly packed?: Buffer;
  readonly stored?: boolean;
  readonly method?: number;
  readonly flags?: number;
  readonly mode?: number;
  readonly size?: number;
  readonly packedSize?: number;
  readonly checksum?: number;
  /** The index of another entry whose bytes its header points to. */
  readonly sameAs?: number;
  /** Whether the sizes are in the ZIP64 extra field. */
  readonly zip64?: boolean;
  readonly comment?: Buffer;
}

/** Creates a zip by hand, so that its headers can be wrong. */
export function zipOf(entries: readonly ZipEntry[], { entryCount = entries.length } = {}): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const entry of entries) {
    const fields = headerFieldsOf(entry);
    const local = Buffer.concat([localHeader(fields), fields.name, fields.packed]);
    offsets.push(entry.sameAs === undefined ? offset : (offsets[entry.sameAs] ?? 0));
    central.push(centralHeader(fields, offsets.at(-1) ?? 0));
    if (entry.sameAs !== undefined) continue;
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = [u32(0x06054b50), u16(0, 0, entryCount & 0xffff, entryCount & 0xffff)];
  return Buffer.concat([...locals, directory, ...end, u32(directory.length, offset), u16(0)]);
}

export function zipOfTree(files: Readonly<Record<string, string | Buffer>>): Buffer {
  return zipOf(Object.entries(files).map(([name, bytes]) => ({ name, bytes })));
}

function headerFieldsOf(entry: ZipEntry) {
  const bytes = Buffer.from(entry.bytes ?? "");
  const packed = entry.packed ?? (entry.stored ? bytes : deflateRawSync(bytes));
  const size = entry.size ?? bytes.length;
  const packedSize = entry.packedSize ?? packed.length;
  return {
    name: Buffer.from(entry.name),
    packed,
    method: entry.method ?? (entry.stored ? 0 : 8),
    flags: entry.flags ?? 0x800,
    attributes: ((entry.mode ?? 0o100644) << 16) >>> 0,
    checksum: entry.checksum ?? crc32(bytes),
    size: entry.zip64 ? 0xffffffff : size,
    packedSize: entry.zip64 ? 0xffffffff : packedSize,
    extra: entry.zip64 ? zip64Field(size, packedSize) : Buffer.alloc(0),
    comment: entry.comment ?? Buffer.alloc(0),
  };
}

type HeaderFields = ReturnType<typeof headerFieldsOf>;

function zip64Field(size: number, packedSize: number): Buffer {
  const sizes = Buffer.from(new BigUint64Array([BigInt(size), BigInt(packedSize)]).buffer);
  return Buffer.concat([u16(1, sizes.length), sizes]);
}

function localHeader({ name, method, flags, checksum, size, packedSize }: HeaderFields): Buffer {
  const head = [u32(0x04034b50), u16(20, flags, method, 0, 0)];
  return Buffer.concat([...head, u32(checksum, packedSize, size), u16(name.length, 0)]);
}

function centralHeader(fields: HeaderFields, offset: number): Buffer {
  const { name, method, flags, checksum, size, packedSize, attributes, extra, comment } = fields;
  return Buffer.concat([
    ...[u32(0x02014b50), u16(0x0314, 20, flags, method, 0, 0), u32(checksum, packedSize, size)],
    ...[u16(name.length, extra.length, comment.length, 0, 0), u32(attributes, offset), name, extra, comment],
  ]);
}

/** Little-endian integers of 16 bits. */
function u16(...values: number[]): Buffer {
  return Buffer.from(new Uint16Array(values).buffer);
}

/** Little-endian integers of 32 bits. */
function u32(...values: number[]): Buffer {
  return Buffer.from(new Uint32Array(values).buffer);
}
