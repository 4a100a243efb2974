import type { Node } from "prosemirror-model";
import type { EditorView } from "prosemirror-view";
import { findMatches } from "../../../data/matching.ts";
import { useQuery } from "../../../data/queries.ts";
import { openDialog } from "../../../parts/dialog.tsx";
import { MultiPickerDialog } from "../../../parts/multi-picker-dialog.tsx";
import { words } from "../../../words/index.ts";
import { contentParams, contentPath } from "../../content-source.ts";
import { schema } from "../../model/schema.ts";
import { contextOf } from "../../view/editor-context.ts";
import { focusAfter } from "../../view/focus-after.ts";
import { changeData } from "../../view/insert-block.ts";
import type { GetPosition } from "../card-view.ts";
import { tagsOf } from "./updates.ts";

const texts = words.structures.updates;
const maxShown = 100;
const nameOfTag = /^[^,\s](?:[^,\n]*[^,\s])?$/;

/** Asks for the tags of an update: those of the space and of other updates of the page, and new ones. */
export function chooseTags(view: EditorView, getPos: GetPosition, tags: readonly string[]): void {
  openDialog((close) => (
    <TagsDialog
      view={view}
      tags={tags}
      onClose={focusAfter(view, close)}
      onSubmit={(names) =>
        changeData(view, getPos(), {
          tags: names.length > 0 ? names.map((tag) => ({ kind: "tag", tag })) : undefined,
        })
      }
    />
  ));
}

interface TagsDialogProps {
  readonly view: EditorView;
  readonly tags: readonly string[];
  readonly onClose: () => void;
  readonly onSubmit: (tags: readonly string[]) => void;
}

function TagsDialog({ view, tags, onClose, onSubmit }: TagsDialogProps) {
  const { content } = contextOf(view.state);
  const { data, isLoading } = useQuery(`GET ${contentPath(content)}`, contentParams(content));
  const ofPages = data?.tags.map(({ slug }) => slug) ?? [];
  const find = (query: string, chosen: readonly string[]) => {
    const known = [...new Set([...tags, ...ofPages, ...tagsInDocument(view.state.doc), ...chosen])];
    const typed = query.trim();
    const isNew = nameOfTag.test(typed) && !known.includes(typed);
    const options = findMatches(known, query, (tag) => tag, maxShown).map((tag) => ({ id: tag, label: tag }));
    return [
      { label: texts.tags, options },
      { label: texts.newTags, options: isNew ? [{ id: typed, label: typed }] : [] },
    ];
  };
  return (
    <MultiPickerDialog
      title={texts.tags}
      size="small"
      placeholder={texts.searchTags}
      action={() => words.structures.save}
      initial={tags}
      canBeEmpty
      find={find}
      emptyText={texts.noTags}
      isLoading={isLoading}
      countText={words.palette.found}
      onSubmit={onSubmit}
      onClose={onClose}
    />
  );
}

function tagsInDocument(doc: Node): string[] {
  const found: string[] = [];
  doc.descendants((node) => {
    if (node.type === schema.nodes.update) found.push(...tagsOf(node.attrs.data));
    return !node.isTextblock;
  });
  return found;
}
