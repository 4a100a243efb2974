import { type Document, DocumentReader } from "../document/index.ts";
import { DestinationScanner } from "../markdown/index.ts";
import type { Nodes } from "../nodes/index.ts";

/** The blocks of a document; undefined if it has too many nodes. */
interface ReadDocument {
  readonly document: Document | undefined;
}

/** Reads the versions of a page that is edited: what has not changed since the last one is taken over. */
export class PageReader {
  readonly documents = new DocumentReader();
  readonly destinations = new DestinationScanner();
  readonly #key: string;
  #last: { readonly key: string; readonly value: ReadDocument; readonly isCachedHere: boolean } | undefined;

  constructor(key: string) {
    this.#key = key;
  }

  /** Reads a version, unless it is the last one, and caches its blocks instead of those of the last one. */
  async read(
    nodes: Nodes,
    key: string,
    read: () => Promise<{ readonly value: ReadDocument; readonly size: number }>,
  ): Promise<ReadDocument> {
    if (this.#last?.key === key) return this.#last.value;
    const { value, size } = await read();
    const isCachedHere = nodes.getCached(key) === undefined;
    if (this.#last?.isCachedHere) nodes.dropCached(this.#last.key);
    this.#last = { key, value, isCachedHere };
    nodes.setCached(this.#key, this, size);
    return nodes.setCached(key, value, size);
  }
}

/** The reader of a page. It depends on no version, so the copies of a page in other contents share it. */
export function openPageReader(nodes: Nodes, pageId: string): PageReader {
  const key = `reader ${pageId}`;
  return nodes.getCached<PageReader>(key) ?? new PageReader(key);
}
