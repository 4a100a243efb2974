import type { Space } from "../data/api-types.ts";
import { useLibrary } from "../data/library.ts";
import { Checkbox, FileField, SelectField, TextField } from "../parts/field.tsx";
import { words } from "../words/index.ts";
import type { ImportTarget } from "./import-dialog.tsx";
import type { Source } from "./import-sources.tsx";
import { PlaceFields } from "./place-fields.tsx";

/** What is chosen in the form and is no text. An empty space is a new one. */
export interface ImportChoice {
  readonly way: "url" | "file";
  readonly space: string;
  readonly changeRequest?: string;
  readonly page?: string;
  readonly replaces?: boolean;
}

/** The endings of the names of files, by source. A website is no file. */
const endings: Readonly<Record<Exclude<Source, "website">, string>> = {
  zip: ".zip",
  notion: ".zip",
  confluence: ".zip",
  "google-docs": ".zip,.docx,.html,.htm",
  "github-wiki": ".zip",
  docx: ".docx",
  markdown: ".md,.markdown,.mdx,.txt",
  html: ".html,.htm",
};

interface ImportFieldsProps {
  readonly organizationId: string;
  readonly source: Source;
  readonly target: ImportTarget | undefined;
  readonly isForNewSpace: boolean | undefined;
  readonly choice: ImportChoice;
  readonly onChange: (changed: Partial<ImportChoice>) => void;
}

/** The fields of an import: the file or the address, and where its pages go. */
export function ImportFields(props: ImportFieldsProps) {
  const texts = words.imports;
  const { source, target, choice, onChange } = props;
  const ways = (["file", "url"] as const).map((value) => ({ value, label: texts.ways[value] }));
  return (
    <>
      {source !== "website" && (
        <SelectField
          label={texts.from}
          value={choice.way}
          options={ways}
          onChange={(value) => onChange({ way: value === "file" ? "file" : "url" })}
        />
      )}
      {source !== "website" && choice.way === "file" ? (
        <FileField label={texts.file} name="file" accept={endings[source]} hint={texts.fileHint} required />
      ) : (
        <TextField label={texts.url} name="url" type="url" required hint={texts.urlHint} autocomplete="off" />
      )}
      {target === undefined ? <TargetFields {...props} /> : <p class="import-target">{target.label}</p>}
      {target?.page === undefined && !choice.page && (choice.space !== "" || target !== undefined) && (
        <Checkbox
          label={texts.replace}
          hint={texts.replaceHint}
          checked={choice.replaces ?? false}
          onChange={(replaces) => onChange({ replaces })}
        />
      )}
    </>
  );
}

function TargetFields({ organizationId, isForNewSpace, choice, onChange }: ImportFieldsProps) {
  const texts = words.imports;
  const { library } = useLibrary(organizationId);
  const spaces = [...(library?.byId.values() ?? [])].filter(
    (item): item is Space => item.object === "space" && item.permissions.edit,
  );
  const space = spaces.find(({ id }) => id === choice.space);
  return (
    <>
      {!isForNewSpace && (
        <SelectField
          label={texts.into}
          value={choice.space}
          options={[
            { value: "", label: texts.newSpace },
            ...spaces.map(({ id, title }) => ({ value: id, label: title || words.library.untitled })),
          ]}
          onChange={(space) => onChange({ space, changeRequest: "", page: "", replaces: false })}
        />
      )}
      {choice.space === "" && (
        <TextField label={texts.spaceTitle} name="title" required maxLength={50} autocomplete="off" />
      )}
      {space !== undefined && (
        <PlaceFields
          key={space.id}
          space={space}
          place={{ changeRequest: choice.changeRequest ?? "", page: choice.page ?? "" }}
          needsRequest={space.editMode !== "live"}
          onChange={onChange}
        />
      )}
    </>
  );
}
