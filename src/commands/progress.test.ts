import assert from "node:assert/strict";
import { test } from "node:test";
import { Progress } from "./progress.ts";

function written(isTTY: boolean, work: (progress: Progress) => void): string {
  let text = "";
  const write = (piece: string): boolean => {
    text += piece;
    return true;
  };
  work(new Progress({ isTTY, write }));
  return text;
}

test("long work shows a bar to whoever looks on, and ends its line", (t) => {
  t.mock.timers.enable({ apis: ["Date"] });
  const text = written(true, (progress) => {
    t.mock.timers.tick(60);
    progress.show(1, 4, "1 of 4 pages");
    progress.show(2, 4, "too soon");
    progress.show(4, 4, "4 of 4 pages");
    progress.end();
    progress.end();
  });
  assert.equal(
    text,
    `\r\x1b[K[${"█".repeat(6)}${"░".repeat(18)}] 1 of 4 pages\r\x1b[K[${"█".repeat(24)}] 4 of 4 pages\n`,
  );
});

test("long work writes a line now and then where nobody looks on", (t) => {
  t.mock.timers.enable({ apis: ["Date"] });
  const text = written(false, (progress) => {
    progress.show(1, 100, "1 of 100");
    t.mock.timers.tick(5000);
    progress.show(50, 100, "50 of 100");
    progress.show(100, 100, "100 of 100");
    progress.end();
  });
  assert.equal(text, "50 of 100\n");
});
