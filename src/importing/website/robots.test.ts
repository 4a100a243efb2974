import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FetchError } from "../../platform/safe-fetch/fetch-error.ts";
import { ImportError } from "../source/imported-tree.ts";
import { parseRobots, readRobots } from "./robots.ts";
import type { WebClient } from "./web-client.ts";

const robotsUrl = "https://docs.test/robots.txt";
const parse = (...lines: string[]) => parseRobots(robotsUrl, lines.join("\n"));
const allowed = (robots: ReturnType<typeof parse>, ...paths: string[]) =>
  paths.filter((path) => robots.allows(`https://docs.test${path}`));

describe("a robots.txt", () => {
  test("applies the rules for all user agents", () => {
    const robots = parse(
      "\ufeffUser-Agent: *",
      "Disallow: /private # all of it",
      "Allow: /private/but*.html$",
    );
    assert.deepEqual(allowed(robots, "/", "/private/a", "/private/but-not.html", "/private/but.html?x"), [
      "/",
      "/private/but-not.html",
    ]);
  });

  test("applies only the rules for our user agent if there are any", () => {
    const robots = parse(
      "User-agent: other",
      "Disallow: /",
      "",
      "User-agent: *",
      "User-agent: third",
      "Disallow: /a",
      "User-agent: another",
      "User-agent: LECTERN/1.0",
      "Disallow: /b",
    );
    assert.deepEqual(allowed(robots, "/a", "/b", "/c"), ["/a", "/c"]);
    assert.deepEqual(allowed(parse("User-agent: other", "Disallow: /"), "/a"), ["/a"]);
    assert.deepEqual(
      allowed(parse("User-agent: *", "Disallow: /", "User-agent: lectern", "Disallow:"), "/a"),
      ["/a"],
    );
  });

  test("has a crawl delay of at most a second, and sitemaps", () => {
    const delay = (value: string) => parse("User-agent: *", `Crawl-delay: ${value}`).delay;
    assert.deepEqual(
      ["0.5", "1", "86400", "Infinity", "-1", "soon", ""].map(delay),
      [500, 1000, 1000, 1000, 0, 0, 0],
    );
    const { sitemaps } = parse("Sitemap: /a.xml", "User-agent: *", "Sitemap: https://docs.test/b.xml#c");
    assert.deepEqual(sitemaps, ["/a.xml", "https://docs.test/b.xml"]);
  });

  test("allows everything if it is not a valid file", () => {
    assert.deepEqual(allowed(parse("<!doctype html><html>Disallow: /</html>"), "/"), ["/"]);
    assert.deepEqual(allowed(parse(""), "/"), ["/"]);
  });

  test("limits the number of rules and wildcards", () => {
    const lines = (count: number, line: string) => Array<string>(count).fill(line);
    parse(...lines(20_000, "User-agent: a"), ...lines(20_000, "Disallow: /a"));
    parse(...lines(20_000, "User-agent: *"), ...lines(1000, "Disallow: /a"));
    parse(`${" ".repeat(500_000)}x`, "a".repeat(500_000), ":".repeat(500_000));
    assert.throws(() => parse("User-agent: *", ...lines(20_000, "Disallow: /a")), ImportError);
    assert.throws(() => parse("User-agent: *", `Disallow: /${"*a".repeat(10_000)}`), ImportError);
    const robots = parse("User-agent: *", `Disallow: /${"*a".repeat(3900)}b`, ...lines(1900, "Disallow: /x"));
    for (let i = 0; i < 10; i++) assert.ok(robots.allows(`https://docs.test/${"a".repeat(1000)}`));
  });
});

describe("reading robots.txt", () => {
  const webWith = (error: FetchError): WebClient => ({
    fetch: () => Promise.reject(error),
    download: () => Promise.reject(error),
  });

  test("allows everything if the file is missing or redirects too often", async () => {
    for (const error of [
      ...[401, 403, 404, 410].map((httpStatus) => new FetchError("status", "failed", { httpStatus })),
      new FetchError("redirects", "redirects more than 5 times"),
    ])
      assert.ok((await readRobots("https://docs.test", webWith(error))).allows("https://docs.test/a"));
  });

  test("fails if the file cannot be read", async () => {
    for (const error of [
      new FetchError("status", "returned status 503", { httpStatus: 503 }),
      new FetchError("timeout", "did not respond within 20 s"),
      new FetchError("too-large", "is larger than 500 KB"),
    ])
      await assert.rejects(readRobots("https://docs.test/a/b", webWith(error)), (thrown) => {
        assert.ok(thrown instanceof ImportError);
        assert.equal(thrown.message, `${robotsUrl}: ${error.message}, so the rules for crawlers are unknown`);
        return true;
      });
    for (const reason of ["refused", "unreachable", "certificate"] as const) {
      const error = new FetchError(reason, "could not be reached");
      await assert.rejects(readRobots("https://docs.test/a/b", webWith(error)), error);
    }
  });
});
