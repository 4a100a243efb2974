import { call } from "../../data/api.ts";
import type { Integration } from "../../data/api-types.ts";
import { refresh } from "../../data/queries.ts";
import { attempt } from "../../data/toasts.ts";
import { confirm } from "../../parts/dialog.tsx";
import { words } from "../../words/index.ts";

/** Unpublishes an integration after a question. Returns whether it was done. */
export async function unpublish({ name, title, owner }: Integration): Promise<boolean> {
  const texts = words.integrations;
  const { title: question, ...rest } = texts.confirmUnpublish;
  if (!(await confirm({ ...rest, title: question(title), isDangerous: true }))) return false;
  const done = await attempt(
    () => call("DELETE /integrations/:integrationName", { integrationName: name }),
    texts.unpublished,
  );
  if (done === undefined) return false;
  refresh(`/orgs/${owner.id}/integrations`, `/orgs/${owner.id}/installations`);
  return true;
}
