export { openDiskFolder, openLoneFile } from "./disk-folder.ts";
export { isJunk } from "./entry-names.ts";
export { type Folder, HostileFolderError } from "./folder.ts";
export { entriesOf } from "./zip-directory.ts";
export { openZipFolder } from "./zip-folder.ts";
export { openParts } from "./zip-parts.ts";
