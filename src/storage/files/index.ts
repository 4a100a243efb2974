// Files: blobs in chunks or objects, uploads, images, fonts, and signed download URLs.
export { blobOf, copyBlobs, findBlob, readBlob, readWholeBlob, storeBlob } from "./blobs.ts";
export { compareObjects } from "./compare-objects.ts";
export { FileLinks } from "./file-links.ts";
export { readFontFormat } from "./fonts.ts";
export { type Image, readImage } from "./images.ts";
export { type FilePlace, moveFiles } from "./move-files.ts";
export {
  countObjectFiles,
  type FileContext,
  filePlaceValue,
  openReading,
  releaseAllObjects,
  removeUnusedObjects,
  scheduleObjectChecks,
  writeFilePlace,
} from "./object-files.ts";
export { readRunFile, removeRunFile, storeRunFile } from "./run-files.ts";
export {
  maxFileSize,
  readContentType,
  receiveUpload,
  type Upload,
  UploadBudget,
  uploadFromDisk,
} from "./upload.ts";
