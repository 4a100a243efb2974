import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { skip } from "../support/chromium.ts";
import { differenceOf, pictureFile, takePicture } from "./picture.ts";

describe("the picture in the README", { skip }, () => {
  test("shows the workspace as it is", async () => {
    const difference = await differenceOf(readFileSync(pictureFile), await takePicture());
    // Fonts differ from machine to machine; another layout differs by more.
    assert.ok(difference < 8, `it differs by ${difference.toFixed(1)}: run npm run docs:picture`);
  });
});
