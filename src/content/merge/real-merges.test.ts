import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { conflict, mergeCleanly, mergeWithConflict } from "../../../test/support/merging.ts";

/** A page in the style of real documentation. The sides replace parts of it. */
const page = `---
title: Deploying
layout:
  title:
    visible: true
  outline:
    visible: true
tags:
  - deploy
---

# Deploying

The service runs on Node 18. It needs 512 MB of memory. Logs are
written to the standard output, one line per request, and can be
collected by any agent that reads files.

## Configuration

| Variable | Default | Description |
| -------- | ------- | ----------- |
| \`PORT\` | 3000 | The port of the service |
| \`LOG\` | info | The level of the log |

\`\`\`yaml
services:
  web:
    image: example/web:1.4
    ports:
      - 80:3000
    restart: always
\`\`\`

## Releases

* Build the image
* Push it to the registry

1. Start the new version
2. Stop the old version

## Questions

Ask in the forum.
`;

/** Applies replacements to the page. */
function edit(...replacements: (readonly [from: string, to: string])[]): string {
  return replacements.reduce((text, [from, to]) => {
    assert.ok(text.includes(from), from);
    return text.replace(from, () => to);
  }, page);
}

type Edit = readonly [from: string, to: string];

/** Asserts that the changes of both sides are merged as if one had made them after the other. */
async function mergesBoth(ours: readonly Edit[], theirs: readonly Edit[]): Promise<void> {
  assert.equal(await mergeCleanly(page, edit(...ours), edit(...theirs)), edit(...ours, ...theirs));
}

describe("merges that people make without a conflict", () => {
  test("in different lines of code", async () => {
    await mergesBoth(
      [["example/web:1.4", "example/web:1.5"]],
      [["restart: always", "restart: always\n    read_only: true"]],
    );
    await mergesBoth(
      [["      - 80:3000\n", "      - 80:3000\n      - 443:3443\n"]],
      [["services:\n  web:", "services:\n  site:"]],
    );
  });

  test("in different sentences of a paragraph, and in lines of a long sentence", async () => {
    await mergesBoth([["Node 18", "Node 22"]], [["512 MB", "1 GB"]]);
    await mergesBoth(
      [["runs on Node 18", "runs on Node 22 LTS"]],
      [["that reads files", "that tails files"]],
    );
    await mergesBoth(
      [["Ask in the forum.", "Ask in the forum. Or write to us."]],
      [["Ask in the forum", "Ask in the community forum"]],
    );
  });

  test("in different fields of the front matter, nested ones included", async () => {
    await mergesBoth(
      [["title:\n    visible: true", "title:\n    visible: false"]],
      [["outline:\n    visible: true", "outline:\n    visible: false"]],
    );
    await mergesBoth(
      [["title: Deploying\n", "title: Deployment\n"]],
      [["- deploy\n", "- deploy\n  - docker\n"]],
    );
    const added = await mergeCleanly(
      page,
      edit(["- deploy\n", "- deploy\n  - docker\n"]),
      edit(["- deploy\n", "- deploy\n  - compose\n"]),
    );
    assert.equal(added, edit(["- deploy\n", "- deploy\n  - compose\n  - docker\n"]));
  });

  test("in different cells of a row, and in a table that one side formats", async () => {
    await mergesBoth(
      [["| 3000 |", "| 8080 |"]],
      [["The port of the service", "The TCP port of the service"]],
    );
    const formatted: Edit[] = [
      ["| `PORT` | 3000 |", "| `PORT`   | 3000    |"],
      ["| `LOG` | info |", "| `LOG`    | info    |"],
    ];
    await mergesBoth(formatted, [["The level of the log", "The level of the log, such as debug"]]);
  });

  test("in a list of which one side changes the markers or the numbers", async () => {
    const dashes: Edit[] = [
      ["* Build the image", "- Build the image"],
      ["* Push it to the registry", "- Push it to the registry"],
    ];
    assert.equal(
      await mergeCleanly(page, edit(...dashes), edit(["* Push", "* Test the image\n* Push"])),
      edit(...dashes, ["- Push", "- Test the image\n- Push"]),
    );
    const numbered: Edit = ["2. Stop the old version", "2. Wait for it\n3. Stop the old version"];
    assert.equal(
      await mergeCleanly(page, edit(numbered), edit(["the old version", "the old version after a minute"])),
      edit(numbered, ["the old version", "the old version after a minute"]),
    );
  });

  test("in a block that one side edits, and beside which it adds another", async () => {
    await mergesBoth(
      [
        ["Node 18", "Node 22"],
        ["that reads files.\n", "that reads files.\n\n{% hint %}\nSee the example.\n{% endhint %}\n"],
      ],
      [["512 MB", "1 GB"]],
    );
  });
});

describe("conflicts that people resolve", () => {
  const end = "Ask in the forum.\n";

  test("where both sides add a section with the same heading", async () => {
    const section = (text: string) => edit([end, `${end}\n## Backups\n\n${text}\n`]);
    assert.equal(
      await mergeWithConflict(page, section("Run them daily."), section("They are written at night.")),
      edit([end, `${end}\n## Backups\n\n${conflict("Run them daily.\n", "They are written at night.\n")}\n`]),
    );
  });

  test("where both sides add a row for the same variable", async () => {
    const last = "| `LOG` | info | The level of the log |\n";
    const row = (text: string) => `| \`HOST\` | ${text} |\n`;
    assert.equal(
      await mergeWithConflict(
        page,
        edit([last, last + row("0.0.0.0 | The address")]),
        edit([last, last + row("127.0.0.1 | Listen here")]),
      ),
      edit([last, `${last}${conflict(row("0.0.0.0 | The address"), row("127.0.0.1 | Listen here"))}\n`]),
    );
  });

  test("where both sides add nearly the same text", async () => {
    const text = (when: string) => `Restart the service after each change of its configuration${when}.\n`;
    assert.equal(
      await mergeWithConflict(
        page,
        edit([end, `${end}\n${text("")}`]),
        edit([end, `${end}\n${text(" file")}`]),
      ),
      edit([end, `${end}\n${conflict(text(""), text(" file"))}\n`]),
    );
  });

  test("where both sides change the same sentence, line, cell or field", async () => {
    await mergeWithConflict(page, edit(["Node 18", "Node 20"]), edit(["Node 18", "Node 22"]));
    await mergeWithConflict(page, edit(["web:1.4", "web:1.5"]), edit(["web:1.4", "web:2.0"]));
    await mergeWithConflict(page, edit(["web:1.4", "web:1.5"]), edit(["    ports:", "    expose:"]));
    await mergeWithConflict(page, edit(["| 3000", "| 80"]), edit(["| 3000", "| 8080"]));
    await mergeWithConflict(
      page,
      edit(["visible: true", "visible: false"]),
      edit(["visible: true", "visible: 1"]),
    );
  });
});
