import { zstdCompressSync, zstdDecompressSync } from "node:zlib";

/** In bytes: what is shorter gains too little. */
const shortest = 512;

/** What the frames of zstd begin with; the text of a node is JSON, and begins with a brace. */
const frameStart = 0x28;

/** The text of a node as it is kept. Most are lists of much that is alike, and take half the room so. */
export function packNode(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  return bytes.length < shortest ? bytes : zstdCompressSync(bytes);
}

export function unpackNode(packed: Uint8Array): string {
  const bytes =
    packed[0] === frameStart
      ? zstdDecompressSync(packed)
      : Buffer.from(packed.buffer, packed.byteOffset, packed.length);
  return bytes.toString();
}
