import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";

/**
 * Encrypts with AES-256-GCM and a key derived from `secret`. Decryption needs the same `context`, so a ciphertext cannot
 * be moved to another record. The result is the initialization vector, the authentication tag and the ciphertext.
 */
export function encrypt(secret: string, context: string, text: string): Buffer {
  const iv = randomBytes(12);
  const key = new Uint8Array(hkdfSync("sha256", secret, "", "lectern encryption", 32));
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}
