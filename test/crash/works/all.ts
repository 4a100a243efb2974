import type { Work, World } from "../work.ts";
import { openDiscussion } from "./discussion.ts";
import { openEdits } from "./edits.ts";
import { openMembers } from "./members.ts";
import { openMerges } from "./merges.ts";
import { openSites } from "./sites.ts";
import { openSpecs } from "./specs.ts";
import { openTeams } from "./teams.ts";
import { openTrash } from "./trash.ts";

/** Every kind of writes there is, each in a new place. */
export function openWorks(world: World): Promise<Work[]> {
  const open: readonly ((world: World) => Promise<Work>)[] = [
    (own) => openDiscussion(own, "space"),
    (own) => openDiscussion(own, "change request"),
    openEdits,
    openMerges,
    openSites,
    openSpecs,
    openTeams,
    openMembers,
    openTrash,
  ];
  return Promise.all(open.map((one) => one({ ...world, random: world.random.fork() })));
}
