import { call } from "../../data/api.ts";
import { contentParams, contentPath, type WrittenContent } from "../content-source.ts";
import type { Reference } from "../model/references.ts";

/** The names of what a text refers to. Each is asked for once. */
export class ReferenceNames {
  readonly #content: WrittenContent;
  readonly #names = new Map<string, Promise<string | undefined>>();
  #variables: Promise<Readonly<Record<string, string>>> | undefined;

  constructor(content: WrittenContent) {
    this.#content = content;
  }

  /** The title or the name of a target; undefined if it does not exist or may not be seen. */
  nameOf(reference: Reference): Promise<string | undefined> {
    const key = JSON.stringify(reference);
    const known = this.#names.get(key) ?? this.#ask(reference).catch(() => undefined);
    this.#names.set(key, known);
    return known;
  }

  async #ask(reference: Reference): Promise<string | undefined> {
    switch (reference.kind) {
      case "url":
        return reference.url;
      case "user":
        return (await call("GET /users/:userId", { userId: reference.user })).displayName;
      case "space":
        return (await call("GET /spaces/:spaceId", { spaceId: reference.space })).title;
      case "collection":
        return (await call("GET /collections/:collectionId", { collectionId: reference.collection })).title;
      case "anchor":
        return reference.page === undefined
          ? `#${reference.anchor}`
          : this.#ask({ ...reference, kind: "page", page: reference.page });
      case "file": {
        const content = this.#contentOf(reference);
        const params = { ...contentParams(content), fileId: reference.file };
        return (await call(`GET ${contentPath(content)}/files/:fileId`, params)).name;
      }
      case "page": {
        const content = this.#contentOf(reference);
        const params = { ...contentParams(content), pageId: reference.page };
        return (await call(`GET ${contentPath(content)}/page/:pageId`, params)).title;
      }
    }
  }

  /** Of other spaces, the primary content is what is referred to. */
  #contentOf({ space }: { readonly space?: string }): WrittenContent {
    return space === undefined ? this.#content : { space };
  }

  /** The variables of the space, by name. */
  variables(): Promise<Readonly<Record<string, string>>> {
    this.#variables ??= call("GET /spaces/:spaceId/content/variables", { spaceId: this.#content.space }).then(
      ({ variables }) => variables,
      () => ({}),
    );
    return this.#variables;
  }
}
