import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { finish } from "../platform/steps.ts";
import { DistinctCounter, hashNumber } from "./distinct-counter.ts";
import type { EventFields } from "./event.ts";
import { decodeSums, encodeSums, sumEvents } from "./sums.ts";
import { parseUserAgent } from "./user-agent.ts";

/** Numbers that are the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The views of a day in a site of 2,000 pages: few pages have most of the views, and a visitor opens three pages. */
function viewsOfDay(count: number): EventFields[] {
  const random = randomNumbers(7);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const views: EventFields[] = [];
  while (views.length < count) {
    const visitor: EventFields = {
      type: "page_view",
      context: "site",
      visitor: randomBytes(6).toString("base64url"),
      browser: pick(["chrome", "chrome", "chrome", "safari", "firefox", "edge"]),
      os: pick(["windows", "macos", "linux", "android", "ios"]),
      device: pick(["desktop", "desktop", "mobile"]),
      language: pick(["en-US", "en-GB", "de-DE", "fr-FR", "ja-JP", "pt-BR", "es-ES"]),
      siteSpace: pick(["site-space-1", "site-space-2", "site-space-3"]),
      hour: String(Math.floor(random() * 24)).padStart(2, "0"),
      ...(random() < 0.4 && {
        referrer: `https://www.example${Math.floor(random() ** 3 * 300)}.com/path/${Math.floor(random() * 50)}`,
      }),
    };
    for (let pages = 1 + Math.floor(random() * 5); pages > 0; pages--) {
      const page = Math.floor(2_000 * random() ** 3);
      const url = `https://docs.example.com/guides/chapter-${page % 40}/page-with-a-name-${page}`;
      views.push({ ...visitor, url, page: `0VbGlaEL000QbBmkGOEFcq/0VbGlaEL0${page}QbBmkGO` });
    }
  }
  return views.slice(0, count);
}

describe("sums of events", () => {
  test("of 10 million views in a year take less than 500 MB", async () => {
    const perDay = Math.round(10_000_000 / 365);
    const views = viewsOfDay(perDay);
    const events = views.map((fields) => ({ fields, count: 1 }));
    const sums = finish(sumEvents(events));
    // Other requests wait for a step, not for all.
    assert.ok([...sumEvents(events)].length > 1_000);
    const columns = await encodeSums(sums);
    const bytes = columns.values().reduce((total, column) => total + column.length, 0);
    const megabytesPerYear = (bytes * 365) / 1_000_000;
    assert.ok(megabytesPerYear < 250, `${Math.round(megabytesPerYear)} MB in a year`);
    const decoded = await decodeSums(columns);
    const key = ({ fields, count }: (typeof decoded)[number]) =>
      JSON.stringify([Object.entries(fields).toSorted(), count]);
    assert.deepEqual(decoded.map(key).toSorted(), sums.map(key).toSorted());
  });

  test("of equal events are one row", async () => {
    const event = { fields: { type: "page_view", hour: "07" }, count: 2 };
    const other = { ...event, fields: { type: "page_view", hour: "08" } };
    const sums = finish(sumEvents([event, event, other]));
    assert.deepEqual(
      sums.map(({ count }) => count),
      [4, 2],
    );
    assert.deepEqual(await decodeSums(await encodeSums(sums)), sums);
  });
});

describe("distinct counts", () => {
  test("are exact for few visitors, and within 5% for many", () => {
    for (const size of [0, 1, 2_000, 5_000, 20_000, 200_000]) {
      const counter = new DistinctCounter();
      for (let i = 0; i < size; i++) {
        const hash = hashNumber(randomBytes(6).toString("base64url"));
        counter.add(hash);
        if (i % 3 === 0) counter.add(hash);
      }
      const tolerance = size <= 2_000 ? 0 : 0.08 * size;
      assert.ok(Math.abs(counter.count - size) <= tolerance, `${counter.count} of ${size}`);
    }
  });
});

describe("user agents", () => {
  const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
  const cases = [
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`,
      "chrome windows desktop",
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
      "edge windows desktop",
    ],
    [
      `Mozilla/5.0 (Linux; Android 16; Pixel 9) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`,
      "chrome android mobile",
    ],
    [
      `Mozilla/5.0 (Linux; Android 16; SM-X910) ${webkit} Chrome/140.0.0.0 Safari/537.36`,
      "chrome android tablet",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
      "safari macos desktop",
    ],
    [
      "Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1",
      "chrome ios tablet",
    ],
    [
      "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
      "unknown unknown unknown googlebot",
    ],
    [
      "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
      "unknown unknown unknown claudebot",
    ],
    ["curl/8.15.0", "unknown unknown unknown unknown"],
    ["", "unknown unknown unknown"],
    [
      `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0.0.0 Safari/537.36`,
      "chrome linux desktop unknown",
    ],
  ] as const;
  test("tell browsers, systems, devices and robots apart", () => {
    for (const [text, expected] of cases) {
      const { browser, os, device, bot } = parseUserAgent(text);
      assert.equal([browser, os, device, bot].filter(Boolean).join(" "), expected, text);
    }
  });
});
