import { useMemo } from "preact/hooks";
import type { PageHtml } from "../../data/api-types.ts";
import { refresh } from "../../data/queries.ts";
import { navigate } from "../../navigation/router.ts";
import { lazy } from "../../parts/lazy.tsx";
import { Skeleton } from "../../parts/states.tsx";
import type { SourceTarget } from "../../source-editor/source-saver.ts";
import {
  apiPathOf,
  type ContentPlace,
  checkMarkdown,
  type EditAccess,
  pathOfPage,
  readPage,
  refreshContent,
  sendChanges,
} from "./content-place.ts";

const SourceEditor = lazy(
  async () => (await import("../../source-editor/source-editor.tsx")).SourceEditor,
  () => <Skeleton lines={8} />,
);

interface PageSourceProps {
  readonly place: ContentPlace;
  readonly page: PageHtml;
  readonly access: EditAccess;
}

/** The Markdown of a page. Who may not edit it reads it. */
export function PageSource({ place, page, access }: PageSourceProps) {
  const path = pathOfPage(place, page.id);
  const target = useMemo(() => sourceOf(place, page.id), [path]);
  return (
    <SourceEditor
      key={path}
      target={target}
      isReadOnly={access !== "edit"}
      readProblems={(markdown) => checkMarkdown(place, page.id, markdown)}
      onDone={() => navigate(path)}
    />
  );
}

function sourceOf(place: ContentPlace, page: string): SourceTarget {
  return {
    name: `source ${pathOfPage(place, page)}`,
    read: async () => {
      const { markdown = "", documentId = "" } = await readPage(place, page);
      return { text: markdown, document: documentId };
    },
    write: async (text) => {
      await sendChanges(place, [{ operation: "update_page", page, document: { markdown: text } }]);
      // Front matter may have changed the title and other fields.
      if (text.startsWith("---")) refreshContent(place);
      else refresh(`${apiPathOf(place)}/page/${page}`);
    },
  };
}
