import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { changeOf, intervalsFor, rangeBefore, readPeriod, startsOf } from "./period.ts";

const now = Date.parse("2026-11-18T13:40:00Z");
const read = (query: string) => readPeriod(new URLSearchParams(query), now);

describe("the period of insights", () => {
  test("ends with the current hour, and is compared with the same hours before", () => {
    const week = read("period=7");
    assert.deepEqual([week.from, week.to], ["2026-11-12T00:00:00.000Z", "2026-11-18T14:00:00.000Z"]);
    assert.deepEqual([week.firstDay, week.lastDay, week.days], ["2026-11-12", "2026-11-18", 7]);
    assert.deepEqual(rangeBefore(week), {
      from: "2026-11-05T00:00:00.000Z",
      to: "2026-11-11T14:00:00.000Z",
    });
    assert.equal(read("").days, 30);
    assert.equal(read("period=8").days, 30);
  });

  test("can be any days up to today", () => {
    const own = read("from=2026-02-27&to=2026-03-01");
    assert.deepEqual(
      [own.from, own.to, own.days, own.isOwn],
      ["2026-02-27T00:00:00.000Z", "2026-03-02T00:00:00.000Z", 3, true],
    );
    assert.equal(read("from=2026-11-18&to=2027-01-01").to, "2026-11-18T14:00:00.000Z");
    for (const wrong of [
      "from=2026-03-01&to=2026-02-01",
      "from=x&to=2026-02-01",
      "from=2026-13-01&to=2026-11-01",
    ])
      assert.equal(read(wrong).isOwn, false, wrong);
    assert.equal(read("from=1990-01-01&to=2026-02-01").isOwn, false);
  });

  test("has a point for each hour, day, week or month, also without events", () => {
    assert.equal(startsOf(read("period=7"), "day").length, 7);
    assert.equal(startsOf(read("from=2026-11-17&to=2026-11-18"), "hour").length, 38);
    assert.deepEqual(startsOf(read("from=2026-11-11&to=2026-11-18"), "week"), [
      "2026-11-09T00:00:00.000Z",
      "2026-11-16T00:00:00.000Z",
    ]);
    assert.deepEqual(startsOf(read("from=2026-01-31&to=2026-03-01"), "month"), [
      "2026-01-01T00:00:00.000Z",
      "2026-02-01T00:00:00.000Z",
      "2026-03-01T00:00:00.000Z",
    ]);
    assert.deepEqual(intervalsFor(7), ["hour", "day"]);
    assert.deepEqual(intervalsFor(365), ["day", "week", "month"]);
    assert.equal(read("period=365&interval=hour").interval, "day");
    assert.equal(read("from=2026-11-18&to=2026-11-18").interval, "hour");
    // The reply of the server has at most 1,000 rows.
    assert.ok(startsOf(read("from=2016-12-01&to=2026-11-18"), "week").length <= 1_000);
  });

  test("has changed by a part of the number before", () => {
    assert.equal(changeOf(150, 100), 0.5);
    assert.equal(changeOf(0, 4), -1);
    assert.equal(changeOf(3, 0), undefined);
  });
});
