import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { docx, docxParts, listItem, paragraph, picture, run } from "../../../test/support/docx.ts";
import { outlineOf, png, testImportContext, textOf } from "../../../test/support/importing.ts";
import { zipOf } from "../../../test/support/zip.ts";
import { ImportError, type ImportedTree } from "../source/imported-tree.ts";
import { importDocx } from "./docx.ts";
import { docxLimits, openDocx } from "./open-docx.ts";
import { runConverter } from "./run-converter.ts";

async function importBytes(t: TestContext, bytes: Uint8Array, name = "Guide.docx"): Promise<ImportedTree> {
  const context = await testImportContext(t);
  const path = join(context.folder, "upload");
  await writeFile(path, bytes);
  return importDocx(path, context, name);
}

const cell = (text: string): string => `<w:tc><w:tcPr><w:tcW w:w="1"/></w:tcPr>${paragraph(text)}</w:tc>`;

const body = [
  paragraph("The guide", "Title"),
  paragraph("For everybody", "Subtitle"),
  paragraph("Contents 3", "TOC1"),
  paragraph(`<w:bookmarkStart w:id="0" w:name="_Toc1"/>${run("Start")}<w:bookmarkEnd w:id="0"/>`, "Heading1"),
  paragraph(
    `${run("Some ")}${run("bold", "<w:b/>")}${run(" and ")}${run("italic", "<w:i/>")}${run(" and ")}${run("npm start", '<w:rStyle w:val="CodeChar"/>')}`,
  ),
  paragraph(
    `<w:hyperlink r:id="rLink">${run("link", '<w:rStyle w:val="Hyperlink"/>')}</w:hyperlink><w:hyperlink w:anchor="_Toc1">${run(" inside")}</w:hyperlink><w:r><w:footnoteReference w:id="1"/></w:r>`,
  ),
  listItem("One", 0),
  listItem("Deep", 1),
  listItem("Two", 0),
  paragraph("let a = 1;", "Code"),
  paragraph("  let b = &lt;2&gt;;", "HTMLPreformatted"),
  paragraph("Said somebody", "Quote"),
  `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell("Name")}${cell("Value")}</w:tr><w:tr>${cell("a")}${cell("1")}</w:tr></w:tbl>`,
  paragraph(picture('r:embed="rImage1"', "A plan")),
].join("");
const options = {
  footnotes: [paragraph(`${run("A ")}${run("note", "<w:b/>")}`)],
  images: { "rId22.png": png, "unused.png": png },
};

