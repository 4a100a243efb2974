import { decodeOrKeep } from "../../platform/index.ts";
import {
  extensionOf,
  type FileKind,
  imageKindOf,
  isBegunAs,
  isImage,
  kindOfName,
  unknownType,
} from "../source/index.ts";
import { beginsAsHtml, plainType } from "./read-text.ts";

/** What a file is called and what it is; undefined where it is not what it claims to be. */
export function describeFile(
  address: string,
  { head, contentType, isShown }: { head: Buffer; contentType: string; isShown: boolean },
): { name: string; contentType: string } | undefined {
  const name = nameIn(address);
  const image = imageKindOf(head);
  if (image) return { name: withExtension(name, image), contentType: image.contentType };
  const kind = kindOfName(name);
  if (isShown || (kind && isImage(kind)) || beginsAsHtml(head)) return undefined;
  const type = plainType(contentType);
  if (type === "text/html" || (kind && !isBegunAs(kind, head))) return undefined;
  return { name, contentType: type || kind?.contentType || unknownType };
}

function withExtension(name: string, { extensions: [first = "", ...others] }: FileKind): string {
  return [first, ...others].includes(extensionOf(name)) ? name : `${name}.${first}`;
}

const longestName = 120;

/** The last part of an address, as a name that can stand in any folder. */
function nameIn(address: string): string {
  const path = URL.parse(address)?.pathname ?? "";
  const name = decodeOrKeep(path.slice(path.lastIndexOf("/") + 1))
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, "-")
    .replace(/^[\s.-]+|[\s.]+$/g, "");
  if (name === "") return "file";
  const extension = extensionOf(name);
  const ending = extension === "" ? "" : `.${extension}`;
  const stem = name.slice(0, name.length - ending.length);
  return name.length > longestName
    ? `${stem.slice(0, longestName - ending.length).toWellFormed()}${ending}`
    : name;
}
