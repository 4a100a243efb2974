import assert from "node:assert/strict";
import { test } from "node:test";
import {
  edited,
  type LookState,
  layerSaved,
  onTopOf,
  redone,
  type Stored,
  siteLayer,
  undone,
  valuesOf,
} from "./look-state.ts";
import { type Values, withValue } from "./values.ts";

function storedLook(customization: Values, version: string, space?: Values): Stored {
  const siteSpaces = space === undefined ? [] : [{ id: "space", customization: space, version }];
  return { customization, version, siteSpaces, defaults: {} } as unknown as Stored;
}

const initial: LookState = { stored: storedLook({ title: "Old" }, "1"), past: [], present: {}, future: [] };

const set = (state: LookState, path: string, value: unknown, id = siteLayer) =>
  edited(state, id, (values) => withValue(values, path, value), false);

test("edits change the newest values, and are undone and redone", () => {
  const state = set(set(initial, "title", "New"), "pdf.enabled", false);
  assert.deepEqual(valuesOf(state, siteLayer), { title: "New", pdf: { enabled: false } });
  assert.deepEqual(valuesOf(undone(state), siteLayer), { title: "New" });
  assert.deepEqual(redone(undone(state)), state);
  assert.equal(undone(initial), initial);
});

test("a saved layer is as it is stored, and a step back leads to what was stored before", () => {
  const state = set(initial, "title", "New");
  const after = layerSaved(state, siteLayer, valuesOf(state, siteLayer), storedLook({ title: "New" }, "2"));
  assert.deepEqual([after.present, after.stored.version], [{}, "2"]);
  assert.deepEqual(valuesOf(undone(after), siteLayer), { title: "Old" });
});

test("what was edited or undone while a layer was being saved stays an edit", () => {
  const state = set(initial, "title", "New");
  const saved = valuesOf(state, siteLayer);
  const current = storedLook({ title: "New", pdf: { enabled: false } }, "2");
  const after = layerSaved(set(state, "footer.copyright", "Acme"), siteLayer, saved, current);
  assert.deepEqual(after.present[siteLayer], {
    title: "New",
    pdf: { enabled: false },
    footer: { copyright: "Acme" },
  });
  const back = layerSaved(undone(state), siteLayer, saved, storedLook({ title: "New" }, "2"));
  assert.deepEqual(back.present[siteLayer], { title: "Old" });
  assert.deepEqual(valuesOf(redone(back), siteLayer), { title: "New" });
});

test("a saved layer takes over nothing of the others, which are saved with the versions that were edited", () => {
  const state = set(set(initial, "title", "New"), "title", "Part", "space");
  const current = storedLook({ title: "New" }, "2", { title: "Theirs" });
  const after = layerSaved(state, siteLayer, valuesOf(state, siteLayer), current);
  assert.deepEqual(after.present, { space: { title: "Part" } });
  assert.deepEqual([after.stored.version, after.stored.siteSpaces], ["2", []]);
});

test("edits are put on top of what others have saved", () => {
  const state = set(initial, "pdf.enabled", false);
  const after = onTopOf(storedLook({ title: "Theirs" }, "2"), state);
  assert.deepEqual(valuesOf(after, siteLayer), { title: "Theirs", pdf: { enabled: false } });
});
