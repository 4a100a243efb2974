export { inOwnFolder } from "./own-folder.ts";
export { SharedWork } from "./shared-work.ts";
export { Slots } from "./slots.ts";
export { nobodyWaits, PanicError, withChild } from "./with-child.ts";
export { workApart } from "./work-apart.ts";
