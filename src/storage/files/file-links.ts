import { createHmac, timingSafeEqual } from "node:crypto";
import type { FileRecord } from "../../content/index.ts";

/** What an address of a file says of it. */
export interface FileLink {
  readonly spaceId: string;
  readonly hash: string;
  readonly name: string;
  readonly contentType: string;
}

/**
 * Makes and checks the addresses from which files are downloaded. Browsers send no token with an image, so whoever has
 * the address may have the file; it is signed, so nobody can make one up. It never changes, so it can be cached.
 */
export class FileLinks {
  readonly #key: string;
  readonly #baseUrl: string;
  constructor(key: string, baseUrl: string) {
    this.#key = key;
    this.#baseUrl = baseUrl;
  }

  addressOf(spaceId: string, { blob, name, contentType }: FileRecord): string {
    const signature = this.sign(spaceId, blob, name, contentType);
    const query = new URLSearchParams({ type: contentType, signature });
    return `${this.#baseUrl}/files/${spaceId}/${blob}/${encodeURIComponent(name)}?${query}`;
  }

  isGenuine({ spaceId, hash, name, contentType }: FileLink, signature: string): boolean {
    return this.isSigned(signature, spaceId, hash, name, contentType);
  }

  /** For an address of what these words name. */
  sign(...words: readonly string[]): string {
    return createHmac("sha256", this.#key).update(JSON.stringify(words)).digest("base64url");
  }

  isSigned(signature: string, ...words: readonly string[]): boolean {
    const [expected, given] = [Buffer.from(this.sign(...words)), Buffer.from(signature)];
    return expected.length === given.length && timingSafeEqual(expected, given);
  }
}
