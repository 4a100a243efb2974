import assert from "node:assert/strict";
import { describe, test } from "node:test";
import sharp from "sharp";
import { withTemporaryFolder } from "../../platform/child-process/temporary-folder.ts";
import type { SocialCard } from "../social-card.ts";
import { shorten, splitEmoji } from "./card-text.ts";
import { drawCard } from "./draw-card.ts";

const colors = {
  page: "#ffffff",
  text: "#111111",
  mutedText: "#444444",
  accent: "#2f5bd7",
  mark: "#2f5bd7",
  onMark: "#ffffff",
};

describe("a social card", () => {
  const draw = (fields: Partial<SocialCard>, isCautious = false) =>
    withTemporaryFolder((folder) =>
      drawCard({ title: "Title", trail: [], site: { title: "Site" }, colors, ...fields }, folder, isCautious),
    );

  test("is a small image of the right size with the text of any script, emoji and icons", async () => {
    const cards: Partial<SocialCard>[] = [
      { title: "Getting started" },
      { title: "Getting started", description: "In five minutes" },
      { title: "Getting started", trail: ["Guides"], icon: "rocket" },
      { title: "Getting started", emoji: "1f680" },
      { title: "Getting started 🚀" },
      { title: "Руководство" },
      { title: "دليل البدء: خطوة بخطوة" },
      { title: "מדריך" },
      { title: "快速入门" },
      { title: "はじめに" },
      { title: "시작하기" },
      { title: "A very long title ".repeat(100) },
      { title: "Getting started", site: { title: "🦊" } },
    ];
    const images = new Set<string>();
    for (const card of cards) {
      const image = await draw(card);
      const { width, height, format } = await sharp(image).metadata();
      assert.deepEqual([width, height, format], [1200, 630, "png"]);
      assert.ok(image.length < 100_000, `${image.length} bytes`);
      // The place of the title and of what is above it is not blank.
      const region = { left: 80, top: 160, width: 1040, height: 390 };
      const { channels } = await sharp(await sharp(image).extract(region).toBuffer()).stats();
      assert.ok(
        channels.some(({ stdev }) => stdev > 10),
        JSON.stringify(card),
      );
      images.add(image.toString("base64"));
    }
    assert.equal(images.size, cards.length);
  });

  test("contains text as it is, whatever it looks like", async () => {
    for (const title of ['#read("/etc/passwd") "\\', "<b>&amp;</b> $x$ `y`", "\u202e\u0000", "﷽ ﴿", ""])
      assert.ok((await draw({ title, site: { title } })).length > 1_000);
    assert.ok((await draw({ title: "Cautious ﴿ ُ" }, true)).length > 1_000);
  });

  test("has texts of a limited width", () => {
    assert.equal(shorten("  one\n two ", 20), "one two");
    assert.equal(shorten("one two three four", 12), "one two…");
    assert.equal(shorten("一二三四五六", 8), "一二三四…");
    assert.equal(shorten("👩‍💻".repeat(50), 3), "👩‍💻👩‍💻👩‍💻…");
    assert.deepEqual(splitEmoji("a 🇫🇷b1️⃣<\ufe0f© 1"), [
      { text: "a ", isEmoji: false },
      { text: "🇫🇷", isEmoji: true },
      { text: "b", isEmoji: false },
      { text: "1️⃣", isEmoji: true },
      { text: "<\ufe0f© 1", isEmoji: false },
    ]);
  });
});
