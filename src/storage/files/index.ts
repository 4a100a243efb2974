// Files: blobs in chunks, uploads, images, and signed download URLs.
export { blobOf, copyBlobs, findBlob, readBlob, readWholeBlob, storeBlob } from "./blobs.ts";
export { FileLinks } from "./file-links.ts";
export { type Image, readImage } from "./images.ts";
export { receiveUpload, type Upload, UploadBudget, uploadFromDisk } from "./upload.ts";
