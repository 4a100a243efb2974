import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { LecternError } from "../platform/errors.ts";
import {
  addGroup,
  addSection,
  addSiteSpace,
  type MovePosition,
  moveInStructure,
  moveItemTo,
  type PartRef,
  removeFromGroup,
  removeFromStructure,
  setDefault,
  setParentGroup,
  setPath,
} from "./edit-structure.ts";
import { filterStructure } from "./published-content.ts";
import {
  findGroup,
  findSection,
  groupsOf,
  hasSections,
  type Structure,
  sectionsOf,
  siblingsOf,
  siteSpacesOf,
  sortKeysOf,
} from "./structure.ts";
import { reservedPaths, resolveSegments, sectionSegments, siteSpaceSegments } from "./structure-paths.ts";

const stepKinds =
  "space space space section section group group group nest nest into-group into-group out-of-group move move move move move default default path path remove-space remove-section remove-group";
const number = fc.noBias(fc.nat(9999));
const step = fc.record({
  kind: fc.constantFrom(...stepKinds.split(" ")),
  index: number,
  otherIndex: number,
  path: fc.constantFrom("a", "b", "c"),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const steps = fc.array(step, { maxLength: 40, size: "max" });

const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];

function partRefs(structure: Structure): PartRef[] {
  return [
    ...siteSpacesOf(structure).map(({ siteSpace: { id } }) => ({ type: "site-space", id }) as const),
    ...sectionsOf(structure).map(({ id }) => ({ type: "site-section" as const, id })),
    ...groupsOf(structure).map(({ id }) => ({ type: "site-section-group" as const, id })),
  ];
}

/** A structure under test, with a model of what it must contain. */
class Site {
  readonly structure: Structure = { items: [], siteSpaces: [] };
  /** The ids of the site spaces that were added and not removed. */
  readonly spaces = new Set<string>();
  readonly groups = new Set<string>();
  #ids = 0;

  /** Applies one step, and checks that a refused step changes nothing. */
  apply(next: Step): void {
    const before = structuredClone(this.structure);
    try {
      this.#apply(next);
    } catch (error) {
      assert.ok(error instanceof LecternError, String(error));
      assert.deepEqual(this.structure, before, "a refused step changed the structure");
    }
    const remaining = new Set(sectionsOf(this.structure).map(({ id }) => id));
    for (const { id, siteSpaces } of sectionsOf(before).filter((section) => !remaining.has(section.id)))
      assert.ok(
        next.kind.startsWith("remove-s") || (next.kind === "move" && siteSpaces.length === 1),
        `${next.kind} removes section ${id}`,
      );
  }

  #apply({ kind, index, otherIndex, path }: Step): void {
    const { structure } = this;
    const section = pick(sectionsOf(structure), index);
    const group = pick(groupsOf(structure), otherIndex);
    const location = pick(siteSpacesOf(structure), index);
    const id = `${++this.#ids}`;
    const space = { id: `p${id}`, spaceId: `x${index % 3}`, path };
    const named = { title: path, icon: null };
    // Gets the existing site spaces when the site's first section is added.
    const first = { id: `f${id}`, path, ...named };
    if (kind === "space") {
      const into = otherIndex % 3 === 0 ? undefined : section?.id;
      addSiteSpace(structure, space, otherIndex % 50 === 1 ? "none" : into);
      this.spaces.add(space.id);
    } else if (kind === "section") {
      addSection(structure, { id: `s${id}`, path: otherIndex % 2 ? "a" : "b", ...named }, space, first);
      this.spaces.add(space.id);
    } else if (kind === "group") {
      const chosen = sectionsOf(structure).filter((_, i) => (index >> i) % 2 === 1);
      const ids = chosen.map((part) => part.id);
      const unknown = otherIndex % 20 === 0 ? ["none"] : [];
      const parent = otherIndex % 3 === 1 ? group?.id : undefined;
      addGroup(structure, { id: `g${id}`, ...named }, [...ids, ...ids.slice(0, 1), ...unknown], parent);
      this.groups.add(`g${id}`);
    } else if (kind === "into-group" && section && group) moveItemTo(structure, section, group.children);
    else if (kind === "nest" && group)
      setParentGroup(
        structure,
        group,
        pick([...groupsOf(structure).map((part) => part.id), null], index) ?? null,
      );
    else if (kind === "out-of-group" && section) removeFromGroup(structure, section);
    else if (kind === "move") this.move(index, otherIndex);
    else if (kind === "default" && section && otherIndex % 2)
      setDefault(sectionsOf(structure), section.id, "Section");
    else if (kind === "default" && location)
      setDefault(siblingsOf(structure, location), location.siteSpace.id, "Site space");
    else if (kind === "path" && section && otherIndex % 2) setPath(sectionsOf(structure), section, path);
    else if (kind === "path" && location) setPath(siblingsOf(structure, location), location.siteSpace, path);
    else if (kind === "remove-space" && location) {
      assert.ok(removeFromStructure(structure, { type: "site-space", id: location.siteSpace.id }));
      this.spaces.delete(location.siteSpace.id);
    } else if (kind === "remove-section" && section) {
      // The site spaces of the only section remain.
      if (sectionsOf(structure).length > 1) for (const { id } of section.siteSpaces) this.spaces.delete(id);
      assert.ok(removeFromStructure(structure, { type: "site-section", id: section.id }));
    } else if (kind === "remove-group" && group) {
      assert.ok(removeFromStructure(structure, { type: "site-section-group", id: group.id }));
      this.groups.delete(group.id);
    }
  }

  move(index: number, otherIndex: number): void {
    const all = [...partRefs(this.structure), { type: "site-section" as const, id: "none" }];
    const [item, anchor] = [pick(all, index), pick(all, otherIndex)];
    assert.ok(item && anchor);
    const positions: MovePosition[] = [{ before: anchor }, { after: anchor }, {}];
    moveInStructure(this.structure, item, pick(positions, index + otherIndex));
  }
}

