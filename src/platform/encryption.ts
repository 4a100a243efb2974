import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const cipher = "aes-256-gcm";
const ivLength = 12;
const tagLength = 16;

/** Encrypts a text. What it is about is not stored, but has to be said again to read it: nothing can be put elsewhere. */
export function encrypt(secret: string, about: string, text: string): Buffer {
  const iv = randomBytes(ivLength);
  const encrypting = createCipheriv(cipher, keyOf(secret), iv).setAAD(Buffer.from(about));
  const body = Buffer.concat([encrypting.update(text, "utf8"), encrypting.final()]);
  return Buffer.concat([iv, encrypting.getAuthTag(), body]);
}

/** Throws where anything is not as it was. */
export function decrypt(secret: string, about: string, bytes: Uint8Array): string {
  const [iv, tag, body] = [
    bytes.subarray(0, ivLength),
    bytes.subarray(ivLength, ivLength + tagLength),
    bytes.subarray(ivLength + tagLength),
  ];
  const decrypting = createDecipheriv(cipher, keyOf(secret), iv, { authTagLength: tagLength })
    .setAAD(Buffer.from(about))
    .setAuthTag(tag);
  return Buffer.concat([decrypting.update(body), decrypting.final()]).toString("utf8");
}

/** A secret may be of any length; a key is 32 bytes. */
function keyOf(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", "lectern encryption", 32));
}
