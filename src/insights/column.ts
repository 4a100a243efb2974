import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 12 } };

/** One field of many rows: its distinct values, and the index of the value of each row. */
export interface Column {
  readonly length: number;
  readonly values: readonly (string | null)[];
  /** Empty if all rows have the same value. */
  readonly indexes: Uint8Array | Uint16Array | Uint32Array;
}

export function toColumn(rows: readonly (string | undefined)[]): Column {
  const known = new Map<string | null, number>();
  const indexes = rows.map((row) => known.getOrInsertComputed(row ?? null, () => known.size));
  return {
    length: rows.length,
    values: [...known.keys()],
    indexes: known.size === 1 ? new Uint8Array(0) : arrayFor(known.size).from(indexes),
  };
}

/** The column of a field that no row has. */
export function emptyColumn(length: number): Column {
  return { length, values: [null], indexes: new Uint8Array(0) };
}

/**
 * Encodes a column: the number of rows, the length of the values as JSON, this JSON, and the indexes with as many bytes as
 * the number of values needs. Rows with similar values beside each other compress well.
 */
export async function encodeColumn({ length, values, indexes }: Column): Promise<Buffer> {
  const json = Buffer.from(JSON.stringify(values));
  const lengths = Buffer.from(Uint32Array.of(length, json.length).buffer);
  const numbers = Buffer.from(indexes.buffer, indexes.byteOffset, indexes.byteLength);
  const bytes = Buffer.concat([lengths, json, numbers]);
  // The size is told first: otherwise zstd prepares tables for large inputs, which takes longer than most columns.
  return compress(bytes, { ...compression, pledgedSrcSize: bytes.length });
}

const headerLength = 8;
/** Most columns fit into one buffer of this size, which takes less time than several. */
const chunkSize = 2 ** 17;

export async function decodeColumn(encoded: Uint8Array): Promise<Column> {
  const bytes = await decompress(encoded, { chunkSize });
  const length = bytes.readUInt32LE(0);
  const end = headerLength + bytes.readUInt32LE(4);
  const values: (string | null)[] = JSON.parse(bytes.toString("utf8", headerLength, end));
  // Copied, since the numbers must be aligned.
  const numbers = new Uint8Array(bytes.subarray(end)).buffer;
  return { length, values, indexes: new (arrayFor(values.length))(numbers) };
}

export function valueAt({ values, indexes }: Column, row: number): string | null {
  return values[indexes[row] ?? 0] ?? null;
}

function arrayFor(size: number) {
  if (size <= 0x100) return Uint8Array;
  return size <= 0x10000 ? Uint16Array : Uint32Array;
}
