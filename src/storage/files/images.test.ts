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

  test("are refused if they are truncated or contain something else after the header", () => {
    const refused = (bytes: Buffer, label: string) =>
      assert.throws(
        () => readImage(bytes.toString("base64"), "icon", limit),
        /^Error: icon: must be a whole PNG/,
        label,
      );
    for (const [type, base64] of Object.entries(images)) {
      const whole = Buffer.from(base64, "base64");
      // A JPEG without its last bytes may still be shown.
      const least = type === "image/jpeg" ? whole.indexOf(Buffer.from([0xff, 0xda])) + 2 : whole.length - 1;
      for (let length = 0; length <= least; length++) {
        refused(whole.subarray(0, length), `${length} bytes of ${type}`);
        const html = Buffer.concat([
          whole.subarray(0, length),
          Buffer.from("<script>alert(1)</script>".repeat(9)),
        ]);
        if (length < least - 12) refused(html, `${length} bytes of ${type}, then HTML`);
      }
    }
    const wide = Buffer.from(pixel, "base64");
    wide.writeUInt32BE(20_000, 16);
    refused(wide, "20,000 pixels wide");
  });
});
