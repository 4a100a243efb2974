import assert from "node:assert/strict";
import { test } from "node:test";
import { splitDocument } from "./split-document.ts";

test("links between the chapters of a long document refer to their pages", () => {
  const chapters = [1, 2].map(
    (n) => `# Chapter ${n}\n\n[one](#chapter-1) [two](#chapter-2) [part](#part-1)\n\n## Part\n\nText\n`,
  );
  const document = { address: "a b/The book.docx", title: "The book" };
  const markdown = `See [two](#chapter-2).\n\n${chapters.join("\n")}`;
  const pages = splitDocument({ ...document, markdown }, 100);
  assert.deepEqual(
    pages.map(({ title, markdown }) => [title, markdown?.split("\n")[0]]),
    [
      ["The book", "See [two](The%20book.docx.2)."],
      ["Chapter 1", "[one](#chapter-1) [two](The%20book.docx.2) [part](The%20book.docx.2#part)"],
      ["Chapter 2", "[one](The%20book.docx.1) [two](#chapter-2) [part](#part)"],
    ],
  );
});
