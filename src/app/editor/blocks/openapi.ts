import {
  faCodeBranch,
  faPlug,
  faPlus,
  faRightLeft,
  faTable,
  faTrash,
} from "@fortawesome/free-solid-svg-icons";
import type { Command } from "prosemirror-state";
import { words } from "../../words/index.ts";
import type { Kind } from "../kinds.ts";
import { contextOf } from "../view/editor-context.ts";
import { element } from "../view/elements.ts";
import { changeData } from "../view/insert-block.ts";
import { type CardOptions, cardView, removeBlock } from "./card-view.ts";
import { readSpec } from "./openapi-spec.ts";
import type { SpecOperation } from "./openapi-summary.ts";

const texts = words.media.api;

/** The line of an operation, with its summary as soon as the spec is known. */
const drawOperation: CardOptions["draw"] = ({ attrs, type }, view) => {
  const { method = "", path, name, ref } = attrs.data;
  const badge = element(
    "span",
    { className: `method method-${method.replace(/[^a-z]/g, "")}` },
    method.toUpperCase(),
  );
  const line = element("p", { className: "api-line" }, badge, " ", element("code", {}, path ?? name ?? ""));
  const note = element("p", { className: "link-card-note" }, ref?.spec ?? ref?.url ?? texts.file);
  const card = element("section", { className: "api" }, line, note);
  if (ref?.kind !== "openapi") return card;
  readSpec(contextOf(view.state).content, ref.spec).then(
    ({ operations, webhooks }) => {
      const list: readonly SpecOperation[] = type.name === "openapi_webhook" ? webhooks : operations;
      const found = list.find((one) => one.method === method && one.path === (path ?? name));
      if (found?.summary) line.before(element("p", { className: "api-title" }, found.summary));
      if (found === undefined) note.append(` · ${texts.missing}`);
    },
    () => note.append(` · ${texts.unknown}`),
  );
  return card;
};

const drawSchemas: CardOptions["draw"] = ({ attrs }) => {
  const { schemas = [], title, ref } = attrs.data;
  const lines = schemas.map((name: string) =>
    element("p", { className: "api-line" }, element("code", {}, name)),
  );
  const head = element("p", { className: "api-title" }, title ?? texts.schemas);
  return element(
    "section",
    { className: "api" },
    head,
    ...lines,
    element("p", { className: "link-card-note" }, ref?.spec ?? ""),
  );
};

const remove: CardOptions["tools"] = (_node, view, getPos) => [
  { label: texts.remove, icon: faTrash, run: () => removeBlock(view, getPos) },
];

function operationTools(part: "operations" | "webhooks"): CardOptions["tools"] {
  return (node, view, getPos) => [
    {
      label: texts.replace,
      icon: faRightLeft,
      run: async () => (await import("../on-demand.ts")).insertFromSpec(view, part, getPos),
    },
    ...remove(node, view, getPos),
  ];
}

const schemaTools: CardOptions["tools"] = (node, view, getPos) => [
  {
    label: texts.addSchema,
    icon: faPlus,
    run: async () => {
      const { pickSchemas } = await import("../on-demand.ts");
      const { schemas, ref } = node.attrs.data;
      pickSchemas(view, ref.spec, (names) =>
        changeData(view, getPos(), { schemas: [...new Set([...schemas, ...names])] }),
      );
    },
  },
  ...remove(node, view, getPos),
];

function insertOf(kind: "operations" | "schemas" | "webhooks"): Command {
  return (_state, dispatch, view) => {
    if (dispatch && view) import("../on-demand.ts").then(({ insertFromSpec }) => insertFromSpec(view, kind));
    return true;
  };
}

const copied = (text: string): ["p", string] => ["p", text];

const operationView = cardView({
  label: words.media.blocks.operation,
  draw: drawOperation,
  tools: operationTools("operations"),
});

/** Operations, schemas and webhooks of API descriptions. */
export const openapi: Kind = {
  dom: {
    openapi_operation: ({ attrs: { data } }) => copied(`${data.method?.toUpperCase()} ${data.path}`),
    openapi_webhook: ({ attrs: { data } }) => copied(`${data.method?.toUpperCase()} ${data.name}`),
    openapi_schemas: ({ attrs: { data } }) => copied((data.schemas ?? []).join(", ")),
    swagger: ({ attrs: { data } }) => copied(`${data.method?.toUpperCase()} ${data.path}`),
  },
  views: {
    openapi_operation: operationView,
    openapi_webhook: cardView({
      label: words.media.blocks.webhook,
      draw: drawOperation,
      tools: operationTools("webhooks"),
    }),
    openapi_schemas: cardView({ label: words.media.blocks.schemas, draw: drawSchemas, tools: schemaTools }),
    swagger: operationView,
  },
  entries: [
    {
      name: words.media.blocks.operation,
      keywords: "openapi swagger endpoint rest",
      icon: faPlug,
      group: "api",
      insert: insertOf("operations"),
    },
    {
      name: words.media.blocks.schemas,
      keywords: "openapi swagger model type",
      icon: faTable,
      group: "api",
      insert: insertOf("schemas"),
    },
    {
      name: words.media.blocks.webhook,
      keywords: "openapi event callback",
      icon: faCodeBranch,
      group: "api",
      insert: insertOf("webhooks"),
    },
  ],
};
