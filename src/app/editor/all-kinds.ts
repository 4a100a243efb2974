import { atoms } from "./blocks/atoms.ts";
import { code } from "./blocks/code.ts";
import { containers } from "./blocks/containers.ts";
import { lists } from "./blocks/lists.ts";
import { media } from "./blocks/media.ts";
import { structures } from "./blocks/structures.ts";
import { table } from "./blocks/table.ts";
import { text } from "./blocks/text.ts";
import { annotations } from "./inlines/annotations.tsx";
import { expressions } from "./inlines/expressions.tsx";
import { inlines } from "./inlines/inlines.ts";
import { links } from "./inlines/links.tsx";
import { marks } from "./inlines/marks.ts";
import { mentions } from "./inlines/mentions.tsx";
import type { Kind } from "./kinds.ts";

/** All kinds. The keys of earlier ones take precedence. */
export const kinds: readonly Kind[] = [
  expressions,
  code,
  table,
  lists,
  text,
  containers,
  structures,
  media,
  atoms,
  marks,
  links,
  annotations,
  mentions,
  inlines,
];
