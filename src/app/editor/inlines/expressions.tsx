import { faCode } from "@fortawesome/free-solid-svg-icons";
import { type Command, NodeSelection } from "prosemirror-state";
import type { NodeViewConstructor } from "prosemirror-view";
import { lazy } from "../../parts/lazy.tsx";
import { words } from "../../words/index.ts";
import type { Kind } from "../kinds.ts";
import { schema } from "../model/schema.ts";
import { contextOf } from "../view/editor-context.ts";
import { element } from "../view/elements.ts";
import { openOverlay } from "../view/open-overlay.ts";

const { expression } = schema.nodes;
/** What the expressions of variables of the space begin with. */
export const variablePrefix = "space.vars.";

/** A variable is shown with its value; other expressions as they are written. */
const expressionView: NodeViewConstructor = (node, view) => {
  const written: string = node.attrs.data.expression;
  const dom = element("span", { className: "inline-chip variable", title: written, textContent: written });
  const variable = written.startsWith(variablePrefix) ? written.slice(variablePrefix.length) : undefined;
  if (variable !== undefined)
    contextOf(view.state)
      .names.variables()
      .then((values) => {
        const value = values[variable];
        if (value !== undefined && value !== "") dom.textContent = value;
        else dom.classList.add("is-missing");
      });
  return { dom };
};

const VariablePicker = lazy(async () => (await import("../on-demand.ts")).VariablePicker);

const insertExpression: Command = (state, dispatch, view) => {
  if (!state.selection.$from.parent.inlineContent) return false;
  if (dispatch === undefined || view === undefined) return true;
  const { from } = state.selection;
  openOverlay(view, "expression", { from, to: from }, (close) => (
    <VariablePicker
      view={view}
      onPick={(written) => {
        close();
        view.dispatch(
          view.state.tr.replaceSelectionWith(expression.create({ data: { expression: written } }), false),
        );
      }}
    />
  ));
  return true;
};

/** Enter on a chosen variable chooses another one. */
const changeExpression: Command = (state, dispatch, view) => {
  const { selection } = state;
  if (!(selection instanceof NodeSelection) || selection.node.type !== expression) return false;
  return insertExpression(state, dispatch, view);
};

/** Variables and other expressions. */
export const expressions: Kind = {
  dom: { expression: ({ attrs }) => ["span", attrs.data.expression] },
  views: { expression: expressionView },
  keys: { Enter: changeExpression },
  entries: [
    {
      name: words.editor.blocks.variable,
      keywords: "expression value",
      icon: faCode,
      group: "inline",
      insert: insertExpression,
    },
  ],
};
