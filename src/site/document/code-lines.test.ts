import assert from "node:assert/strict";
import { test } from "node:test";
import { loadHighlighter } from "./code.ts";

async function highlight(code: string, language: string): Promise<string[]> {
  const { value } = (await loadHighlighter()).highlight(code, { language, ignoreIllegals: true });
  return value.split("\n");
}

test("an element that spans several lines is closed at the end of each line", async () => {
  assert.deepEqual(await highlight("/* a\n b */ f(`x\ny`)", "js"), [
    '<span class="hljs-comment">/* a</span>',
    '<span class="hljs-comment"> b */</span> <span class="hljs-title function_">f</span>(<span class="hljs-string">`x</span>',
    '<span class="hljs-string">y`</span>)',
  ]);
});

test("code in another language is highlighted within its own element", async () => {
  const [first = "", second = "", third = ""] = await highlight("<script>\nlet a\n</script>", "xml");
  assert.equal(
    first,
    '<span class="hljs-tag">&lt;<span class="hljs-name">script</span>&gt;</span><span class="language-javascript"></span>',
  );
  assert.equal(second, '<span class="language-javascript"><span class="hljs-keyword">let</span> a</span>');
  assert.equal(
    third,
    '<span class="language-javascript"></span><span class="hljs-tag">&lt;/<span class="hljs-name">script</span>&gt;</span>',
  );
});

test("text is escaped, and every line is complete HTML", async () => {
  const [line] = await highlight("a < 'b' && \"c\"", "text");
  assert.equal(line, "a &lt; &#39;b&#39; &amp;&amp; &quot;c&quot;");
  for (const part of await highlight("<a href='x\ny'>&amp;</a>\n<!-- b\nc -->", "html"))
    assert.equal(part.match(/<span/g)?.length ?? 0, part.match(/<\/span>/g)?.length ?? 0);
});
