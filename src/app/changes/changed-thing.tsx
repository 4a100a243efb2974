import { useEffect, useRef, useState } from "preact/hooks";
import { CommentedDifference } from "../comments/commented-difference.tsx";
import type { PageChanges, ReusableContentChanges } from "../data/api-types.ts";
import { type Restoration, restorePart } from "../history/restore.tsx";
import { urlOf } from "../navigation/router.ts";
import { Button } from "../parts/button.tsx";
import { Badge } from "../parts/small.tsx";
import { Loaded } from "../parts/states.tsx";
import { words } from "../words/index.ts";
import { ChangedFields } from "./changed-fields.tsx";
import type { ChangedItem, ChangeKind } from "./changed-items.ts";
import { type Comparison, type DiffFormat, pathOfVersion, useDifference, type View } from "./comparison.ts";
import { DiffDocument } from "./diff-document.tsx";
import { DiffSource } from "./diff-source.tsx";

const texts = words.changes;
const colors = {
  created: "success",
  edited: "info",
  renamed: "info",
  moved: "warning",
  deleted: "danger",
} as const satisfies Record<ChangeKind, string>;

/** The kinds of change of an item. */
export function ChangeBadges({ kinds }: { readonly kinds: readonly ChangeKind[] }) {
  return (
    <span class="row-badges">
      {kinds.map((kind) => (
        <Badge key={kind} kind={colors[kind]}>
          {texts.kinds[kind]}
        </Badge>
      ))}
    </span>
  );
}

interface ChangedThingProps {
  readonly item: ChangedItem;
  readonly comparison: Comparison;
  readonly view: View;
  readonly isWhole: boolean;
  /** The earlier version, if what differs can be restored from it. */
  readonly restorable?: Restoration | undefined;
}

/** Something that differs, and how. It is loaded when it comes near the window. */
export function ChangedThing({ item, comparison, view, isWhole, restorable }: ChangedThingProps) {
  const section = useRef<HTMLElement>(null);
  const isNear = useNearness(section);
  const { key, thing, id, title, path, kinds } = item;
  const isDeleted = kinds.includes("deleted");
  return (
    <section ref={section} id={key} class="changed-thing panel" aria-labelledby={`${key}-title`}>
      <header class="changed-head">
        <div class="row-main">
          <h2 id={`${key}-title`} tabIndex={-1} class="row-title">
            {thing === "page" && !isDeleted ? (
              <a href={urlOf(pathOfVersion(comparison, id))}>{title}</a>
            ) : (
              title
            )}
          </h2>
          <span class="row-note">{path === undefined || path === "" ? texts.things[thing] : `/${path}`}</span>
        </div>
        <ChangeBadges kinds={kinds} />
        {restorable && thing === "page" && !kinds.includes("created") && (
          <Button onClick={() => restorePart({ ...restorable, page: { id, title } })}>
            {words.history.restore.pageNow}
          </Button>
        )}
      </header>
      <div class="changed-body">
        {thing === "page" || thing === "reusableContent" ? (
          <Difference item={item} thing={thing} {...{ comparison, view, isWhole, isNear, restorable }} />
        ) : (
          <ListedChange item={item} />
        )}
      </div>
    </section>
  );
}

/** Whether an element was near the window at any time. */
function useNearness(element: { readonly current: Element | null }): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (element.current === null || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: "600px" },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear]);
  return isNear;
}

const formats: Readonly<Record<View, DiffFormat>> = { page: "html", columns: "columns", source: "markdown" };

interface DifferenceProps extends ChangedThingProps {
  readonly thing: "page" | "reusableContent";
  readonly isNear: boolean;
}

function Difference({ item, thing, comparison, view, isWhole, isNear, restorable }: DifferenceProps) {
  const id = isNear ? item.id : undefined;
  const state = useDifference(comparison, thing, id, formats[view], isWhole);
  if (!isNear) return <div class="changed-later" />;
  const isCommented = thing === "page" && "changeRequest" in comparison && !item.kinds.includes("deleted");
  const { id: pageId, title } = item;
  const onRestore =
    restorable && thing === "page"
      ? (blocks: readonly string[]) => restorePart({ ...restorable, page: { id: pageId, title }, blocks })
      : undefined;
  return (
    <Loaded query={state}>
      {(changes) =>
        isCommented ? (
          <CommentedDifference place={comparison} page={item.id}>
            {(onShown) => <LoadedDifference changes={changes} onShown={onShown} />}
          </CommentedDifference>
        ) : (
          <LoadedDifference
            changes={changes}
            onRestore={changes.change === "edited" ? onRestore : undefined}
          />
        )
      }
    </Loaded>
  );
}

interface LoadedDifferenceProps {
  readonly changes: PageChanges | ReusableContentChanges;
  readonly onShown?: (root: ShadowRoot) => () => void;
  readonly onRestore?: ((blocks: readonly string[]) => unknown) | undefined;
}

function LoadedDifference({ changes, onShown, onRestore }: LoadedDifferenceProps) {
  const { attributes, frontMatter, lines, parts } = changes;
  const covers = "covers" in changes ? changes.covers : undefined;
  const fields = { ...attributes, ...(frontMatter && { frontMatter }) };
  // The fields of a new or deleted page are those of its head, not changes of it.
  const shown = changes.change === "edited" ? fields : {};
  const hasText = !("type" in changes) || changes.type === "document";
  return (
    <>
      <ChangedFields fields={shown} images={covers ? { cover: covers } : {}} />
      {hasText && lines && <DiffSource lines={lines} />}
      {hasText && parts && <DiffDocument changes={changes} onShown={onShown} onRestore={onRestore} />}
    </>
  );
}

/** A changed file or changed variables. */
function ListedChange({ item }: { readonly item: ChangedItem }) {
  const [change] = item.changes;
  if (change?.variables) return <ChangedFields fields={change.variables} />;
  const file = change?.file;
  const isImage = file?.contentType.startsWith("image/") ?? false;
  return (
    <>
      <ChangedFields fields={change?.attributes ?? {}} />
      {isImage && file && <img class="changed-image" src={file.downloadURL} alt={file.name} />}
    </>
  );
}
