import { addressOf, type ContentRef } from "../../content/document/index.ts";
import type { LinkIndexEntry, LinkSource } from "../../content/link-index/index.ts";
import { resolveLibraryItemRoles } from "../../identity/roles/index.ts";
import { presentCollection } from "../collections/index.ts";
import { openSpaceContent } from "../content/index.ts";
import type { Call } from "../http/index.ts";
import { findSpecsFor, presentSpec } from "../openapi-specs/index.ts";
import { findSpaces, type OnSpace, presentSpaces, viewerOf } from "../spaces/index.ts";
import { presentUser } from "../users/index.ts";
import { type Location, type PresentedSpace, SpacePresenter } from "./space-presenter.ts";

/** How many places of one link are shown. */
export const maxLocations = 100;

type Viewing = Call & Pick<OnSpace, "member">;

/** Presents what links lead to and where they stand, to a member who may not see all of that. */
export class LinkPresenter {
  readonly #call: Viewing;
  readonly #own: SpacePresenter;
  readonly #surroundings: PresentedSpace;
  readonly #views = new Map<string, SpacePresenter>();
  readonly #collections = new Map<string, Location>();
  readonly #users = new Map<string, Location>();
  readonly #specs = new Map<string, Location>();

  constructor(call: Viewing, surroundings: PresentedSpace) {
    this.#call = call;
    this.#surroundings = surroundings;
    this.#own = new SpacePresenter(call.context, surroundings);
  }

  /** The places of links, in their order. */
  async presentPlaces(places: readonly LinkSource[]): Promise<Location[]> {
    await this.#own.load(pagesOf(places), []);
    return this.#placesOf(places);
  }

  /** What each of these leads to, and the places where it stands. */
  async presentUsages(
    usages: readonly LinkIndexEntry[],
  ): Promise<{ targetReference: Location; locationReferences: Location[] }[]> {
    const refs = usages.map(({ ref }) => ref);
    const places = usages.map((usage) => usage.sources.slice(0, maxLocations));
    const here = refs.filter((ref) => spaceIn(ref) === undefined);
    await this.#own.load([...places.flatMap(pagesOf), ...here.flatMap(pageIn)], here.flatMap(fileIn));
    await this.#loadOthers(refs);
    return Promise.all(
      usages.map(async ({ ref }, i) => ({
        // What is gone, or not for the caller to see, is told by its address alone.
        targetReference: (await this.#target(ref)) ?? { kind: "url" as const, url: addressOf(ref) },
        locationReferences: await this.#placesOf(places[i] ?? []),
      })),
    );
  }

  async #placesOf(places: readonly LinkSource[]): Promise<Location[]> {
    const found = await Promise.all(
      places.map(({ kind, id, node }) =>
        kind === "page"
          ? this.#own.page(id, node === undefined ? undefined : { type: "node", node })
          : this.#own.reusableContent(id),
      ),
    );
    return found.filter((place) => place !== undefined);
  }

  #target(ref: ContentRef): Location | undefined | Promise<Location | undefined> {
    const view = spaceIn(ref) === undefined ? this.#own : this.#views.get(spaceIn(ref) ?? "");
    switch (ref.kind) {
      case "space":
        return view?.space();
      case "page":
        return view?.page(ref.page);
      case "anchor":
        return view?.page(ref.page ?? "", { type: "anchor", anchor: ref.anchor });
      case "file":
        return view?.file(ref.file);
      case "reusable-content":
        return view?.reusableContent(ref.reusableContent);
      case "collection":
        return this.#collections.get(ref.collection);
      case "user":
        return this.#users.get(ref.user);
      case "openapi":
        return this.#specs.get(ref.spec);
      default:
        return undefined;
    }
  }

  /** What is outside of the space, as far as the caller may see it. */
  async #loadOthers(refs: readonly ContentRef[]): Promise<void> {
    const spaces = unique(refs.flatMap((ref) => spaceIn(ref) ?? []));
    const collections = unique(refs.flatMap((ref) => (ref.kind === "collection" ? ref.collection : [])));
    const users = unique(refs.flatMap((ref) => (ref.kind === "user" ? ref.user : [])));
    const specs = unique(refs.flatMap((ref) => (ref.kind === "openapi" ? ref.spec : [])));
    if (spaces.length > 0) await this.#loadSpaces(spaces, refs);
    if (collections.length > 0) await this.#loadCollections(collections);
    if (users.length > 0) await this.#loadUsers(users);
    if (specs.length > 0) await this.#loadSpecs(specs);
  }

  async #loadSpaces(ids: readonly string[], refs: readonly ContentRef[]): Promise<void> {
    const { context, member } = this.#call;
    const { read } = context.database;
    const { organization } = this.#surroundings.shown;
    const roles = await resolveLibraryItemRoles(read, member, ids);
    const found = await findSpaces(read, member.organizationId, [...roles.keys()]);
    const rows = [...found.values()].filter(({ deleted_at }) => deleted_at === null);
    const shown = await presentSpaces(context, rows, ({ id }) => roles.get(id) ?? null, viewerOf(member));
    for (const [i, space] of shown.entries()) {
      const row = rows[i];
      if (row === undefined) continue;
      const content = openSpaceContent(context, row, row.root);
      const view = new SpacePresenter(context, { shown: { organization, space }, content });
      const inside = refs.filter((ref) => spaceIn(ref) === row.id);
      await view.load(inside.flatMap(pageIn), inside.flatMap(fileIn));
      this.#views.set(row.id, view);
    }
  }

  async #loadCollections(ids: readonly string[]): Promise<void> {
    const { context, member } = this.#call;
    const { read } = context.database;
    const { organization } = this.#surroundings.shown;
    const roles = await resolveLibraryItemRoles(read, member, ids);
    const rows = await read
      .selectFrom("contents")
      .where("organization_id", "=", member.organizationId)
      .where("kind", "=", "collection")
      .where("id", "in", ids)
      .selectAll()
      .execute();
    for (const row of rows) {
      const role = roles.get(row.id);
      if (role === undefined) continue;
      const collection = presentCollection(row, role, context.urls);
      this.#collections.set(row.id, { kind: "collection", organization, collection });
    }
  }

  async #loadSpecs(slugs: readonly string[]): Promise<void> {
    const { context, member } = this.#call;
    const { organization } = this.#surroundings.shown;
    for (const [slug, row] of await findSpecsFor(context.database.read, member, slugs)) {
      const openAPISpec = presentSpec(row, member.role, context);
      this.#specs.set(slug, { kind: "openapi", organization, openAPISpec });
    }
  }

  async #loadUsers(ids: readonly string[]): Promise<void> {
    const { context, member } = this.#call;
    const rows = await context.database.read
      .selectFrom("users")
      .innerJoin("members", "members.user_id", "users.id")
      .where("members.organization_id", "=", member.organizationId)
      .where("users.id", "in", ids)
      .selectAll("users")
      .execute();
    for (const row of rows) this.#users.set(row.id, { kind: "user", user: presentUser(row, context.urls) });
  }
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

function pagesOf(places: readonly LinkSource[]): string[] {
  return places.filter(({ kind }) => kind === "page").map(({ id }) => id);
}

/** The other space that a reference leads to or into. */
function spaceIn(ref: ContentRef): string | undefined {
  return "space" in ref ? ref.space : undefined;
}

function pageIn(ref: ContentRef): string[] {
  return (ref.kind === "page" || ref.kind === "anchor") && ref.page !== undefined ? [ref.page] : [];
}

function fileIn(ref: ContentRef): string[] {
  return ref.kind === "file" ? [ref.file] : [];
}
