import type { Answer } from "../client.ts";
import { Ledger } from "../ledger.ts";
import { byName, createWork, newName, same, type Work, type World } from "../work.ts";

interface Comment {
  readonly text: string;
  readonly status: "open" | "resolved";
  readonly reactions: readonly string[];
  readonly replies: readonly string[];
}

/** Comments on a space or on a change request, replies, reactions; and how many there are said to be. */
export async function openDiscussion(world: World, on: "space" | "change request"): Promise<Work> {
  const { client, random, organization } = world;
  const { id } = await client.send(`POST ${organization}/spaces`, { title: newName("talk") });
  const place =
    on === "space"
      ? `/spaces/${id}`
      : `/spaces/${id}/change-requests/${(await client.send(`POST /spaces/${id}/change-requests`)).id}`;
  const path = `${place}/comments`;
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

  const takeReplyBack = async (name: string, comment: string, state: Comment) => {
    const replies = await client.walk(`${path}/${comment}/replies`);
    const taken = random.pick(replies);
    const after = { ...state, replies: state.replies.filter((text) => text !== textOf(taken)) };
    await ledger.write(name, after, () => client.send(`DELETE ${path}/${comment}/replies/${taken.id}`));
  };

  /** Edited, resolved and reacted to by one request: all of it, or nothing. */
  const update = async (name: string, comment: string, state: Comment) => {
    const text = `${name} ${newName("edit")}`;
    const isOpen = state.status === "open";
    const emoji = "👍";
    const reacts = !state.reactions.includes(emoji);
    const after: Comment = {
      ...state,
      text,
      status: isOpen ? "resolved" : "open",
      reactions: reacts ? [emoji] : [],
    };
    await ledger.write(name, after, () =>
      client.send(`PUT ${path}/${comment}`, {
        ...bodyOf(text),
        resolved: isOpen,
        [reacts ? "addedReactions" : "removedReactions"]: [emoji],
      }),
    );
  };

  const write = async () => {
    const found = random.chance(0.4) ? undefined : ledger.take(random);
    if (found === undefined) return post();
    const { name, handle, state } = found;
    if (random.chance(0.1))
      return ledger.write(name, undefined, () => client.send(`DELETE ${path}/${handle}`));
    if (random.chance(0.4)) return update(name, handle, state);
    const takes = state.replies.length > 0 && random.chance(0.3);
    return takes ? takeReplyBack(name, handle, state) : reply(name, handle, state);
  };

  const list = async () => {
    const all = await client.walk(path);
    const open = all.filter(({ status }) => status === "open").length;
    for (const status of ["open", "resolved"]) {
      const { count } = await client.send(`GET ${path}?status=${status}&limit=1`);
      same(`the count of ${status} comments`, count, status === "open" ? open : all.length - open);
    }
    same(`comments of the ${on}`, (await client.send(`GET ${place}`)).comments, open);
    return byName(
      all,
      (comment) => textOf(comment).split(" ")[0] ?? "",
      (comment) => comment.id as string,
    );
  };

  const read = async (comment: string): Promise<Comment> => {
    const found = await client.send(`GET ${path}/${comment}`);
    const replies = await client.walk(`${path}/${comment}/replies`);
    same(`replies of ${textOf(found)}`, found.replies, replies.length);
    return {
      text: textOf(found),
      status: found.status,
      reactions: found.reactions.map(({ emoji }: { emoji: string }) => emoji),
      replies: replies.map(textOf),
    };
  };

  return createWork(`discussion on a ${on}`, ledger, { list, read }, write);
}

function bodyOf(markdown: string) {
  return { body: { markdown } };
}

function textOf({ body }: Answer): string {
  return body.markdown.trim();
}
