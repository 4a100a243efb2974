import type { Person, TestApp } from "./app.ts";
import { uniqueName } from "./app.ts";

/** A PNG of one transparent pixel. */
export const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The required fields for publishing an integration. */
export function manifest(organization: string, fields: object = {}): object {
  return {
    title: "An integration",
    description: "For tests.",
    script: "export default {};",
    organization,
    ...fields,
  };
}

export async function publish(
  app: TestApp,
  fields: object = {},
  { name = uniqueName(), organizationId = app.organizationId, admin = app.admin } = {},
): Promise<{ name: string; path: string }> {
  const path = `/integrations/${name}`;
  await app.ok(admin, `POST ${path}`, { body: manifest(organizationId, fields) });
  return { name, path };
}

export async function install(
  app: TestApp,
  { path }: { path: string },
  organization = app.organizationId,
  admin: Person = app.admin,
): Promise<{ id: string; path: string }> {
  const { id } = await app.ok(admin, `POST ${path}/installations`, { body: { organization } });
  return { id, path: `${path}/installations/${id}` };
}
