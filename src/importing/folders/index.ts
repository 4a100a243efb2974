export { isJunk } from "./entry-names.ts";
export { type Folder, HostileFolderError } from "./folder.ts";
export { entriesOf } from "./zip-directory.ts";
