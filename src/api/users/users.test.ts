import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";

describeOnEachDatabase("users", (suite) => {
  test("the caller reads and changes their own profile", async () => {
    const { app } = suite;
    const person = await app.stranger();
    const before = await app.ok(person, "GET /user");
    assert.deepEqual(before, {
      object: "user",
      id: person.id,
      displayName: person.email.split("@")[0],
      email: person.email,
      urls: { location: `http://127.0.0.1:4400/v1/users/${person.id}` },
    });
    assert.deepEqual(await app.ok(person, `GET /users/${person.id}`), before);
    const changed = await app.ok(person, `PATCH /users/${person.id}`, {
      body: { displayName: "Ada", photoURL: "https://example.com/a.png" },
    });
    assert.deepEqual(changed, { ...before, displayName: "Ada", photoURL: "https://example.com/a.png" });
    assert.deepEqual(await app.ok(person, "GET /user"), changed);
    assert.deepEqual(await app.ok(person, `PATCH /users/${person.id}`, { body: { unknown: 1 } }), changed);
  });

  test("an invalid profile is refused with the name of the field", async () => {
    const { app } = suite;
    const person = await app.stranger();
    for (const [body, message] of [
      [{}, /body: must have at least 1 field/],
      [{ displayName: "" }, /displayName: must be at least 1/],
      [{ displayName: "x".repeat(65) }, /displayName: must be at most 64/],
      [{ displayName: null }, /displayName: must be string/],
      [{ photoURL: "javascript:alert(1)" }, /photoURL: must be an http or https URL/],
      [{ photoURL: "nowhere" }, /photoURL: must be an http or https URL/],
    ] as const) {
      await app.refused(person, `PATCH /users/${person.id}`, 400, message, { body });
    }
    await app.refused(person, `PATCH /users/${person.id}`, 400, /body: is required/);
  });

  test("concurrent changes of different fields are both applied", async () => {
    const { app } = suite;
    const person = await app.stranger();
    for (let round = 0; round < 5; round++) {
      const body = { displayName: `Name ${round}`, photoURL: `https://example.com/${round}.png` };
      await Promise.all([
        app.ok(person, `PATCH /users/${person.id}`, { body: { displayName: body.displayName } }),
        app.ok(person, `PATCH /users/${person.id}`, { body: { photoURL: body.photoURL } }),
      ]);
      const { displayName, photoURL } = await app.ok(person, "GET /user");
      assert.deepEqual({ displayName, photoURL }, body);
    }
  });

  test("users are visible to members of their organizations, and only they can change their profile", async () => {
    const { app } = suite;
    const [guest, reader, stranger] = [
      await app.member(null),
      await app.member("read"),
      await app.stranger(),
    ];
    await app.ok(guest, `GET /users/${reader.id}`);
    await app.refused(stranger, `GET /users/${reader.id}`, 404, /User not found/);
    await app.refused(stranger, "GET /users/unknown", 404, /User not found/);
    await app.refused(app.admin, `PATCH /users/${reader.id}`, 403, /only their own profile/, {
      body: { displayName: "Other" },
    });
    await app.refused(stranger, `PATCH /users/${reader.id}`, 404, /User not found/, {
      body: { displayName: "Other" },
    });
  });
});
