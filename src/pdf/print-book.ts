import { Press } from "./press.ts";

/** What a book is printed from. Only this goes from who writes it to who prints it, and the folder. */
export interface Manuscript {
  readonly folder: string;
  readonly fontFolders: readonly string[];
  readonly changedAt: string;
}

/** The file that all others belong to. */
export const mainFile = "main.typ";

/** Makes the PDF. */
export function printBook({ folder, fontFolders, changedAt }: Manuscript): Buffer {
  return new Press(folder, fontFolders).print(mainFile, changedAt);
}
