import { faCode } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useState } from "preact/hooks";
import { type Command, NodeSelection } from "prosemirror-state";
import type { EditorView, NodeViewConstructor } from "prosemirror-view";
import { findMatches } from "../../data/matching.ts";
import { Icon } from "../../parts/icon.tsx";
import { Picker, type PickerOption } from "../../parts/picker.tsx";
import { words } from "../../words/index.ts";
import type { Kind } from "../kinds.ts";
import { schema } from "../model/schema.ts";
import { contextOf } from "../view/editor-context.ts";
import { element } from "../view/elements.ts";
import { openOverlay } from "../view/open-overlay.ts";

const { expression } = schema.nodes;
const prefix = "space.vars.";

/** A variable is shown with its value; other expressions as they are written. */
const expressionView: NodeViewConstructor = (node, view) => {
  const written: string = node.attrs.data.expression;
  const dom = element("span", { className: "inline-chip variable", title: written, textContent: written });
  const variable = written.startsWith(prefix) ? written.slice(prefix.length) : undefined;
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

interface VariablePickerProps {
  readonly view: EditorView;
  readonly onPick: (expression: string) => void;
}

/** Chooses a variable by its name or its value, or takes any expression. */
function VariablePicker({ view, onPick }: VariablePickerProps) {
  const [query, setQuery] = useState("");
  const [variables, setVariables] = useState<Readonly<Record<string, string>>>({});
  const texts = words.editor.variables;
  useEffect(() => {
    contextOf(view.state).names.variables().then(setVariables);
  }, []);
  const icon = <Icon of={faCode} />;
  const found = findMatches(Object.entries(variables), query, ([key, value]) => `${key} ${value}`, 20);
  const options: PickerOption[] = found.map(([key, value]) => ({
    id: key,
    label: key,
    note: value,
    icon,
    onPick: () => onPick(`${prefix}${key}`),
  }));
  const typed = query.trim();
  const own: PickerOption[] =
    typed === "" || typed in variables
      ? []
      : [{ id: "typed", label: typed, icon, onPick: () => onPick(typed) }];
  return (
    <Picker
      label={texts.label}
      placeholder={texts.placeholder}
      query={query}
      onQuery={setQuery}
      groups={[
        { label: texts.group, options },
        { label: texts.expression, options: own },
      ].filter((group) => group.options.length > 0)}
      emptyText={texts.empty}
      countText={words.palette.found}
    />
  );
}

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
