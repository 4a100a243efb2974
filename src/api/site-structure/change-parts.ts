import {
  changeStructure,
  type MovePosition,
  moveInStructure,
  type Pointer,
  type Structure,
} from "../../publishing/index.ts";
import { type Call, nothingToDo } from "../http/index.ts";
import type { OnSite } from "../sites/index.ts";

type SiteCall = Call & OnSite;

/** Changes what a site is made of, all of it or nothing. */
export function changeParts<T>({ context, site }: SiteCall, change: (structure: Structure) => T): Promise<T> {
  return context.database.write((trx) => changeStructure(trx, site, change), site.id);
}

/** Removes a part, if it is there. */
export function removePart<Part>(
  call: SiteCall,
  find: (structure: Structure) => Part | undefined,
  remove: (structure: Structure, part: Part) => void,
): Promise<typeof nothingToDo | undefined> {
  return changeParts(call, (structure) => {
    const part = find(structure);
    if (part === undefined) return nothingToDo;
    remove(structure, part);
    return undefined;
  });
}

/** Moves a part beside another. */
export function movePart(call: SiteCall, item: Pointer, position?: MovePosition): Promise<void> {
  return changeParts(call, (structure) => moveInStructure(structure, item, position));
}
