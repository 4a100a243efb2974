import { atoms } from "./blocks/atoms.ts";
import { captions } from "./blocks/captions.ts";
import { code } from "./blocks/code.ts";
import { conflicts } from "./blocks/conflicts.ts";
import { containers } from "./blocks/containers.ts";
import { embeds } from "./blocks/embeds.ts";
import { files } from "./blocks/files.ts";
import { formulas } from "./blocks/formulas.ts";
import { images } from "./blocks/images.ts";
import { included } from "./blocks/included.ts";
import { lists } from "./blocks/lists.ts";
import { openapi } from "./blocks/openapi.ts";
import { references } from "./blocks/references.ts";
import { structures } from "./blocks/structures/index.ts";
import { table } from "./blocks/table/index.ts";
import { text } from "./blocks/text.ts";
import { clipboard } from "./clipboard/clipboard.ts";
import { comments } from "./comments/kind.ts";
import { annotations } from "./inlines/annotations.tsx";
import { expressions } from "./inlines/expressions.tsx";
import { inlines } from "./inlines/inlines.ts";
import { links } from "./inlines/links.tsx";
import { marks } from "./inlines/marks.ts";
import { mentions } from "./inlines/mentions.tsx";
import type { Kind } from "./kinds.ts";
import { emojiNames } from "./menus/emoji.tsx";
import { uploads } from "./uploads/kind.ts";

/** All kinds. The keys of earlier ones take precedence. */
export const kinds: readonly Kind[] = [
  expressions,
  captions,
  formulas,
  code,
  table,
  lists,
  text,
  containers,
  structures,
  images,
  files,
  embeds,
  references,
  conflicts,
  openapi,
  included,
  uploads,
  clipboard,
  atoms,
  marks,
  links,
  annotations,
  mentions,
  emojiNames,
  inlines,
  comments,
];