describe("a Word document", () => {
  test("becomes a page, and its images become files", async (t) => {
    const imported = await importBytes(t, docx(body, options));
    assert.equal(outlineOf(imported), "The guide");
    assert.equal(imported.pages[0]?.address, "Guide.docx");
    const text = textOf(imported, "The guide");
    assert.match(text, /^For everybody\n\n## Start\n\nSome \*\*bold\*\* and _italic_ and `npm start`\n/);
    assert.match(text, /\[link\]\(https:\/\/a\.example\/\?b=1&(?:amp;)?c=2\) \[inside\]\(#\w+\)\[\^1\]\n/);
    assert.match(text, /- One\n\n? {2}1\. Deep\n\n?- Two\n/);
    assert.match(text, /```\nlet a = 1;\n {2}let b = <2>;\n```/);
    assert.match(text, /> Said somebody\n/);
    assert.match(text, /\| Name \| Value \|\n\| -+ \| -+ \|\n\| a +\| 1 +\|/);
    assert.match(text, /!\[A plan\]\(media\/image1\.png\)/);
    assert.match(text, /\n\[\^1\]: A \*\*note\*\*\n$/);
    assert.doesNotMatch(text, /Contents|↑/);
    assert.deepEqual(
      imported.files.map(({ address, name, contentType }) => [address, name, contentType]),
      [["media/image1.png", "image1.png", "image/png"]],
    );
    assert.deepEqual(await readFile(imported.files[0]?.path ?? ""), png);
    assert.equal(imported.total, 2);
  });

  test("has equations in TeX, horizontal rules, tasks, and code with empty lines", async (t) => {
    const text = (value: string): string => `<m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>${value}</m:t></m:r>`;
    const square = `<m:oMath><m:sSup><m:sSupPr><m:ctrlPr/></m:sSupPr><m:e>${text("a")}</m:e><m:sup>${text("2")}</m:sup></m:sSup></m:oMath>`;
    const sum = `<m:oMathPara><m:oMathParaPr><m:jc m:val="center"/></m:oMathParaPr><m:oMath><m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${text("i=1")}</m:sub><m:sup>${text("n")}</m:sup><m:e><m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e><m:f><m:num>${text("1")}</m:num><m:den>${text("i &lt; 5%")}</m:den></m:f></m:e></m:d></m:e></m:nary></m:oMath></m:oMathPara>`;
    const body = [
      paragraph("Maths", "Title"),
      paragraph(`${run("It is ")}${square}${run(".")}`),
      paragraph(sum),
      paragraph(
        '<w:r><w:pict><v:rect style="width:0;height:1.5pt" o:hralign="center" o:hrstd="t" o:hr="t"/></w:pict></w:r>',
      ),
      paragraph("let a;", "Code"),
      paragraph("<w:r></w:r>", "Code"),
      paragraph("done();", "Code"),
      listItem("☐ todo", 0),
      listItem("☒ done", 0),
      paragraph("Said", "BlockText"),
    ];
    const imported = await importBytes(t, docx(body.join("")));
    assert.equal(
      textOf(imported, "Maths"),
      [
        "It is $${a}^{2}$$.",
        "$$\n∑_{i=1}^{n}{\\left[{\\frac{1}{i < 5\\%}}\\right]}\n$$",
        "---",
        "```\nlet a;\n\ndone();\n```",
        "- [ ] todo\n- [x] done",
        "> Said\n",
      ].join("\n\n"),
    );
  });

  test("is named by its first heading or its file if it has no title", async (t) => {
    const headed = await importBytes(t, docx(paragraph("Before") + paragraph("Chapter", "Heading2")));
    assert.equal(outlineOf(headed), "Chapter");
    assert.equal(outlineOf(await importBytes(t, docx(paragraph("Text")), "My notes.docx")), "My notes");
  });

  test("is split into a page for each chapter if it has many long chapters", async (t) => {
    const chapter = (i: number): string =>
      paragraph(`Chapter ${i}`, "Heading1") +
      paragraph("word ".repeat(2500)) +
      paragraph(`${run("x")}<w:r><w:footnoteReference w:id="${i}"/></w:r>`);
    const chapters = Array.from({ length: 22 }, (_, i) => chapter(i + 1));
    const bytes = docx(paragraph("Book", "Title") + paragraph("Preface") + chapters.join(""), {
      footnotes: chapters.map((_, i) => paragraph(`Note ${i + 1}`)),
    });
    const imported = await importBytes(t, bytes, "book.docx");
    assert.equal(imported.pages.length, 23);
    assert.match(textOf(imported, "Book"), /^Preface\n/);
    assert.match(textOf(imported, "Chapter 7"), /^word [\s\S]*x\[\^7\]\n\n\[\^7\]: Note 7\n$/);
    assert.equal(imported.pages[7]?.parent, "book.docx");
    assert.equal(imported.pages[7]?.address, "book.docx.7");
    assert.equal(imported.total, 23);
  });

  test("is refused if it takes too much time or memory", async (t) => {
    const { folder } = await testImportContext(t);
    const path = join(folder, "document");
    await writeFile(path, docx(paragraph("Text ")));
    await assert.rejects(runConverter(path, folder, 20), /too long/);
    const target = `<Relationship Id="rX" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://a.example/${"x".repeat(100_000)}" TargetMode="External"/>`;
    const links = paragraph(`<w:hyperlink r:id="rX">${run("x")}</w:hyperlink>`);
    await writeFile(path, docx(links.repeat(4000), { relations: [target] }));
    await assert.rejects(runConverter(path, folder), /too long/);
  });
});

test("the converter ends itself after its timeout", async (t) => {
  const { folder } = await testImportContext(t);
  const never = join(folder, "never");
  execFileSync("mkfifo", [never]);
  const converter = fileURLToPath(new URL("./converter.ts", import.meta.url));
  const child = spawn(process.execPath, [converter, never, "300"], { stdio: "ignore" });
  const [, signal] = await once(child, "exit");
  assert.equal(signal, "SIGKILL");
});

describe("a file that is not a valid Word document", () => {
  const assertRefused = async (t: TestContext, bytes: Uint8Array, message: RegExp): Promise<void> => {
    await assert.rejects(
      importBytes(t, bytes),
      (error: unknown) => error instanceof ImportError && message.test(error.message),
    );
  };

  test("is refused with a description of the file", async (t) => {
    await assertRefused(
      t,
      Buffer.from("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "latin1"),
      /old Word document \(\.doc\)/,
    );
    await assertRefused(t, Buffer.from("{\\rtf1 a}"), /rich text/);
    await assertRefused(t, Buffer.from("%PDF-1.7"), /a PDF/);
    await assertRefused(t, Buffer.from("<!DOCTYPE html>"), /web page/);
    await assertRefused(t, Buffer.from(""), /empty/);
    await assertRefused(
      t,
      zipOf([
        { name: "mimetype", bytes: "application/vnd.oasis.opendocument.text" },
        { name: "content.xml", bytes: "<a/>" },
      ]),
      /OpenDocument/,
    );
    await assertRefused(
      t,
      zipOf([
        { name: "[Content_Types].xml", bytes: "<a/>" },
        { name: "xl/workbook.xml", bytes: "<a/>" },
      ]),
      /Excel/,
    );
    await assertRefused(t, zipOf([{ name: "a.md", bytes: "# A" }]), /another kind of zip archive/);
    await assertRefused(t, docx(body, options).subarray(0, -30), /damaged/);
  });

  test("is refused if its XML is invalid", async (t) => {
    const [types, rels] = docxParts("");
    for (const content of ["<w:document", "<a/>", "", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"])
      await assertRefused(
        t,
        zipOf(
          [types, rels, { name: "word/document.xml", bytes: content }].filter((part) => part !== undefined),
        ),
        /damaged/,
      );
  });

  test("is refused if it is a zip bomb, even if its headers declare small sizes", async (t) => {
    const zeros = Buffer.alloc(4 * 1024 * 1024);
    const bomb = zipOf([...docxParts(body), { name: "word/media/a.png", bytes: zeros }]);
    const { folder } = await testImportContext(t);
    const path = join(folder, "upload");
    await writeFile(path, bomb);
    const limits = { ...docxLimits, inflated: zeros.length / 2 };
    await assert.rejects(openDocx(path, folder, limits), /too large when it is unpacked/);
    const image = { name: "word/media/a.png", bytes: zeros.subarray(0, 1e6), size: 10 };
    await assertRefused(t, zipOf([...docxParts(body), image]), /damaged/);
    const long = Buffer.alloc(docxLimits.xml + 1);
    await assertRefused(
      t,
      zipOf([...docxParts(body), { name: "word/comments.xml", bytes: long }]),
      /too long/,
    );
    const many = Array.from({ length: 10_001 }, (_, i) => ({ name: `a${i}`, stored: true }));
    await assertRefused(t, zipOf(many), /too many parts/);
  });

  test("is refused if it is too long or too complex", async (t) => {
    await assertRefused(t, docx("<w:p/>".repeat(300_000)), /too long/);
    await assertRefused(
      t,
      docx("<w:tbl><w:tr><w:tc>".repeat(30_000) + "</w:tc></w:tr></w:tbl>".repeat(30_000)),
      /too complex/,
    );
    const fields = '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r></w:p>'.repeat(20_000);
    await assertRefused(t, docx(fields), /too complex/);
    const styles = Array.from({ length: 20_000 }, (_, i) => paragraph("a", `s${i}`));
    await assertRefused(t, docx(styles.join("")), /too complex/);
  });
});

describe("a hostile Word document", () => {
  test("cannot refer to other files or parts with its images", async (t) => {
    const relations = [
      '<Relationship Id="rA" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="file:///etc/passwd" TargetMode="External"/>',
      '<Relationship Id="rB" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="styles.xml"/>',
      '<Relationship Id="rC" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="../../../etc/passwd"/>',
    ];
    const images = [picture('r:link="rA"', "a"), picture('r:embed="rB"', "b"), picture('r:embed="rC"', "c")];
    const imported = await importBytes(t, docx(paragraph(`${run("Text")}${images.join("")}`), { relations }));
    assert.equal(textOf(imported, "Guide"), "Text\n");
    assert.deepEqual(imported.files, []);
  });

  test("cannot change the style map", async (t) => {
    const more = [{ name: "mammoth/style-map", bytes: "p => script" }];
    assert.equal(textOf(await importBytes(t, docx(paragraph("Text"), { more })), "Guide"), "Text\n");
  });

  test("has each footnote once, for any number of references", async (t) => {
    const repeated = `<w:p><w:r><w:t>x</w:t></w:r>${"<w:r><w:footnoteReference w:id='1'></w:footnoteReference></w:r>".repeat(30_000)}</w:p>`;
    const imported = await importBytes(t, docx(repeated, { footnotes: [paragraph("n".repeat(20_000))] }));
    assert.equal(textOf(imported, "Guide"), `x[^1]\n\n[^1]: ${"n".repeat(20_000)}\n`);
  });

  test("keeps an invalid image as a file of unknown type", async (t) => {
    const images = { "image1.png": Buffer.from("<script>") };
    const imported = await importBytes(t, docx(paragraph(picture('r:embed="rImage1"', "x")), { images }));
    assert.equal(imported.files[0]?.contentType, "application/octet-stream");
  });
});
