import type { Conflict, ConflictVersion } from "../../../data/api-types.ts";
import { formatBytes } from "../../../data/format.ts";
import { Document } from "../../../parts/document.tsx";
import { words } from "../../../words/index.ts";

const texts = words.conflicts;

interface VersionProps {
  readonly conflict: Conflict;
  readonly version: ConflictVersion | undefined;
  readonly isDeleted?: boolean;
}

/** A version of what is in conflict, as readers see it. */
export function Version({ conflict, version, isDeleted = false }: VersionProps) {
  if (isDeleted) return <p class="conflict-gone">{texts.deleted}</p>;
  if (version === undefined)
    return <p class="conflict-gone">{conflict.kind === "text" ? texts.nothing : texts.notSet}</p>;
  const { document, markdown, file, parent, value } = version;
  if (markdown?.trim() === "") return <p class="conflict-gone">{texts.nothing}</p>;
  if (document !== undefined) return <Document {...document} />;
  if (file !== undefined)
    return (
      <p class="conflict-value">
        <a href={file.downloadURL} download>
          {file.name}
        </a>{" "}
        <span class="muted">{formatBytes(file.size)}</span>
      </p>
    );
  if (parent !== undefined) return <p class="conflict-value">{parent?.title ?? texts.topLevel}</p>;
  return <p class="conflict-value">{describe(conflict, markdown ?? value)}</p>;
}

function describe({ field = "" }: Conflict, value: unknown): string {
  if (value === undefined || value === null || value === "") return texts.notSet;
  if (typeof value === "boolean") return value ? words.changes.on : words.changes.off;
  if (typeof value !== "object") return String(value);
  if (field === "tags" && Array.isArray(value)) return value.map(({ tag }) => tag).join(", ");
  if (field === "target" && "url" in value) return String(value.url);
  return Object.entries(value)
    .map(([name, inner]) => `${name}: ${typeof inner === "object" ? JSON.stringify(inner) : String(inner)}`)
    .join(", ");
}
