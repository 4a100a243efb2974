// Trees of files on the disk or in a zip file.
export { openDiskFolder, openSingleFile } from "./disk-folder.ts";
export { isJunk } from "./entry-names.ts";
export { type Folder, HostileFolderError } from "./folder.ts";
export { readZipEntries } from "./zip-entries.ts";
export { openZipFolder, openZipParts } from "./zip-folder.ts";
