import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import subsetFont from "subset-font";
import type { Person, TestApp } from "./app.ts";

/** A file of a shipped font: Latin letters of one weight. */
export function fontFile(weight = 400): Buffer {
  const name = `@fontsource/lato/files/lato-latin-${weight}-normal.woff2`;
  return readFileSync(new URL(`../../node_modules/${name}`, import.meta.url));
}

/** Some letters of this font in the older format. */
export function woffFile(weight = 400): Promise<Buffer> {
  return subsetFont(fontFile(weight), "abc", { targetFormat: "woff" });
}

/** A TrueType or OpenType font with one empty table. */
export function openTypeFile(signature: "\0\x01\0\0" | "OTTO", tableOffset = 28): Buffer {
  const bytes = Buffer.alloc(28);
  bytes.write(signature, "latin1");
  bytes.writeUInt16BE(1, 4);
  bytes.write("head", 12, "latin1");
  bytes.writeUInt32BE(tableOffset, 20);
  return bytes;
}

export interface FontOwner {
  readonly app: TestApp;
  readonly organizationId: string;
  readonly admin: Person;
}

/** Asks for a URL to upload a file of this size to. */
export async function uploadUrl({ app, organizationId, admin }: FontOwner, size: number) {
  const file = { name: "a.woff2", type: "font/woff2", size };
  const body = { file, kind: "customization_font" };
  const { url, key } = await app.ok(admin, `POST /orgs/${organizationId}/storage/upload`, { body });
  return { url: url as string, key: key as string };
}

/** Sends a file to its upload URL. */
export function putFile({ app: { app } }: Pick<FontOwner, "app">, url: string, payload: Buffer) {
  const { pathname, search } = new URL(url);
  const headers = { "content-type": "font/woff2" };
  return app.inject({ method: "PUT", url: pathname + search, headers, payload });
}

/** Uploads a file and returns its key. */
export async function uploadFont(owner: FontOwner, bytes = fontFile()): Promise<string> {
  const { url, key } = await uploadUrl(owner, bytes.length);
  const reply = await putFile(owner, url, bytes);
  assert.equal(reply.statusCode, 200, reply.body);
  return key;
}

/** Creates a font with one weight. */
export async function createFont(owner: FontOwner, fontFamily = "Own") {
  const fontFaces = [{ weight: 400, storageKey: await uploadFont(owner) }];
  return owner.app.ok(owner.admin, `PUT /orgs/${owner.organizationId}/fonts`, {
    body: { fontFamily, fontFaces },
  });
}
