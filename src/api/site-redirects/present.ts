import { type Static, Type } from "@sinclair/typebox";
import { creationTimeOf } from "../../platform/index.ts";
import { destinationOf, type RedirectDestination } from "../../publishing/index.ts";
import type { SiteRedirectTable } from "../../storage/database/index.ts";
import { ListQuery, Timestamp } from "../http/index.ts";

export type Redirect = Static<typeof Redirect>;
export const Redirect = Type.Object(
  {
    object: Type.Literal("site-redirect"),
    id: Type.String(),
    source: Type.String(),
    destination: Type.Unsafe<RedirectDestination>({}),
    draft: Type.Boolean({ description: "Always false: every redirect is live." }),
    captureWildcard: Type.Boolean({ description: "Always false: a redirect has exactly one source." }),
    permanent: Type.Boolean({ description: "Always false: readers do not keep redirects." }),
    createdAt: Timestamp,
  },
  { title: "SiteRedirect" },
);

export const SearchQuery = Type.Object({
  ...ListQuery,
  search: Type.Optional(
    Type.String({ maxLength: 512, description: "Only redirects whose source contains this text." }),
  ),
});

export function presentRedirect(row: SiteRedirectTable): Redirect {
  return {
    object: "site-redirect",
    id: row.id,
    source: row.source,
    destination: destinationOf(row),
    draft: false,
    captureWildcard: false,
    permanent: false,
    createdAt: creationTimeOf(row.id).toISOString(),
  };
}
