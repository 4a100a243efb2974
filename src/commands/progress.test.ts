import assert from "node:assert/strict";
import { test } from "node:test";
import { Progress } from "./progress.ts";

function captureOutput(isTTY: boolean, work: (progress: Progress) => void): string {
  let text = "";
  const write = (chunk: string): boolean => {
    text += chunk;
    return true;
  };
  work(new Progress({ isTTY, write }));
  return text;
}

test("shows a bar on a terminal, and ends its line", (t) => {
  t.mock.timers.enable({ apis: ["Date"] });
  const text = captureOutput(true, (progress) => {
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

test("prints a line every five seconds without a terminal", (t) => {
  t.mock.timers.enable({ apis: ["Date"] });
  const text = captureOutput(false, (progress) => {
    progress.show(1, 100, "1 of 100");
    t.mock.timers.tick(5000);
    progress.show(50, 100, "50 of 100");
    progress.show(100, 100, "100 of 100");
    progress.end();
  });
  assert.equal(text, "50 of 100\n");
});
