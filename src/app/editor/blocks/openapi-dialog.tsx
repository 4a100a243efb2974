import { useEffect, useState } from "preact/hooks";
import type { Node } from "prosemirror-model";
import type { EditorView } from "prosemirror-view";
import { messageOf } from "../../data/api.ts";
import { findMatches } from "../../data/matching.ts";
import { openDialog } from "../../parts/dialog.tsx";
import { type MultiOption, MultiPickerDialog } from "../../parts/multi-picker-dialog.tsx";
import { PickerDialog } from "../../parts/picker-dialog.tsx";
import { words } from "../../words/index.ts";
import { schema } from "../model/schema.ts";
import { contextOf } from "../view/editor-context.ts";
import { focusAfter } from "../view/focus-after.ts";
import { insertBlocks } from "../view/insert-block.ts";
import type { GetPosition } from "./card-view.ts";
import { listSpecs, readSpec } from "./openapi-spec.ts";
import type { SpecOperation, SpecSummary } from "./openapi-summary.ts";

const texts = words.media.api;
const maxShown = 100;
type Part = keyof SpecSummary;

/** Asks for a spec and what of it is shown, and inserts that, or puts it in the place of a block. */
export function insertFromSpec(view: EditorView, part: Part, getPos?: GetPosition): void {
  openDialog((close) => (
    <SpecDialog
      view={view}
      onClose={focusAfter(view, close)}
      onPick={(slug) => insertPart(view, part, slug, getPos)}
    />
  ));
}

interface SpecDialogProps {
  readonly view: EditorView;
  readonly onClose: () => void;
  readonly onPick: (slug: string) => void;
}

function SpecDialog({ view, onClose, onPick }: SpecDialogProps) {
  const { data = [], ...state } = useLoaded(() => listSpecs(contextOf(view.state).content));
  const find = (query: string) => {
    const options = findMatches(
      data,
      query,
      ({ slug, sourceURL }) => `${slug} ${sourceURL ?? ""}`,
      maxShown,
    ).map(({ slug, sourceURL }) => ({ id: slug, label: slug, note: sourceURL, onPick: () => onPick(slug) }));
    return [{ label: texts.chooseSpec, options }];
  };
  return (
    <PickerDialog
      title={texts.chooseSpec}
      size="wide"
      hasHiddenTitle
      onClose={onClose}
      find={find}
      emptyText={state.error ?? texts.noSpecs}
      isLoading={state.isLoading}
      countText={words.media.count}
    />
  );
}

function insertPart(view: EditorView, part: Part, slug: string, getPos?: GetPosition): void {
  const ref = { kind: "openapi", spec: slug };
  const insert = (nodes: readonly Node[]) => {
    const { tr } = view.state;
    const position = getPos?.();
    const replaced = position === undefined ? null : tr.doc.nodeAt(position);
    if (position === undefined || replaced === null) insertBlocks(tr, tr.selection.to, nodes);
    else tr.replaceWith(position, position + replaced.nodeSize, nodes);
    view.dispatch(tr.scrollIntoView());
  };
  chooseParts(view, part, slug, (summary, ids) => {
    if (part === "schemas") return insert([block("openapi_schemas", { schemas: ids, ref })]);
    const isOperation = part === "operations";
    // They are in the order of the description, in whatever order they were chosen.
    const chosen = summary[part].filter((operation) => ids.includes(idOf(operation)));
    insert(
      chosen.map(({ path, method }) =>
        isOperation
          ? block("openapi_operation", { path, method, ref })
          : block("openapi_webhook", { name: path, method, ref }),
      ),
    );
  });
}

function block(type: string, data: object): Node {
  return schema.node(type, { data });
}

function idOf({ method, path }: SpecOperation): string {
  return `${method} ${path}`;
}

/** Asks for further schemas of a spec. */
export function pickSchemas(
  view: EditorView,
  slug: string,
  onPick: (names: readonly string[]) => void,
): void {
  chooseParts(view, "schemas", slug, (_, names) => onPick(names));
}

type OnChoose = (summary: SpecSummary, ids: readonly string[]) => void;

function chooseParts(view: EditorView, part: Part, slug: string, onChoose: OnChoose): void {
  openDialog((close) => (
    <PartsDialog view={view} part={part} slug={slug} onClose={focusAfter(view, close)} onChoose={onChoose} />
  ));
}

interface PartsDialogProps {
  readonly view: EditorView;
  readonly part: Part;
  readonly slug: string;
  readonly onClose: () => void;
  readonly onChoose: OnChoose;
}

/** Chooses operations, webhooks or schemas of a spec, one by one or all of a tag. */
function PartsDialog({ view, part, slug, onClose, onChoose }: PartsDialogProps) {
  const { data, ...state } = useLoaded(() => readSpec(contextOf(view.state).content, slug));
  const { single, several } = optionsOf(data, part);
  const find = (query: string) =>
    [
      { label: slug, options: single },
      { label: texts.several, options: several },
    ].map(({ label, options }) => ({
      label,
      options: findMatches(options, query, (option) => `${option.label} ${option.note ?? ""}`, maxShown),
    }));
  return (
    <MultiPickerDialog
      title={texts.choose[part]}
      action={texts.insert}
      find={find}
      emptyText={state.error ?? texts.none}
      isLoading={state.isLoading}
      countText={words.media.count}
      onSubmit={(ids) => data && onChoose(data, ids)}
      onClose={onClose}
    />
  );
}

interface SpecOptions {
  readonly single: readonly MultiOption[];
  /** Those that stand for all operations of a tag, or for all schemas. */
  readonly several: readonly MultiOption[];
}

function optionsOf(summary: SpecSummary | undefined, part: Part): SpecOptions {
  if (summary === undefined) return { single: [], several: [] };
  return part === "schemas" ? schemaOptions(summary.schemas) : operationOptions(summary[part]);
}

function operationOptions(operations: readonly SpecOperation[]): SpecOptions {
  const idsByTag = new Map<string, string[]>();
  for (const operation of operations)
    for (const tag of operation.tags) idsByTag.set(tag, [...(idsByTag.get(tag) ?? []), idOf(operation)]);
  const ofTags = [...idsByTag].filter(([, ids]) => ids.length > 1);
  return {
    single: operations.map((operation) => ({
      id: idOf(operation),
      label: `${operation.method.toUpperCase()} ${operation.path}`,
      note: operation.summary,
    })),
    several: ofTags.map(([tag, ids]) => ({ id: `tag ${tag}`, label: texts.allOfTag(tag, ids.length), ids })),
  };
}

function schemaOptions(names: readonly string[]): SpecOptions {
  const all = { id: "all schemas", label: texts.allSchemas(names.length), ids: names };
  return { single: names.map((name) => ({ id: name, label: name })), several: names.length > 1 ? [all] : [] };
}

/** What is loaded for a dialog, or why it cannot be. */
function useLoaded<T>(load: () => Promise<T>) {
  const [state, setState] = useState<{
    readonly data?: T;
    readonly error?: string;
    readonly isLoading: boolean;
  }>({
    isLoading: true,
  });
  useEffect(() => {
    load().then(
      (data) => setState({ data, isLoading: false }),
      (error) => setState({ error: messageOf(error), isLoading: false }),
    );
  }, []);
  return state;
}
