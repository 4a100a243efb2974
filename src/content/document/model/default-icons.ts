import type { RefKind } from "./references.ts";

/** The icons of hints whose author chose none. */
export const hintIcons = {
  info: "circle-info",
  success: "circle-check",
  warning: "triangle-exclamation",
  danger: "circle-exclamation",
} as const;

/** The icons of references, by the kind of their targets. */
export const iconsByKind: Readonly<Record<RefKind, string>> = {
  url: "link",
  file: "paperclip",
  page: "file-lines",
  anchor: "hashtag",
  user: "user",
  collection: "layer-group",
  space: "book",
  "reusable-content": "file-lines",
  openapi: "code",
};
