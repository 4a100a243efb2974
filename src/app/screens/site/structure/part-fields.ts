import { type Body, call } from "../../../data/api.ts";
import { refreshLibrary } from "../../../data/library.ts";
import { makeDefault, type SiteRef, updateGroup, updateSection, updateVariant } from "./change-structure.ts";
import type { StructurePart, StructureTree } from "./structure-tree.ts";

/** The settings of a part as they are in the form. Those that its kind does not have are empty. */
export interface PartFields {
  readonly title: string;
  readonly icon: string;
  readonly description: string;
  readonly path: string;
  readonly condition: string;
  readonly language: string;
  readonly isDefault: boolean;
  readonly draft: boolean;
  readonly hidden: boolean;
}

type SpaceLanguage = NonNullable<Body<"PATCH /spaces/:spaceId">["language"]>;

export function fieldsOf(part: StructurePart): PartFields {
  const none = { icon: "", description: "", path: "", condition: "", language: "" };
  const common = { ...none, isDefault: false, draft: part.draft, hidden: false };
  if (part.object === "site-section-group") return { ...common, title: part.title, icon: part.icon ?? "" };
  const addressed = { path: part.path, isDefault: part.default, condition: part.condition ?? "" };
  if (part.object === "site-section") {
    const { title, icon = "", description = "" } = part;
    return { ...common, ...addressed, title, icon, description };
  }
  const { space, hidden = false } = part;
  return { ...common, ...addressed, hidden, title: space.title, language: space.language ?? "" };
}

/** The fields of the API that differ; an empty text removes a value. */
function changedTexts<Name extends "icon" | "description" | "condition">(
  before: PartFields,
  after: PartFields,
  names: readonly Name[],
): Partial<Record<Name, string | null>> {
  const changed = names.filter((name) => before[name] !== after[name].trim());
  return Object.fromEntries(changed.map((name) => [name, after[name].trim() || null])) as Partial<
    Record<Name, string | null>
  >;
}

/** Sends the settings that differ. What was saved before an error is sent again with the next attempt, which changes nothing. */
export async function savePart(
  site: SiteRef,
  tree: StructureTree,
  part: StructurePart,
  before: PartFields,
  after: PartFields,
): Promise<void> {
  const title = after.title.trim();
  const common = {
    ...(title !== before.title && part.object !== "site-space" && { title }),
    ...(after.draft !== before.draft && { draft: after.draft }),
  };
  const address = after.path === before.path ? {} : { path: after.path };
  if (part.object === "site-section-group")
    await updateIfChanged({ ...common, ...changedTexts(before, after, ["icon"]) }, (body) =>
      updateGroup(site, part.id, body),
    );
  else if (part.object === "site-section") {
    const texts = changedTexts(before, after, ["icon", "description", "condition"]);
    await updateIfChanged({ ...common, ...address, ...texts }, (body) => updateSection(site, part.id, body));
  } else {
    const hidden = after.hidden === before.hidden ? {} : { hidden: after.hidden };
    const texts = changedTexts(before, after, ["condition"]);
    await updateIfChanged({ ...common, ...address, ...hidden, ...texts }, (body) =>
      updateVariant(site, part.id, body),
    );
    const space = {
      ...(title !== before.title && { title }),
      ...(after.language !== before.language && { language: (after.language || null) as SpaceLanguage }),
    };
    await updateIfChanged(space, (body) =>
      call("PATCH /spaces/:spaceId", { spaceId: part.space.id }, { body }),
    );
    if (Object.keys(space).length > 0) refreshLibrary(site.organizationId);
  }
  if (after.isDefault && !before.isDefault) await makeDefault(site, tree, part);
}

async function updateIfChanged<B extends object>(
  body: B,
  send: (body: B) => Promise<unknown>,
): Promise<void> {
  if (Object.keys(body).length > 0) await send(body);
}
