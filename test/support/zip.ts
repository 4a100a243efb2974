import { crc32, deflateRawSync } from "node:zlib";

/** A file of a zip. The fields of its headers may be wrong on purpose. */
export interface ZipEntry {
  readonly name: string | Buffer;
  readonly bytes?: string | Buffer;
  /** The compressed bytes, if compressing them again takes too long. */
  readonly packed?: Buffer;
  readonly stored?: boolean;
  readonly method?: number;
  readonly flags?: number;
  /** The Unix file mode. */
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
    const described = describe(entry);
    const local = Buffer.concat([localHeader(described), described.name, described.packed]);
    offsets.push(entry.sameAs === undefined ? offset : (offsets[entry.sameAs] ?? 0));
    central.push(centralHeader(described, offsets.at(-1) ?? 0));
    if (entry.sameAs !== undefined) continue;
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entryCount & 0xffff, 8);
  end.writeUInt16LE(entryCount & 0xffff, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** A zip of files by their paths. */
export function zipOfTree(files: Readonly<Record<string, string | Buffer>>): Buffer {
  return zipOf(Object.entries(files).map(([name, bytes]) => ({ name, bytes })));
}

function describe(entry: ZipEntry) {
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

type Described = ReturnType<typeof describe>;

function zip64Field(size: number, packedSize: number): Buffer {
  const field = Buffer.alloc(20);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(16, 2);
  field.writeBigUInt64LE(BigInt(size), 4);
  field.writeBigUInt64LE(BigInt(packedSize), 12);
  return field;
}

function localHeader({ name, method, flags, checksum, size, packedSize }: Described): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(checksum, 14);
  header.writeUInt32LE(packedSize, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(name.length, 26);
  return header;
}

function centralHeader(described: Described, offset: number): Buffer {
  const { name, method, flags, checksum, size, packedSize, attributes, extra, comment } = described;
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(0x0314, 4);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(flags, 8);
  header.writeUInt16LE(method, 10);
  header.writeUInt32LE(checksum, 16);
  header.writeUInt32LE(packedSize, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt16LE(comment.length, 32);
  header.writeUInt32LE(attributes, 38);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name, extra, comment]);
}