function buildSite(steps: readonly Step[]): Site {
  const site = new Site();
  for (const next of steps) site.apply(next);
  return site;
}

function checkOrder(parts: readonly { position: string }[]): void {
  const positions = parts.map(({ position }) => position);
  assert.deepEqual(positions, [...new Set(positions)].toSorted(), "positions are not sorted or not unique");
  assert.ok(!positions.includes(""), "a part has no position");
}

/** Checks that siblings have unique paths, and that exactly one of them is the default. */
function checkSiblings(parts: readonly { path: string; isDefault: boolean }[]): void {
  const paths = parts.map(({ path }) => path);
  assert.deepEqual(paths, [...new Set(paths)], "a path is used twice");
  const defaults = parts.filter(({ isDefault }) => isDefault).length;
  assert.equal(defaults, Math.min(parts.length, 1), "not exactly one sibling is the default");
}

function checkInvariants({ structure, spaces, groups }: Site): void {
  const sections = sectionsOf(structure);
  for (const parts of [structure.items, ...groupsOf(structure).map((group) => group.children)])
    checkOrder(parts);
  for (const group of structure.items.flatMap((item) => ("children" in item ? item.children : [])))
    if ("children" in group) assert.ok(group.children.every(({ kind }) => kind === "site-section"));
  checkSiblings(sections);
  for (const { siteSpaces } of [structure, ...sections]) {
    checkOrder(siteSpaces);
    checkSiblings(siteSpaces);
  }
  assert.ok(
    sections.every(({ siteSpaces }) => siteSpaces.length > 0),
    "a section is empty",
  );
  assert.ok(
    !hasSections(structure) || structure.siteSpaces.length === 0,
    "only some site spaces are in sections",
  );
  const ids = partRefs(structure).map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, "an id is used twice");
  assert.deepEqual(new Set(siteSpacesOf(structure).map(({ siteSpace }) => siteSpace.id)), spaces);
  assert.deepEqual(new Set(groupsOf(structure).map(({ id }) => id)), groups);
  const keys = sortKeysOf(structure);
  const siteSpaces = siteSpacesOf(structure).map(({ siteSpace }) => siteSpace);
  for (const list of [siteSpaces, sections, groupsOf(structure)])
    checkOrder(list.map(({ id }) => ({ position: keys.get(id) ?? "" })));
}

