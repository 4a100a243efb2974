// Trees of files on the disk or in a zip file.
export { openSingleFile } from "./disk-folder.ts";
export { type Folder, HostileFolderError, isJunk, subfolder } from "./folder.ts";
export { openFolder } from "./open-folder.ts";
export { openZipParts, readZipEntries } from "./zip-folder.ts";
