import { createHmac, timingSafeEqual } from "node:crypto";
import { badInput } from "../../platform/index.ts";

const signatureLength = 12;

/** An opaque, signed text for a position in a list: the sort keys of its last item. */
export function encodeCursor(secret: string, scope: string, keys: readonly string[]): string {
  const payload = Buffer.from(JSON.stringify(keys));
  return Buffer.concat([sign(secret, scope, payload), payload]).toString("base64url");
}

/** The scope is the list and its order: a cursor of another list is refused like a forged one. */
export function decodeCursor(secret: string, scope: string, cursor: string): string[] {
  const bytes = Buffer.from(cursor, "base64url");
  const payload = bytes.subarray(signatureLength);
  const signature = bytes.subarray(0, signatureLength);
  const genuine =
    signature.length === signatureLength &&
    bytes.toString("base64url") === cursor &&
    timingSafeEqual(signature, sign(secret, scope, payload));
  if (!genuine) throw badInput("page", "is not a cursor of this list; omit it to start at the first page");
  return JSON.parse(payload.toString());
}

function sign(secret: string, scope: string, payload: Buffer): Buffer {
  return createHmac("sha256", secret)
    .update(scope)
    .update("\0")
    .update(payload)
    .digest()
    .subarray(0, signatureLength);
}
