import { blocksIn, plainText } from "../../content/document/index.ts";
import { html } from "../html/index.ts";
import { writeListing } from "./code.ts";
import type { WriteBlock } from "./context.ts";
import { linkTo } from "./inlines.ts";

/** Assistants that take a question in their URL. */
const assistants = [
  ["ChatGPT", "https://chatgpt.com/?q="],
  ["Claude", "https://claude.ai/new?q="],
] as const;

/** Longer prompts do not fit into a URL. */
const maxQuestion = 6_000;
const shownLines = 4;

/** A text for an assistant: to copy, and to open in an assistant if the author allows it. */
export const writePrompt: WriteBlock<"prompt"> = ({ data, nodes }, context) => {
  const { description, icon = "", defaultExpanded = "hidden", openInAIProviders } = data;
  const [code] = blocksIn(nodes);
  const text = blocksIn(code?.nodes)
    .map((line) => plainText(line.nodes ?? []))
    .join("\n");
  const title = html`${context.iconOf(icon) ?? context.iconOf("terminal")}<span>${
    description === "" ? context.words.prompt : description
  }</span>`;
  const isPartial = defaultExpanded === "partial" ? (true as const) : undefined;
  const listing = writeListing(text, "markdown", context, {
    ...{ overflow: "wrap", expandable: isPartial, collapsedLineCount: shownLines },
  });
  const question = encodeURIComponent(text);
  const links =
    openInAIProviders &&
    question.length <= maxQuestion &&
    html`<p class="prompt-links">${assistants.map(([name, url]) =>
      linkTo({ kind: "url", title: name, href: url + question, isExternal: true }, html`${name}`, context, {
        class: "button button-secondary is-small",
      }),
    )}</p>`;
  return defaultExpanded === "hidden"
    ? html`<details class="prompt expandable"><summary>${title}</summary><div>${listing}</div>${links}</details>`
    : html`<div class="prompt"><p class="prompt-title">${title}</p>${listing}${links}</div>`;
};
