import { open, rm } from "node:fs/promises";

/** Writes chunks to a new file and returns its size. The file is removed if writing fails. */
export async function writeChunks(path: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  const file = await open(path, "wx");
  let size = 0;
  try {
    for await (const chunk of chunks) {
      await file.writeFile(chunk);
      size += chunk.length;
    }
    await file.close();
    return size;
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}