/** Checks that the path of every visible part, followed by the path of a page, resolves to that part and page. */
function checkPaths(all: Structure, visible: Structure, page: readonly string[]): void {
  for (const location of siteSpacesOf(visible)) {
    const found = resolveSegments(all, visible, [
      ...siteSpaceSegments(location, reservedPaths(all)),
      ...page,
    ]);
    const { siteSpace, section } = location;
    assert.deepEqual([found?.siteSpace.id, found?.section?.id], [siteSpace.id, section?.id]);
    assert.deepEqual(found?.rest, page);
  }
  for (const section of sectionsOf(visible)) {
    const found = resolveSegments(all, visible, [...sectionSegments(section, reservedPaths(all)), ...page]);
    assert.deepEqual([found?.section?.id, found?.rest], [section.id, page]);
  }
}

describe("the structure of a site", () => {
  test("keeps its invariants after any changes, and resolves every path to its part for every visitor", () => {
    const pages = fc.constantFrom([], ["page"], ["page", "below", "it"]);
    fc.assert(
      fc.property(steps, pages, fc.func(fc.boolean()), (sequence, page, isVisible) => {
        const site = new Site();
        for (const next of sequence) {
          site.apply(next);
          checkInvariants(site);
          checkPaths(site.structure, site.structure, page);
        }
        const visible = filterStructure(site.structure, ({ id }) => isVisible(id));
        for (const { siteSpaces } of sectionsOf(visible)) assert.ok(siteSpaces.length > 0);
        for (const { children } of groupsOf(visible)) assert.ok(children.length > 0);
        checkPaths(site.structure, visible, page);
      }),
      { numRuns: 400 },
    );
  });

  test("keeps positions short after many insertions", () => {
    const { structure } = buildSite([]);
    for (const id of ["p1", "p2", "p3", "p4"]) addSiteSpace(structure, { id, spaceId: "x", path: id });
    for (let i = 0; i < 1000; i++) {
      const [first, second, third] = structure.siteSpaces.map(
        ({ id }) => ({ type: "site-space", id }) as const,
      );
      assert.ok(first && second && third);
      moveInStructure(structure, third, { after: first });
      checkOrder(structure.siteSpaces);
      assert.deepEqual(
        structure.siteSpaces.slice(0, 3).map(({ id }) => id),
        [first.id, third.id, second.id],
      );
      assert.ok(structure.siteSpaces.every(({ position }) => position.length <= 48));
    }
  });

  test("is the same after moving before a part as after moving behind its predecessor", () => {
    const moves = fc.tuple(steps, number, number);
    fc.assert(
      fc.property(moves, ([sequence, index, otherIndex]) => {
        const { structure } = buildSite(sequence);
        const items = partRefs(structure);
        const [item, next] = [pick(items, index), pick(items, otherIndex)];
        const list = next && siblingIds(structure, next);
        const previous = list?.[list.indexOf(next?.id ?? "") - 1];
        if (!item || !next || item === next || (item.type === "site-space") !== (next.type === "site-space"))
          return;
        if (item.type === "site-section-group" && !canMoveNextTo(structure, item, next)) {
          assert.throws(
            () => moveInStructure(structure, item, { before: next }),
            /must not be in (?:a|the) group/,
          );
          return;
        }
        const copy = structuredClone(structure);
        moveInStructure(structure, item, { before: next });
        const moved = siblingIds(structure, next);
        assert.equal(moved[moved.indexOf(next.id) - 1], item.id);
        const after = items.find(({ id }) => id === previous);
        if (!after || after === item) return;
        moveInStructure(copy, item, { after });
        assert.deepEqual(copy, structure);
      }),
      { numRuns: 1000 },
    );
  });

  test("resolves a path as complete if no section or variant could follow", () => {
    const { structure } = buildSite([]);
    addSiteSpace(structure, { id: "p1", spaceId: "x", path: "en" });
    assert.equal(resolveSegments(structure, structure, [])?.complete, true);
    addSiteSpace(structure, { id: "p2", spaceId: "x", path: "fr" });
    assert.deepEqual(
      resolveSegments(structure, structure, ["en"])?.rest,
      ["en"],
      "the path of a default was not treated as a page path",
    );
    assert.equal(resolveSegments(structure, structure, [])?.complete, false);
    for (const segments of [["fr"], ["page"], ["fr", "page"]])
      assert.equal(resolveSegments(structure, structure, segments)?.complete, true);
    assert.equal(
      resolveSegments({ items: [], siteSpaces: [] }, { items: [], siteSpaces: [] }, []),
      undefined,
    );
  });

  test("includes the section's path in the path of a variant whose own path is reserved", () => {
    const { structure } = buildSite([]);
    const named = { title: "t", icon: null };
    addSiteSpace(structure, { id: "p1", spaceId: "x", path: "en" });
    addSiteSpace(structure, { id: "p2", spaceId: "x", path: "fr" });
    const first = { id: "s1", path: "docs", ...named };
    addSection(structure, { id: "s2", path: "api", ...named }, { id: "p3", spaceId: "x", path: "en" }, first);
    assert.deepEqual(pathsById(structure), { p1: "", p2: "fr", p3: "api", s1: "", s2: "api" });
    const { siteSpace, rest } = resolveSegments(structure, structure, ["docs", "fr"]) ?? {};
    assert.deepEqual(
      [siteSpace?.id, rest],
      ["p1", ["docs", "fr"]],
      "the path of the default section was not treated as a page path",
    );
    setPath(sectionsOf(structure), findSection(structure, "s2"), "fr");
    assert.deepEqual(pathsById(structure), { p1: "", p2: "docs/fr", p3: "fr", s1: "", s2: "fr" });
    setDefault(sectionsOf(structure), "s2", "Section");
    assert.deepEqual(pathsById(structure), { p1: "docs", p2: "docs/fr", p3: "", s1: "docs", s2: "" });
  });
});

