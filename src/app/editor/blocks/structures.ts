import type { Kind } from "../kinds.ts";

/** Tabs, steps, columns, expandables and updates. */
export const structures: Kind = {
  dom: {
    tabs: () => ["div", { class: "tabs" }, 0],
    tabs_item: ({ attrs }) => ["div", { role: "group", "aria-label": attrs.data.title ?? null }, 0],
    stepper: () => ["ol", { class: "stepper" }, 0],
    stepper_step: () => ["li", ["div", 0]],
    columns: ({ attrs }) => ["div", { class: attrs.data.fullWidth ? "columns is-wide" : "columns" }, 0],
    column: () => ["div", 0],
    expandable: () => ["div", { class: "expandable" }, 0],
    expandable_title: () => ["div", { class: "expandable-title" }, 0],
    expandable_body: () => ["div", 0],
    updates: () => ["ol", { class: "updates" }, 0],
    update: () => ["li", ["div", 0]],
    prompt: () => ["div", { class: "prompt" }, 0],
  },
};
