import type { Kind } from "../kinds.ts";
import { focusTools } from "../view/toolbar.ts";
import { droppedFiles } from "./dropped-files.ts";
import { uploadsPlugin } from "./uploads.ts";

/** Uploads, and the key that leads to the tools of a block. */
export const uploads: Kind = { plugins: [uploadsPlugin, droppedFiles], keys: { "Alt-Enter": focusTools } };
