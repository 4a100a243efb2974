// Files: blobs in chunks, uploads, images, fonts, and signed download URLs.
export { blobOf, copyBlobs, findBlob, readBlob, readWholeBlob, storeBlob } from "./blobs.ts";
export { FileLinks } from "./file-links.ts";
export { readFontFormat } from "./fonts.ts";
export { type Image, readImage } from "./images.ts";
export {
  maxFileSize,
  readContentType,
  receiveUpload,
  type Upload,
  UploadBudget,
  uploadFromDisk,
} from "./upload.ts";
