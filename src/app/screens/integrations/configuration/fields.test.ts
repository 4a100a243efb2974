import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { configurationOf, type Declaration, draftOf, fieldsOf, labelsOf, missingLabels } from "./fields.ts";

const declaration: Declaration = {
  properties: {
    room: { type: "string", title: "Room", description: "Where it talks" },
    greeting: { type: "string", default: "Hello" },
    api_key: { type: "string", title: "Key" },
    region: { type: "string", enum: ["eu", "us"] },
    project: { type: "string", completion_url: "/projects" },
    limit: { type: "number", default: 10 },
    loud: { type: "boolean", default: true },
    login: { type: "button", callback_url: "/login", button_text: "Connect" },
  },
  required: ["room", "login"],
};
const fields = fieldsOf(declaration);

describe("the form of a configuration", () => {
  test("has a field for each property, with its label, its kind and whether it is required", () => {
    assert.deepEqual(
      fields.map(({ name, label, kind, isRequired }) => [name, label, kind, isRequired]),
      [
        ["room", "Room", "text", true],
        ["greeting", "greeting", "text", false],
        ["api_key", "Key", "secret", false],
        ["region", "region", "choice", false],
        ["project", "project", "text", false],
        ["limit", "limit", "number", false],
        ["loud", "loud", "checkbox", false],
        ["login", "login", "button", true],
      ],
    );
    assert.deepEqual(fields[3]?.options, ["eu", "us"]);
    assert.deepEqual(
      fields.filter(({ hasSuggestions }) => hasSuggestions).map(({ name }) => name),
      ["project"],
    );
    assert.equal(labelsOf(fields)["configuration.api_key"], "Key");
    // A component has no properties.
    assert.deepEqual(fieldsOf({ componentId: "form" }), []);
  });

  test("shows saved values and defaults, but no secrets", () => {
    const draft = draftOf(fields, { room: "lobby", api_key: "hidden", limit: 3, loud: false });
    assert.deepEqual([...draft.values()], ["lobby", "Hello", "", "", "", "3", false, ""]);
  });

  test("becomes values of the declared types, without defaults and with what it does not show", () => {
    const saved = {
      room: "lobby",
      api_key: "hidden",
      login: "account 7",
      former: [1],
      limit: 10,
      loud: true,
    };
    const unchanged = configurationOf(fields, draftOf(fields, saved), saved);
    assert.deepEqual(unchanged, { room: "lobby", api_key: "hidden", login: "account 7", former: [1] });
    const draft = new Map(draftOf(fields, saved))
      .set("room", " hall ")
      .set("greeting", "")
      .set("api_key", "new")
      .set("region", "us")
      .set("limit", "2.5")
      .set("loud", false);
    assert.deepEqual(configurationOf(fields, draft, saved), {
      room: "hall",
      greeting: "",
      api_key: "new",
      region: "us",
      limit: 2.5,
      loud: false,
      login: "account 7",
      former: [1],
    });
    assert.equal("api_key" in configurationOf(fields, new Map(draft).set("api_key", null), saved), false);
    assert.equal("limit" in configurationOf(fields, new Map(draft).set("limit", ""), saved), false);
    assert.equal("room" in configurationOf(fields, new Map(draft).set("room", ""), saved), false);
  });

  test("names the required fields without a value", () => {
    assert.deepEqual(missingLabels(fields, {}), ["Room", "login"]);
    assert.deepEqual(missingLabels(fields, { room: "lobby", login: 1 }), []);
  });

  test("has properties with names of inherited ones", () => {
    const strange = fieldsOf({ properties: { constructor: { type: "string" } }, required: ["constructor"] });
    assert.deepEqual(draftOf(strange, {}).get("constructor"), "");
    assert.deepEqual(missingLabels(strange, {}), ["constructor"]);
    const typed = configurationOf(strange, new Map([["constructor", "x"]]), {});
    assert.deepEqual(Object.entries(typed), [["constructor", "x"]]);
  });
});
