import { blocksIn } from "../../content/document/index.ts";
import { attributes, html } from "../html/index.ts";
import type { WriteBlock } from "./context.ts";

/**
 * The first panel is open. The others can be found by the search of the browser. Without scripts, a style sheet shows
 * all panels with their titles.
 */
export const writeTabs: WriteBlock<"tabs"> = ({ data, nodes }, context) => {
  const id = context.newId("tabs");
  const items = blocksIn(nodes).map((item, i) => {
    const {
      title = `${context.words.tab} ${i + 1}`,
      icon,
      slug,
    } = item.type === "tabs-item" ? item.data : {};
    return {
      item,
      title,
      slug,
      icon: icon === undefined ? undefined : context.iconOf(icon),
      id: `${id}-${i + 1}`,
    };
  });
  const tabs = items.map(({ title, icon, slug, id: panel }, i) => {
    const state = attributes({
      id: `${panel}-tab`,
      "data-slug": slug,
      "aria-controls": panel,
      "aria-selected": i === 0 ? "true" : "false",
      tabindex: i === 0 ? undefined : -1,
    });
    return html`<button type="button" role="tab"${state}>${icon}${title}</button>`;
  });
  const panels = items.map(({ item, title, id: panel }, i) => {
    const state = attributes({
      id: panel,
      "aria-labelledby": `${panel}-tab`,
      hidden: i === 0 ? undefined : "until-found",
    });
    return html`<div role="tabpanel"${state}><p class="no-script tab-title">${title}</p>${context.blocks(item.nodes)}</div>`;
  });
  return html`<div class="tabs${data.fullWidth && " is-wide"}"><div role="tablist">${tabs}</div>${panels}</div>`;
};
