import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pixel } from "../../../test/support/integrations.ts";
import { readImage } from "./images.ts";

const images = {
  "image/png": pixel,
  "image/gif": "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
  "image/webp": "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
  "image/jpeg":
    "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
};
const limit = 64 * 1024;

describe("images in base64", () => {
  test("are recognized by their bytes, with and without line breaks", () => {
    for (const [type, base64] of Object.entries(images)) {
      const { contentType, bytes } = readImage(base64, "icon", limit);
      assert.deepEqual([contentType, bytes.toString("base64")], [type, base64]);
      const broken = base64.replace(/(.{20})/g, "$1\r\n");
      assert.equal(readImage(broken, "icon", limit).bytes.toString("base64"), base64);
      const padded = Buffer.concat([bytes, Buffer.alloc(limit - bytes.length)]).toString("base64");
      assert.equal(readImage(padded, "icon", limit).bytes.length, limit);
    }
  });

  test("are refused if they are truncated or contain other data after the header", () => {
    const assertRefused = (bytes: Buffer, label: string) =>
      assert.throws(
        () => readImage(bytes.toString("base64"), "icon", limit),
        /^Error: icon: must be a complete PNG/,
        label,
      );
    for (const [type, base64] of Object.entries(images)) {
      const image = Buffer.from(base64, "base64");
      // A JPEG without its last bytes may still be shown.
      const maxLength =
        type === "image/jpeg" ? image.indexOf(Buffer.from([0xff, 0xda])) + 2 : image.length - 1;
      for (let length = 0; length <= maxLength; length++) {
        assertRefused(image.subarray(0, length), `${length} bytes of ${type}`);
        const html = Buffer.concat([
          image.subarray(0, length),
          Buffer.from("<script>alert(1)</script>".repeat(9)),
        ]);
        if (length < maxLength - 12) assertRefused(html, `${length} bytes of ${type}, then HTML`);
      }
    }
    const wide = Buffer.from(pixel, "base64");
    wide.writeUInt32BE(20_000, 16);
    assertRefused(wide, "20,000 pixels wide");
  });
});
