import { crc32 } from "node:zlib";

/** Writes a zip file without compression. */
export function writeStoredZip(files: ReadonlyMap<string, Uint8Array>): Buffer {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let [at, directoryLength] = [0, 0];
  for (const [path, bytes] of files) {
    const name = Buffer.from(path);
    const common = headerFields(name, bytes);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, name]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), common, place, name]);
    parts.push(local, bytes);
    directory.push(central);
    at += local.length + bytes.length;
    directoryLength += central.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(directoryLength, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

/** The fields of both headers: version, flag for UTF-8 names, no compression, no time, checksum and sizes. */
function headerFields(name: Uint8Array, bytes: Uint8Array): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x800, 2);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(bytes.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}
