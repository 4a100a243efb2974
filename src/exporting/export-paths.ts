import { folderOfPath } from "../importing/source/index.ts";
import { encodePath } from "../platform/index.ts";

/** Where everything is in a tree of files, by id. */
export interface Places {
  /** Files of documents, and folders of groups. */
  readonly pages: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, string>;
  readonly reusableContents: ReadonlyMap<string, string>;
}

/** The address of one file in a link of another. */
export function relativeAddress(from: string, to: string): string {
  const folders = folderOfPath(from).split("/").slice(0, -1);
  const steps = to.split("/");
  let shared = 0;
  while (shared < folders.length && shared < steps.length - 1 && folders[shared] === steps[shared]) shared++;
  const path = [...folders.slice(shared).map(() => ".."), ...steps.slice(shared)].join("/");
  // Brackets would end a link, and quotes an attribute.
  return encodePath(path).replace(/[()']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
