import { dateFormats, expansions, hintStyles } from "../document/index.ts";

/** The values of an attribute: any text, a flag, a number, or one of a list. */
type Values = "text" | "flag" | "number" | readonly string[];

interface TagRule {
  readonly attributes: Readonly<Record<string, Values>>;
  readonly required?: readonly string[];
  /** The tag that must directly contain it. */
  readonly parent?: string;
  /** The tag in which all of its content must be. */
  readonly parts?: string;
}

const withCaption = { caption: "text", fullWidth: "flag" } as const;

/** What each tag may have. Tags of integrations have any attribute; `if` and `include` have none. */
export const tagRules: Readonly<Record<string, TagRule>> = {
  hint: { attributes: { style: hintStyles, icon: "text" } },
  tabs: { attributes: { fullWidth: "flag" }, parts: "tab" },
  tab: { attributes: { title: "text", icon: "text", slug: "text" }, required: ["title"], parent: "tabs" },
  stepper: { attributes: {}, parts: "step" },
  step: { attributes: { icon: "text" }, parent: "stepper" },
  columns: { attributes: { fullWidth: "flag" }, parts: "column" },
  column: { attributes: { width: "text", valign: ["top", "middle", "bottom"] }, parent: "columns" },
  updates: { attributes: { format: dateFormats }, parts: "update" },
  update: { attributes: { date: "text", tags: "text" }, required: ["date"] },
  code: {
    attributes: {
      title: "text",
      overflow: ["wrap", "scroll"],
      lineNumbers: "flag",
      expandable: "flag",
      collapsedLineCount: "number",
      collapsedlinecount: "number",
      fullWidth: "flag",
    },
  },
  prompt: {
    attributes: {
      description: "text",
      icon: "text",
      openInAIProviders: "flag",
      defaultExpanded: expansions,
    },
  },
  embed: { attributes: { url: "text", ...withCaption }, required: ["url"] },
  file: { attributes: { src: "text", ...withCaption }, required: ["src"] },
  "content-ref": { attributes: { url: "text", ...withCaption }, required: ["url"] },
  openapi: {
    attributes: { src: "text", path: "text", method: "text", expanded: "flag", fullWidth: "flag" },
    required: ["src"],
  },
  swagger: {
    attributes: { src: "text", path: "text", method: "text", expanded: "flag", fullWidth: "flag" },
    required: ["src"],
  },
  "openapi-operation": {
    attributes: { spec: "text", path: "text", method: "text" },
    required: ["spec", "path", "method"],
  },
  "openapi-webhook": {
    attributes: { spec: "text", name: "text", method: "text" },
    required: ["spec", "name"],
  },
  "openapi-schemas": {
    attributes: { spec: "text", schemas: "text", grouped: "flag", title: "text" },
    required: ["spec"],
  },
};

export const tagNames = [...Object.keys(tagRules), "if", "include"];
