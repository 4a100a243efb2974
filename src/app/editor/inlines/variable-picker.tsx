import { faCode } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useState } from "preact/hooks";
import type { EditorView } from "prosemirror-view";
import { findMatches } from "../../data/matching.ts";
import { Icon } from "../../parts/icon.tsx";
import { Picker, type PickerOption } from "../../parts/picker.tsx";
import { words } from "../../words/index.ts";
import { contextOf } from "../view/editor-context.ts";
import { variablePrefix } from "./expressions.tsx";

interface VariablePickerProps {
  readonly view: EditorView;
  readonly onPick: (expression: string) => void;
}

/** Chooses a variable by its name or its value, or takes any expression. */
export function VariablePicker({ view, onPick }: VariablePickerProps) {
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
    onPick: () => onPick(`${variablePrefix}${key}`),
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
