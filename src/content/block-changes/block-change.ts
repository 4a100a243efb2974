/** A change to single blocks of a document. Keys are those of the document, or of blocks that an earlier change inserted. */
export type BlockChange =
  | ({ readonly operation: "insert_blocks"; readonly blocks: readonly unknown[] } & BlockPosition)
  | { readonly operation: "replace_block"; readonly key: string; readonly blocks: readonly unknown[] }
  | ({ readonly operation: "move_block"; readonly key: string } & BlockPosition)
  | { readonly operation: "delete_block"; readonly key: string };

export interface BlockPosition {
  /** The key of a block or fragment that contains blocks. The default is the document. */
  readonly into?: string;
  /** The key of the block before it. The default is the first position. */
  readonly after?: string;
}
