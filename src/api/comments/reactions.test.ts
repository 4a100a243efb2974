import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person, type TestApp } from "../../../test/support/app.ts";

interface Reaction {
  readonly emoji: string;
  readonly count: number;
  readonly users: readonly { user: { id: string }; reactedAt: string }[];
}

/** The users who reacted with each emoji, in order. */
function summarize(reactions: readonly Reaction[]) {
  return reactions.map(({ emoji, count, users }) => {
    assert.equal(count, users.length);
    return [emoji, ...users.map(({ user }) => user.id)];
  });
}

async function createMembers(app: TestApp, count: number): Promise<Person[]> {
  const members: Person[] = [];
  for (let i = 0; i < count; i++) members.push(await app.member("comment"));
  return members;
}

describeOnEachDatabase("reactions", (suite) => {
  test("count once for each user, in the order in which each emoji was first used", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    const [one, two] = await createMembers(app, 2);
    assert.ok(one && two);
    for (const { path } of [space, request]) {
      const { id } = await app.comment(path);
      const comment = `${path}/comments/${id}`;
      const { id: replyId } = await app.ok(one, `POST ${comment}/replies`, {
        body: { body: { markdown: "x" } },
      });
      for (const commentPath of [comment, `${comment}/replies/${replyId}`]) {
        const put = async (person: Person, added: string[], removed: string[] = []) => {
          const body = { addedReactions: added, removedReactions: removed };
          const { reactions, editedAt } = await app.ok(person, `PUT ${commentPath}`, { body });
          assert.equal(editedAt, undefined);
          return summarize(reactions);
        };
        assert.deepEqual(await put(one, ["🎉", "👍", "🎉"]), [
          ["🎉", one.id],
          ["👍", one.id],
        ]);
        assert.deepEqual(await put(two, ["👍", "❤️"]), [
          ["🎉", one.id],
          ["👍", one.id, two.id],
          ["❤️", two.id],
        ]);
        assert.deepEqual(await put(one, ["👍"]), await put(two, ["👍"]));
        // Other spellings of the same emoji.
        assert.deepEqual(await put(one, ["1f44d", "2764"]), [
          ["🎉", one.id],
          ["👍", one.id, two.id],
          ["❤️", two.id, one.id],
        ]);
        assert.deepEqual(await put(one, ["🎉"], ["🎉", "1f44d", "🙈"]), [
          ["👍", two.id],
          ["❤️", two.id, one.id],
        ]);
        assert.deepEqual(await put(one, ["1f389"], ["🎉"]), await put(one, []));
        assert.deepEqual(await put(two, [], ["👍", "❤"]), [["2764", one.id]]);
        assert.deepEqual(summarize((await app.ok(two, `GET ${commentPath}`)).reactions), [["2764", one.id]]);
      }
    }
  });

  test("of one user to one comment are limited, and refused atomically", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const { id } = await app.comment(path);
    const commentPath = `${path}/comments/${id}`;
    const emojis = Array.from({ length: 51 }, (_, i) => String.fromCodePoint(0x1f600 + i));
    await app.ok(app.admin, `PUT ${commentPath}`, { body: { addedReactions: emojis.slice(0, 50) } });
    const body = { addedReactions: emojis, body: { markdown: "New" } };
    await app.refused(app.admin, `PUT ${commentPath}`, 400, /^addedReactions: exceeds the limit of 50/, {
      body,
    });
    const { reactions, body: unchanged } = await app.ok(app.admin, `GET ${commentPath}`);
    assert.deepEqual([reactions.length, unchanged.markdown], [50, "Hm."]);
  });

  test("are all counted if 20 users react concurrently", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const { id } = await app.comment(path);
    const commentPath = `${path}/comments/${id}`;
    const crowd = await createMembers(app, 20);
    const calls = crowd.flatMap((person) =>
      ["👍", "🎉", "❤️", "👀", "🚀"].map((emoji) =>
        app.ok(person, `PUT ${commentPath}`, { body: { addedReactions: [emoji] } }),
      ),
    );
    await Promise.all([...calls, app.ok(app.admin, `PUT ${commentPath}`, { body: { resolved: true } })]);
    const { reactions, status } = await app.ok(app.admin, `GET ${commentPath}`);
    assert.equal(status, "resolved");
    assert.deepEqual(
      reactions.map(({ count, users }: Reaction) => [count, new Set(users.map(({ user }) => user.id)).size]),
      Array.from({ length: 5 }, () => [20, 20]),
    );
    await Promise.all(
      crowd.map((person) => app.ok(person, `PUT ${commentPath}`, { body: { removedReactions: ["👍"] } })),
    );
    assert.equal((await app.ok(app.admin, `GET ${commentPath}`)).reactions.length, 4);
  });
});
