import { createHash } from "node:crypto";
import { decodeOrKeep } from "../../../uri-text.ts";
import { imageKindOf } from "../../file-kinds.ts";

/** Images that pages hold in themselves, by the addresses that stand for them from now on. */
export type HeldImages = Map<string, Buffer>;

/** Nobody can ever be there. */
const nowhere = "https://image.invalid/";

/** Shorter ones only keep the place of what is to come, or count readers. */
const shortest = 200;

/** The address of an image that stands in the page itself, as generators put small ones; undefined for what is none. */
export function holdImage(written: string, held: HeldImages): string | undefined {
  const [before, encoding = ""] = /^\s*data:image\/[\w.+-]{1,40}([^,]{0,100}),/i.exec(written) ?? [];
  if (before === undefined || written.length < shortest) return undefined;
  const data = written.slice(before.length);
  const isBase64 = /;\s*base64\s*$/i.test(encoding);
  const bytes = isBase64 ? Buffer.from(data, "base64") : Buffer.from(decodeOrKeep(data));
  if (imageKindOf(bytes) === undefined) return undefined;
  const address = `${nowhere}image-${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}`;
  held.set(address, bytes);
  return address;
}
