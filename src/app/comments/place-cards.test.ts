import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { placeCards } from "./place-cards.ts";

describe("cards beside a text", () => {
  const place = (tops: (number | undefined)[], opened?: number) =>
    placeCards(
      tops,
      tops.map(() => 100),
      50,
      10,
      opened,
    );

  test("stand at what they are about, or below the one before", () => {
    assert.deepEqual(place([undefined, 200, 220, 600]), [50, 200, 310, 600]);
    assert.deepEqual(place([]), []);
  });

  test("make room for the opened one, as far as there is room above", () => {
    assert.deepEqual(place([300, 320, 340], 2), [120, 230, 340]);
    assert.deepEqual(place([undefined, 60, 80], 2), [50, 160, 270]);
    assert.deepEqual(place([300, 320, 340], 0), [300, 410, 520]);
    assert.deepEqual(place([300, 500], 1), [300, 500]);
  });
});
