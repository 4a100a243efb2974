import { type Static, Type } from "@sinclair/typebox";
import { HttpUrl, ListQuery } from "../http/index.ts";

export const SearchText = Type.String({
  maxLength: 512,
  description:
    "Words, all of which are looked for; the last one may be unfinished. Quoted words are a phrase.",
});

export const SearchQuery = Type.Object({ query: SearchText, ...ListQuery });

const FoundSection = Type.Object({
  id: Type.String(),
  title: Type.String({ description: "Its heading; of the beginning of a page, the title of that." }),
  path: Type.String({ description: "That of the page, with the anchor of the heading." }),
  body: Type.String({ description: "What it says, where that is long the part with what was looked for." }),
  urls: Type.Object({ app: HttpUrl }),
});

export type FoundPage = Static<typeof FoundPage>;
export const FoundPage = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    path: Type.String(),
    sections: Type.Array(FoundSection),
    urls: Type.Object({ app: HttpUrl }),
  },
  { title: "FoundPage" },
);

export type FoundSpace = Static<typeof FoundSpace>;
export const FoundSpace = Type.Object(
  {
    id: Type.String({ description: "The id of the space." }),
    title: Type.String(),
    pages: Type.Array(FoundPage),
  },
  { title: "FoundSpace" },
);
