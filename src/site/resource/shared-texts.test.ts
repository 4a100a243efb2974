import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { SharedTexts } from "./shared-texts.ts";

/** Writes texts when they are released, and counts the running writers of each site. */
function writers() {
  const released = Promise.withResolvers<void>();
  const running = new Map<string, number>();
  const most = new Map<string, number>();
  let total = 0;
  const write = (site: string, text: string) => async () => {
    total++;
    running.set(site, (running.get(site) ?? 0) + 1);
    most.set(site, Math.max(most.get(site) ?? 0, running.get(site) ?? 0));
    await released.promise;
    await turn();
    running.set(site, (running.get(site) ?? 0) - 1);
    return text;
  };
  return { write, release: released.resolve, most, total: () => total };
}

test("a text is written once for all who want the same version, and a site writes one at a time", async () => {
  const texts = new SharedTexts();
  const { write, release, most, total } = writers();
  const wanted = ["1", "1", "2", "2", "3"].map((version) =>
    texts.get("large", `large ${version}`, write("large", version)),
  );
  const other = texts.get("small", "small 1", write("small", "small"));
  release();
  const read = async (text: Awaited<typeof other>) => String(await text.bytes("identity"));
  assert.deepEqual(await Promise.all((await Promise.all(wanted)).map(read)), ["1", "1", "2", "2", "3"]);
  assert.equal(await read(await other), "small");
  assert.deepEqual([total(), most.get("large")], [4, 1]);
  assert.equal(texts.find("large 2"), await wanted[2]);
});

test("a text that cannot be written is written again, and too many for one site are refused", async () => {
  const texts = new SharedTexts();
  await assert.rejects(
    texts.get("site", "1", () => Promise.reject(new Error("failed"))),
    /failed/,
  );
  assert.equal(texts.find("1"), undefined);
  assert.equal(String(await (await texts.get("site", "1", async () => "text")).bytes("identity")), "text");
  const { write, release } = writers();
  const all = Array.from({ length: 30 }, (_, i) => texts.get("site", `more ${i}`, write("site", "text")));
  const results = Promise.allSettled(all);
  release();
  const refused = (await results).filter(({ status }) => status === "rejected");
  assert.equal(refused.length, 9);
  assert.equal((refused[0] as PromiseRejectedResult).reason.status, 429);
});
