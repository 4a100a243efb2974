import { createHmac, timingSafeEqual } from "node:crypto";
import type { FileRecord } from "../../content/index.ts";
import type { FontFormat } from "../database/index.ts";

const fontPath = /^fonts\/[a-zA-Z0-9]{1,64}\.(?:woff2|woff|ttf|otf)$/;

/**
 * Creates and verifies download URLs. Browsers send no token with an image, so the URL alone grants access. It is signed,
 * so it cannot be forged. It never changes, so it can be cached.
 */
export class FileLinks {
  readonly #key: string;
  readonly #baseUrl: string;
  constructor(key: string, baseUrl: string) {
    this.#key = key;
    this.#baseUrl = baseUrl;
  }

  urlOf(spaceId: string, file: FileRecord): string {
    return `${this.#baseUrl}/files/${this.pathOf(spaceId, file)}`;
  }

  /** The end of the URL. Published sites serve it below their own URL. */
  pathOf(spaceId: string, { blob, name, contentType }: FileRecord): string {
    const signature = this.sign(spaceId, blob, name, contentType);
    const query = new URLSearchParams({ type: contentType, signature });
    return `${spaceId}/${blob}/${encodeURIComponent(name)}?${query}`;
  }

  /** The URL of a font's file. Its id is secret. */
  urlOfFont(id: string, format: FontFormat): string {
    return `${this.#baseUrl}/files/fonts/${id}.${format}`;
  }

  /** The end of the URL of a font's file, which published sites serve below their own URL. */
  pathOfFont(url: string): string | undefined {
    const folder = `${this.#baseUrl}/files/`;
    const path = url.startsWith(folder) ? url.slice(folder.length) : "";
    return fontPath.test(path) ? path : undefined;
  }

  sign(...parts: readonly string[]): string {
    return createHmac("sha256", this.#key).update(JSON.stringify(parts)).digest("base64url");
  }

  verify(signature: string, ...parts: readonly string[]): boolean {
    const [expected, given] = [Buffer.from(this.sign(...parts)), Buffer.from(signature)];
    return expected.length === given.length && timingSafeEqual(expected, given);
  }
}
