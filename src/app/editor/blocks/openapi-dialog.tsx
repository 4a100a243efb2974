import { useEffect, useState } from "preact/hooks";
import type { Node } from "prosemirror-model";
import type { EditorView } from "prosemirror-view";
import { messageOf } from "../../data/api.ts";
import { findMatches } from "../../data/matching.ts";
import { openDialog } from "../../parts/dialog.tsx";
import type { PickerOption } from "../../parts/picker.tsx";
import { PickerDialog } from "../../parts/picker-dialog.tsx";
import { words } from "../../words/index.ts";
import { schema } from "../model/schema.ts";
import { contextOf } from "../view/editor-context.ts";
import { focusAfter } from "../view/focus-after.ts";
import { insertBlocks } from "../view/insert-block.ts";
import { listSpecs, readSpec } from "./openapi-spec.ts";
import type { SpecOperation, SpecSummary } from "./openapi-summary.ts";

const texts = words.media.api;
const maxShown = 100;
type Part = keyof SpecSummary;

/** Asks for a spec and what of it is shown, and inserts that. */
export function insertFromSpec(view: EditorView, part: Part): void {
  const { content } = contextOf(view.state);
  openDialog((close) => {
    const onClose = focusAfter(view, close);
    return (
      <ChooseDialog
        title={texts.chooseSpec}
        onClose={onClose}
        load={async () =>
          (await listSpecs(content)).map(({ slug, sourceURL }) => ({
            id: slug,
            label: slug,
            note: sourceURL,
            onPick: () => choosePart(view, part, slug),
          }))
        }
        emptyText={texts.noSpecs}
      />
    );
  });
}

function choosePart(view: EditorView, part: Part, slug: string): void {
  const { content } = contextOf(view.state);
  const ref = { kind: "openapi", spec: slug };
  const insert = (nodes: readonly Node[]) => {
    const { tr } = view.state;
    insertBlocks(tr, tr.selection.to, nodes);
    view.dispatch(tr.scrollIntoView());
  };
  openDialog((close) => {
    const onClose = focusAfter(view, close);
    const pick = (nodes: readonly Node[]) => () => {
      onClose();
      insert(nodes);
    };
    const load = async () => {
      const summary = await readSpec(content, slug);
      if (part === "schemas")
        return schemaOptions(summary.schemas, (schemas) =>
          pick([block("openapi_schemas", { schemas, ref })]),
        );
      return operationOptions(part, summary[part], ref, pick);
    };
    return <ChooseDialog title={texts.choose[part]} onClose={onClose} load={load} emptyText={texts.none} />;
  });
}

function block(type: string, data: object): Node {
  return schema.node(type, { data });
}

function operationOptions(
  part: "operations" | "webhooks",
  operations: readonly SpecOperation[],
  ref: object,
  pick: (nodes: readonly Node[]) => () => void,
): PickerOption[] {
  const nodeOf = ({ method, path }: SpecOperation) =>
    part === "operations"
      ? block("openapi_operation", { path, method, ref })
      : block("openapi_webhook", { name: path, method, ref });
  const tags = [...new Set(operations.flatMap((operation) => operation.tags))];
  const groups = tags.map((tag) => ({
    tag,
    tagged: operations.filter((operation) => operation.tags.includes(tag)),
  }));
  return [
    ...operations.map((operation) => ({
      id: `${operation.method} ${operation.path}`,
      label: `${operation.method.toUpperCase()} ${operation.path}`,
      note: operation.summary,
      onPick: pick([nodeOf(operation)]),
    })),
    ...groups
      .filter(({ tagged }) => tagged.length > 1)
      .map(({ tag, tagged }) => ({
        id: `tag ${tag}`,
        label: texts.allOfTag(tag, tagged.length),
        onPick: pick(tagged.map(nodeOf)),
      })),
  ];
}

function schemaOptions(
  names: readonly string[],
  pick: (names: readonly string[]) => () => void,
): PickerOption[] {
  const all = { id: "all", label: texts.allSchemas(names.length), onPick: pick(names) };
  return [
    ...names.map((name) => ({ id: `schema ${name}`, label: name, onPick: pick([name]) })),
    ...(names.length > 1 ? [all] : []),
  ];
}

/** Asks for a further schema of a spec. */
export function pickSchema(view: EditorView, slug: string, onPick: (name: string) => void): void {
  const { content } = contextOf(view.state);
  openDialog((close) => {
    const onClose = focusAfter(view, close);
    const load = async () =>
      (await readSpec(content, slug)).schemas.map((name) => ({
        id: name,
        label: name,
        onPick: () => {
          onClose();
          onPick(name);
        },
      }));
    return <ChooseDialog title={texts.choose.schemas} onClose={onClose} load={load} emptyText={texts.none} />;
  });
}

interface ChooseDialogProps {
  readonly title: string;
  readonly emptyText: string;
  readonly load: () => Promise<readonly PickerOption[]>;
  readonly onClose: () => void;
}

function ChooseDialog({ title, emptyText, load, onClose }: ChooseDialogProps) {
  const [options, setOptions] = useState<readonly PickerOption[]>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    load().then(setOptions, (failure) => setError(messageOf(failure)));
  }, []);
  const find = (query: string) => {
    const found = findMatches(options ?? [], query, ({ label, note }) => `${label} ${note ?? ""}`, maxShown);
    return [{ label: title, options: found }];
  };
  return (
    <PickerDialog
      title={title}
      size="wide"
      hasHiddenTitle
      onClose={onClose}
      find={find}
      emptyText={error ?? emptyText}
      isLoading={options === undefined && error === undefined}
      countText={words.media.count}
    />
  );
}
