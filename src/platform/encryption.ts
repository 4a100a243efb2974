import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const cipher = "aes-256-gcm";
const ivLength = 12;
const tagLength = 16;

/** Encrypts with AES-256-GCM. Decryption needs the same `context`, so a ciphertext cannot be moved to another record. */
export function encrypt(secret: string, context: string, text: string): Buffer {
  const iv = randomBytes(ivLength);
  const encryptor = createCipheriv(cipher, deriveKey(secret), iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([encryptor.update(text, "utf8"), encryptor.final()]);
  return Buffer.concat([iv, encryptor.getAuthTag(), body]);
}

/** Throws if the ciphertext, the secret or the context does not match. */
export function decrypt(secret: string, context: string, bytes: Uint8Array): string {
  const [iv, tag, body] = [
    bytes.subarray(0, ivLength),
    bytes.subarray(ivLength, ivLength + tagLength),
    bytes.subarray(ivLength + tagLength),
  ];
  const decryptor = createDecipheriv(cipher, deriveKey(secret), iv, { authTagLength: tagLength })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag);
  return Buffer.concat([decryptor.update(body), decryptor.final()]).toString("utf8");
}

/** Derives the 32-byte key from a secret of any length. */
function deriveKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", "lectern encryption", 32));
}
