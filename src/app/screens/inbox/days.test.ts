import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { daysAgo, groupByDay } from "./days.ts";

describe("notifications by day", () => {
  test("keep their order, and days are those of the reader", () => {
    const at = (day: number, hour: number) => new Date(2026, 2, day, hour).toISOString();
    const times = [at(30, 23), at(30, 0), at(29, 23), at(27, 12)];
    const days = groupByDay(times, (time) => time);
    assert.deepEqual(
      days.map(({ date, items }) => [date.getDate(), items]),
      [
        [30, times.slice(0, 2)],
        [29, [times[2]]],
        [27, [times[3]]],
      ],
    );
    const now = new Date(2026, 2, 30, 1);
    assert.deepEqual(
      days.map(({ date }) => daysAgo(date, now)),
      [0, 1, 3],
    );
    assert.deepEqual(groupByDay([], String), []);
  });
});
