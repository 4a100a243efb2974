// Trees of files on the disk or in a zip file.
export { openDiskFolder, openSingleFile } from "./disk-folder.ts";
export { type Folder, HostileFolderError, isJunk } from "./folder.ts";
export { openZipFolder, openZipParts, readZipEntries } from "./zip-folder.ts";
