import { faDownload, faFile, faFileImage } from "@fortawesome/free-solid-svg-icons";
import type { File } from "../../data/api-types.ts";
import { formatBytes } from "../../data/format.ts";
import { useList, useQuery } from "../../data/queries.ts";
import { place, setQuery, urlOf } from "../../navigation/router.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Select } from "../../parts/field.tsx";
import { FilteredList } from "../../parts/filtered-list.tsx";
import { Icon } from "../../parts/icon.tsx";
import { LocationList } from "../../parts/location-link.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { EmptyState, Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";

const rowHeight = 53;

/** The files of a space, with a search. */
export function Screen({ space }: { readonly space: string }) {
  const texts = words.materials.files;
  const spaceId = space;
  const data = useQuery("GET /spaces/:spaceId", { spaceId }).data;
  const files = useList("GET /spaces/:spaceId/content/files", { spaceId }, { limit: 1000 }, { all: true });
  const { query } = place.value;
  const [type = "", used = ""] = ["type", "used"].map((name) => query.get(name) ?? "");
  return (
    <>
      <ScreenHeader
        title={texts.title}
        crumbs={data ? [{ label: data.title, href: urlOf(`/spaces/${spaceId}`) }] : []}
      />
      <Loaded query={files}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={faFileImage} title={texts.empty} text={texts.emptyText} />
          ) : (
            <Files files={all} type={type} />
          )
        }
      </Loaded>
      {used && <UsedDialog spaceId={spaceId} file={files.data?.find(({ id }) => id === used)} />}
    </>
  );
}

function Files({ files, type }: { readonly files: readonly File[]; readonly type: string }) {
  const texts = words.materials.files;
  const options = Object.entries(texts.types).map(([value, label]) => ({ value, label }));
  return (
    <FilteredList
      items={files.filter(({ contentType }) => type === "" || contentType.startsWith(`${type}/`))}
      textsOf={({ name }) => [name]}
      label={texts.search}
      noMatch={texts.noMatch}
      filters={
        <Select
          label={texts.type}
          value={type}
          options={[{ value: "", label: texts.allTypes }, ...options]}
          onChange={(value) => setQuery({ type: value })}
        />
      }
      rowHeight={rowHeight}
      keyOf={({ id }) => id}
      row={(file) => <FileRow file={file} />}
    />
  );
}

function FileRow({ file }: { readonly file: File }) {
  const texts = words.materials.files;
  const { id, name, contentType, size, dimensions, downloadURL } = file;
  const isImage = contentType.startsWith("image/") && isOwn(downloadURL);
  const notes = [
    contentType,
    formatBytes(size),
    dimensions && texts.dimensions(dimensions.width, dimensions.height),
  ].filter(Boolean);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list is no ul, since it has elements in place of unseen rows.
    <div role="listitem">
      <span class="file-preview">
        {isImage ? <img src={downloadURL} alt="" loading="lazy" /> : <Icon of={faFile} />}
      </span>
      <span class="row-main">
        <span class="row-title">{name}</span>
        <span class="row-note">{notes.join(" · ")}</span>
      </span>
      <Button kind="quiet" aria-label={texts.usedByOf(name)} onClick={() => setQuery({ used: id })}>
        {texts.usedBy}
      </Button>
      <a
        class="icon-button"
        href={downloadURL}
        download={name}
        aria-label={`${texts.download}: ${name}`}
        title={texts.download}
      >
        <Icon of={faDownload} />
      </a>
    </div>
  );
}

function isOwn(url: string): boolean {
  return new URL(url, location.href).origin === location.origin;
}

/** The pages and reusable contents that show a file or link to it. */
function UsedDialog({ spaceId, file }: { readonly spaceId: string; readonly file: File | undefined }) {
  const texts = words.materials.files;
  const used = useList(
    "GET /spaces/:spaceId/content/files/:fileId/backlinks",
    file && { spaceId, fileId: file.id },
    { limit: 100 },
  );
  if (file === undefined) return null;
  return (
    <Dialog title={texts.whereUsed(file.name)} onClose={() => setQuery({ used: "" })}>
      <Loaded query={used}>
        {(locations) => <LocationList locations={locations} empty={texts.unused} />}
      </Loaded>
    </Dialog>
  );
}