/** Whether a group can be a sibling of another part: groups are nested one level deep. */
function canMoveNextTo(structure: Structure, group: PartRef, next: PartRef): boolean {
  const outer = groupsOf(structure).find(({ children }) => children.some(({ id }) => id === next.id));
  const moved = findGroup(structure, group.id);
  if (outer === undefined) return true;
  const isOutermost = structure.items.some(({ id }) => id === outer.id);
  return outer !== moved && isOutermost && moved.children.every(({ kind }) => kind === "site-section");
}

/** The ids of a part and its siblings, in order. */
function siblingIds(structure: Structure, { id }: PartRef): string[] {
  const lists = [
    structure.items,
    ...[structure, ...sectionsOf(structure)].map((parent) => parent.siteSpaces),
  ];
  const all = [...lists, ...groupsOf(structure).map(({ children }) => children)];
  return all.map((parts) => parts.map((part) => part.id)).find((ids) => ids.includes(id)) ?? [];
}

function pathsById(structure: Structure): Record<string, string> {
  const found = new Map(
    sectionsOf(structure).map((section) => [section.id, sectionSegments(section, reservedPaths(structure))]),
  );
  for (const location of siteSpacesOf(structure))
    found.set(location.siteSpace.id, siteSpaceSegments(location, reservedPaths(structure)));
  return Object.fromEntries([...found].map(([id, segments]) => [id, segments.join("/")]));
}
