import { withoutMarkers } from "../data/conflict-title.ts";
import { emojiOf } from "../parts/small.tsx";
import { words } from "../words/index.ts";

const texts = words.changes;

interface FieldChange {
  readonly before?: unknown;
  readonly after?: unknown;
}

interface ChangedFieldsProps {
  readonly fields: Readonly<Record<string, FieldChange>>;
  /** The URLs of images before and after, by the name of their field. */
  readonly images?: Readonly<Record<string, { readonly before?: string; readonly after?: string }>>;
}

/** The fields with other values, each with its value before and after. */
export function ChangedFields({ fields, images = {} }: ChangedFieldsProps) {
  const names = Object.keys(fields);
  if (names.length === 0) return null;
  return (
    <dl class="changed-fields">
      {names.map((name) => (
        <div key={name} data-change="" tabIndex={-1}>
          <dt>{texts.fields[name] ?? name}</dt>
          <dd>
            <FieldValues name={name} change={fields[name] ?? {}} images={images[name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FieldValues({
  name,
  change: { before, after },
  images,
}: {
  readonly name: string;
  readonly change: FieldChange;
  readonly images: { readonly before?: string; readonly after?: string } | undefined;
}) {
  if (name === "position") return <>{texts.position}</>;
  if (name === "downloadURL") return <>{texts.changedContent}</>;
  const isPlace = name === "parent";
  return (
    <>
      {(before !== undefined || isPlace) && (
        <del>
          {images?.before !== undefined ? (
            <img class="changed-image" src={images.before} alt={texts.before} />
          ) : (
            describe(name, before ?? (isPlace ? { title: texts.topLevel } : undefined))
          )}
        </del>
      )}{" "}
      <ins>
        {images?.after !== undefined ? (
          <img class="changed-image" src={images.after} alt={texts.after} />
        ) : (
          describe(name, after ?? (isPlace ? { title: texts.topLevel } : undefined))
        )}
      </ins>
    </>
  );
}

/** A value in words. */
function describe(name: string, value: unknown): string {
  if (value === undefined || value === null || value === "") return texts.empty;
  if (typeof value === "boolean") return value ? texts.on : texts.off;
  if (name === "emoji") return emojiOf(String(value));
  if (typeof value !== "object") return withoutMarkers(String(value));
  if (name === "tags" && Array.isArray(value)) return value.map(({ tag }) => tag).join(", ");
  if (name === "parent" && "title" in value) return String(value.title);
  return describeObject(value);
}

/** The entries of an object, such as the layout of a page, one after the other. */
function describeObject(value: object): string {
  return Object.entries(value)
    .map(([key, inner]) => {
      const text = typeof inner === "object" && inner !== null ? describeObject(inner) : String(inner);
      return `${key}: ${text}`;
    })
    .join(", ");
}
