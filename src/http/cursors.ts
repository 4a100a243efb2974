import { createHmac, timingSafeEqual } from "node:crypto";
import { badInput } from "../errors.ts";

const signatureLength = 12;

/** Turns the place in a list into an opaque text and back, signed so that only our own are taken. */
export class Cursors {
  readonly #key: string;
  constructor(key: string) {
    this.#key = key;
  }

  encode(scope: string, keys: readonly string[]): string {
    const payload = Buffer.from(JSON.stringify(keys));
    return Buffer.concat([this.#sign(scope, payload), payload]).toString("base64url");
  }

  /** The scope is the list and its order: a cursor of another list is refused like a forged one. */
  decode(scope: string, cursor: string): string[] {
    const bytes = Buffer.from(cursor, "base64url");
    const payload = bytes.subarray(signatureLength);
    const signature = bytes.subarray(0, signatureLength);
    const genuine =
      signature.length === signatureLength &&
      bytes.toString("base64url") === cursor &&
      timingSafeEqual(signature, this.#sign(scope, payload));
    if (!genuine)
      throw badInput(
        "page",
        "is not a cursor that this list gave out; leave it away to start at the beginning",
      );
    return JSON.parse(payload.toString());
  }

  #sign(scope: string, payload: Buffer): Buffer {
    return createHmac("sha256", this.#key)
      .update(scope)
      .update("\0")
      .update(payload)
      .digest()
      .subarray(0, signatureLength);
  }
}
