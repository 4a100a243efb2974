import { blocksIn } from "../../content/document/index.ts";
import { attributes, type Html, html } from "../html/index.ts";
import type { PageContext, WriteBlock } from "./context.ts";

export const writeTabs: WriteBlock<"tabs"> = ({ data, nodes }, context) => {
  const items = blocksIn(nodes).map((item, i): Tab => {
    const { title, icon, slug } = item.type === "tabs-item" ? item.data : {};
    return {
      title: title ?? `${context.words.tab} ${i + 1}`,
      icon: icon === undefined ? undefined : context.iconOf(icon),
      slug,
      body: context.blocks(item.nodes),
    };
  });
  return writeTabList(items, context, data.fullWidth);
};

interface Tab {
  readonly title: string;
  readonly icon?: Html | undefined;
  /** The name by which a button selects the tab. */
  readonly slug?: string | undefined;
  readonly body: Html;
}

/**
 * The first panel is open. The others can be found by the search of the browser. Without scripts, a style sheet shows
 * all panels with their titles.
 */
export function writeTabList(items: readonly Tab[], context: PageContext, isWide = false): Html {
  const id = context.newId("tabs");
  const tabs = items.map(({ title, icon, slug }, i) => {
    const state = attributes({
      id: `${id}-${i + 1}-tab`,
      "data-slug": slug,
      "aria-controls": `${id}-${i + 1}`,
      "aria-selected": i === 0 ? "true" : "false",
      tabindex: i === 0 ? undefined : -1,
    });
    return html`<button type="button" role="tab"${state}>${icon}${title}</button>`;
  });
  const panels = items.map(({ title, body }, i) => {
    const state = attributes({
      id: `${id}-${i + 1}`,
      "aria-labelledby": `${id}-${i + 1}-tab`,
      hidden: i === 0 ? undefined : "until-found",
    });
    return html`<div role="tabpanel"${state}><p class="no-script tab-title">${title}</p>${body}</div>`;
  });
  return html`<div class="tabs${isWide && " is-wide"}"><div role="tablist">${tabs}</div>${panels}</div>`;
}
