import { faBook, faFile, faFileLines, faLink } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useState } from "preact/hooks";
import type { EditorView } from "prosemirror-view";
import type { ListedPage } from "../../data/api-types.ts";
import { findMatches } from "../../data/matching.ts";
import { useList, useQuery } from "../../data/queries.ts";
import { Dialog, openDialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Picker, type PickerGroup } from "../../parts/picker.tsx";
import { Emoji } from "../../parts/small.tsx";
import { words } from "../../words/index.ts";
import { filesOf } from "../content-files.ts";
import { contentParams, contentPath } from "../content-source.ts";
import { contextOf } from "../view/editor-context.ts";
import { focusAfter } from "../view/focus-after.ts";
import type { ContentRef } from "../view/ref-titles.ts";

const texts = words.media.picker;
const maxOfKind = 8;

/** Asks for a page, a space, a file or an address. */
export function pickContent(view: EditorView, onPick: (ref: ContentRef) => void): void {
  openDialog((close) => <ContentPicker view={view} onPick={onPick} onClose={focusAfter(view, close)} />);
}

interface ContentPickerProps {
  readonly view: EditorView;
  readonly onPick: (ref: ContentRef) => void;
  readonly onClose: () => void;
}

function ContentPicker({ view, onPick, onClose }: ContentPickerProps) {
  const { content } = contextOf(view.state);
  const files = filesOf(view.state);
  const [query, setQuery] = useState("");
  const [, draw] = useState(0);
  useEffect(() => files.subscribe(() => draw((count) => count + 1)), []);
  const path = `GET ${contentPath(content)}/page-titles` as "GET /spaces/:spaceId/content/page-titles";
  const pages = useList(path, contentParams(content), { limit: 1000 }, { all: true });
  const space = useQuery("GET /spaces/:spaceId", { spaceId: content.space }).data;
  const organization = space && { organizationId: space.organization };
  const spaces = useList("GET /orgs/:organizationId/spaces", organization, { limit: 1000 }, { all: true });
  const pick = (ref: ContentRef) => () => {
    onClose();
    onPick(ref);
  };
  const address = addressIn(query);
  const foundPages = findMatches(documentsOf(pages.data), query, ({ title }) => title, maxOfKind);
  const foundSpaces = findMatches(spaces.data ?? [], query, ({ title }) => title, maxOfKind);
  const foundFiles = findMatches(files.all, query, ({ name }) => name, maxOfKind);
  const groups: PickerGroup[] = [
    {
      label: texts.address,
      options: address
        ? [
            {
              id: "address",
              label: address,
              icon: <Icon of={faLink} />,
              onPick: pick({ kind: "url", url: address }),
            },
          ]
        : [],
    },
    {
      label: texts.pages,
      options: foundPages.map(({ id, title, emoji }) => ({
        id,
        label: title,
        icon: <Emoji code={emoji} fallback={<Icon of={faFileLines} />} />,
        onPick: pick({ kind: "page", page: id }),
      })),
    },
    {
      label: texts.spaces,
      options: foundSpaces.map(({ id, title, emoji }) => ({
        id,
        label: title,
        icon: <Emoji code={emoji} fallback={<Icon of={faBook} />} />,
        onPick: pick({ kind: "space", space: id }),
      })),
    },
    {
      label: texts.files,
      options: foundFiles.map(({ id, name }) => ({
        id,
        label: name,
        icon: <Icon of={faFile} />,
        onPick: pick({ kind: "file", file: id }),
      })),
    },
  ];
  return (
    <Dialog title={texts.title} size="wide" hasHiddenTitle onClose={onClose}>
      <Picker
        label={texts.title}
        placeholder={texts.placeholder}
        query={query}
        onQuery={setQuery}
        groups={groups.filter(({ options }) => options.length > 0)}
        emptyText={texts.empty}
        isLoading={pages.isLoading}
        countText={words.media.count}
      />
    </Dialog>
  );
}

function documentsOf(pages: readonly ListedPage[] | undefined): readonly ListedPage[] {
  return (pages ?? []).filter(({ type }) => type === "document");
}

function addressIn(query: string): string | undefined {
  const text = query.trim();
  return /^(?:https?:\/\/|mailto:)\S+$/i.test(text) && URL.canParse(text) ? text : undefined;
}
