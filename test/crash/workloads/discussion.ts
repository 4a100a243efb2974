import type { Json } from "../client.ts";
import { Ledger } from "../ledger.ts";
import { assertEqual, byName, createWorkload, newName, type Workload, type World } from "../workload.ts";

interface Comment {
  readonly text: string;
  readonly status: "open" | "resolved";
  readonly reactions: readonly string[];
  readonly replies: readonly string[];
}

/** Comments on a space or a change request, with replies, reactions and counts. */
export async function createDiscussion(world: World, on: "space" | "change request"): Promise<Workload> {
  const { client, random, organization } = world;
  const { id } = await client.send(`POST ${organization}/spaces`, { title: newName("discussion") });
  const target =
    on === "space"
      ? `/spaces/${id}`
      : `/spaces/${id}/change-requests/${(await client.send(`POST /spaces/${id}/change-requests`)).id}`;
  const path = `${target}/comments`;
  const ledger = new Ledger<string, Comment>();

  const post = async () => {
    const name = newName("comment");
    const state: Comment = { text: name, status: "open", reactions: [], replies: [] };
    await ledger.write(name, state, async () => (await client.send(`POST ${path}`, bodyOf(name))).id);
  };

  const reply = async (name: string, comment: string, state: Comment) => {
    const text = newName("reply");
    const after = { ...state, replies: [...state.replies, text] };
    await ledger.write(name, after, () => client.send(`POST ${path}/${comment}/replies`, bodyOf(text)));
  };

  const deleteReply = async (name: string, comment: string, state: Comment) => {
    const replies = await client.walk(`${path}/${comment}/replies`);
    const deleted = random.pick(replies);
    const after = { ...state, replies: state.replies.filter((text) => text !== textOf(deleted)) };
    await ledger.write(name, after, () => client.send(`DELETE ${path}/${comment}/replies/${deleted.id}`));
  };

  const update = async (name: string, comment: string, state: Comment) => {
    const text = `${name} ${newName("edit")}`;
    const isOpen = state.status === "open";
    const emoji = "👍";
    const addsReaction = !state.reactions.includes(emoji);
    const after: Comment = {
      ...state,
      text,
      status: isOpen ? "resolved" : "open",
      reactions: addsReaction ? [emoji] : [],
    };
    await ledger.write(name, after, () =>
      client.send(`PUT ${path}/${comment}`, {
        ...bodyOf(text),
        resolved: isOpen,
        [addsReaction ? "addedReactions" : "removedReactions"]: [emoji],
      }),
    );
  };

  const write = async () => {
    const picked = random.chance(0.4) ? undefined : ledger.take(random);
    if (picked === undefined) return post();
    const { name, handle, state } = picked;
    if (random.chance(0.1))
      return ledger.write(name, undefined, () => client.send(`DELETE ${path}/${handle}`));
    if (random.chance(0.4)) return update(name, handle, state);
    const deletesReply = state.replies.length > 0 && random.chance(0.3);
    return deletesReply ? deleteReply(name, handle, state) : reply(name, handle, state);
  };

  const list = async () => {
    const all = await client.walk(path);
    const open = all.filter(({ status }) => status === "open").length;
    for (const status of ["open", "resolved"]) {
      const { count } = await client.send(`GET ${path}?status=${status}&limit=1`);
      assertEqual(`the count of ${status} comments`, count, status === "open" ? open : all.length - open);
    }
    assertEqual(`comments of the ${on}`, (await client.send(`GET ${target}`)).comments, open);
    return byName(all, (comment) => textOf(comment).split(" ")[0] ?? "");
  };

  const read = async (comment: string): Promise<Comment> => {
    const body = await client.send(`GET ${path}/${comment}`);
    const replies = await client.walk(`${path}/${comment}/replies`);
    assertEqual(`replies of ${textOf(body)}`, body.replies, replies.length);
    return {
      text: textOf(body),
      status: body.status,
      reactions: body.reactions.map(({ emoji }: { emoji: string }) => emoji),
      replies: replies.map(textOf),
    };
  };

  return createWorkload(`discussion on a ${on}`, ledger, { list, read }, write);
}

function bodyOf(markdown: string) {
  return { body: { markdown } };
}

function textOf({ body }: Json): string {
  return body.markdown.trim();
}
