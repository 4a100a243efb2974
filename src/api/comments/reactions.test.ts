import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person, type TestApp } from "../../../test/support/app.ts";

interface Shown {
  readonly emoji: string;
  readonly count: number;
  readonly users: readonly { user: { id: string }; reactedAt: string }[];
}

/** The users who reacted with each emoji, in order. */
function outline(reactions: readonly Shown[]) {
  return reactions.map(({ emoji, count, users }) => {
    assert.equal(count, users.length);
    return [emoji, ...users.map(({ user }) => user.id)];
  });
}

async function people(app: TestApp, count: number): Promise<Person[]> {
  const made: Person[] = [];
  for (let i = 0; i < count; i++) made.push(await app.member("comment"));
  return made;
}

describeOnEachDatabase("reactions", (suite) => {
  test("count once for each user, in the order in which each emoji was first used", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    const [one, two] = await people(app, 2);
    assert.ok(one && two);
    for (const { path } of [space, request]) {
      const { id } = await app.comment(path);
      const comment = `${path}/comments/${id}`;
      const { id: replyId } = await app.ok(one, `POST ${comment}/replies`, {
        body: { body: { markdown: "x" } },
      });
      for (const at of [comment, `${comment}/replies/${replyId}`]) {
        const put = async (person: Person, added: string[], removed: string[] = []) => {
          const body = { addedReactions: added, removedReactions: removed };
          const { reactions, editedAt } = await app.ok(person, `PUT ${at}`, { body });
          assert.equal(editedAt, undefined);
          return outline(reactions);
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
        // Another spelling of the same emoji.
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
        assert.deepEqual(outline((await app.ok(two, `GET ${at}`)).reactions), [["2764", one.id]]);
      }
    }
  });

  test("of one user to one comment are limited, and refused atomically", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const { id } = await app.comment(path);
    const at = `${path}/comments/${id}`;
    const emojis = Array.from({ length: 51 }, (_, i) => String.fromCodePoint(0x1f600 + i));
    await app.ok(app.admin, `PUT ${at}`, { body: { addedReactions: emojis.slice(0, 50) } });
    const body = { addedReactions: emojis, body: { markdown: "New" } };
    await app.refused(app.admin, `PUT ${at}`, 400, /^addedReactions: must leave you with at most 50/, {
      body,
    });
    const { reactions, body: shown } = await app.ok(app.admin, `GET ${at}`);
    assert.deepEqual([reactions.length, shown.markdown], [50, "Hm."]);
  });

  test("of a hundred concurrent users are all counted", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const { id } = await app.comment(path);
    const at = `${path}/comments/${id}`;
    const crowd = await people(app, 20);
    const calls = crowd.flatMap((person) =>
      ["👍", "🎉", "❤️", "👀", "🚀"].map((emoji) =>
        app.ok(person, `PUT ${at}`, { body: { addedReactions: [emoji] } }),
      ),
    );
    await Promise.all([...calls, app.ok(app.admin, `PUT ${at}`, { body: { resolved: true } })]);
    const { reactions, status } = await app.ok(app.admin, `GET ${at}`);
    assert.equal(status, "resolved");
    assert.deepEqual(
      reactions.map(({ count, users }: Shown) => [count, new Set(users.map(({ user }) => user.id)).size]),
      Array.from({ length: 5 }, () => [20, 20]),
    );
    await Promise.all(
      crowd.map((person) => app.ok(person, `PUT ${at}`, { body: { removedReactions: ["👍"] } })),
    );
    assert.equal((await app.ok(app.admin, `GET ${at}`)).reactions.length, 4);
  });

  test("and concurrent comments, replies and deletions leave correct counts", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    for (const { path } of [space, request]) {
      const { id } = await app.comment(path);
      const gone: string[] = [];
      for (let i = 0; i < 10; i++) gone.push((await app.comment(path)).id);
      const reply = (comment: string) =>
        app.call(app.admin, `POST ${path}/comments/${comment}/replies`, {
          body: { body: { markdown: "x" } },
        });
      await Promise.all([
        ...gone.map((each) => app.call(app.admin, `DELETE ${path}/comments/${each}`)),
        ...gone.map((each) =>
          app.call(app.admin, `PUT ${path}/comments/${each}`, { body: { resolved: true } }),
        ),
        ...gone.map(reply),
        ...gone.map((each) => app.call(app.admin, `DELETE ${path}/comments/${each}`)),
        ...gone.map(() => app.comment(path)),
        ...gone.map(() => reply(id)),
      ]);
      const { items, count } = await app.ok(app.admin, `GET ${path}/comments`);
      assert.deepEqual([items.length, count], [11, 11]);
      assert.equal((await app.ok(app.admin, `GET ${path}`)).comments, 11);
      assert.equal((await app.ok(app.admin, `GET ${path}/comments/${id}`)).replies, 10);
      assert.equal((await app.ok(app.admin, `GET ${path}/comments/${id}/replies`)).items.length, 10);
      assert.equal((await app.ok(app.admin, `GET ${path}/comments?status=resolved`)).count, 0);
    }
  });
});
