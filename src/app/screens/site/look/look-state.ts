import type { Reply } from "../../../data/api.ts";
import { rebased, type Values } from "./values.ts";

export type Stored = Reply<"GET /orgs/:organizationId/sites/:siteId/customization/stored">;

/** The id of the layer that is the site itself. The others are those of site spaces. */
export const siteLayer = "";

/** The edited values of layers by their ids. A layer that was not edited is as it is stored. */
export type Edits = Readonly<Record<string, Values>>;

/** What is stored, and the edits on top of it with their history. */
export interface LookState {
  readonly stored: Stored;
  readonly past: readonly Edits[];
  readonly present: Edits;
  readonly future: readonly Edits[];
}

const maxSteps = 200;

interface StoredLayer {
  readonly values: Values;
  /** Undefined for a site space that has overridden nothing yet. */
  readonly version: string | undefined;
}

export function storedLayer({ customization, version, siteSpaces }: Stored, id: string): StoredLayer {
  if (id === siteLayer) return { values: customization as unknown as Values, version };
  const found = siteSpaces.find((siteSpace) => siteSpace.id === id);
  return { values: (found?.customization ?? {}) as unknown as Values, version: found?.version };
}

export function valuesOf({ stored, present }: LookState, id: string): Values {
  return present[id] ?? storedLayer(stored, id).values;
}

/** Changes the newest values of a layer. */
export function edited(
  state: LookState,
  id: string,
  change: (values: Values) => Values,
  isSameStep: boolean,
): LookState {
  const { stored, past, present } = state;
  return {
    stored,
    past: isSameStep && past.length > 0 ? past : [...past, present].slice(-maxSteps),
    present: { ...present, [id]: change(valuesOf(state, id)) },
    future: [],
  };
}

export function undone(state: LookState): LookState {
  const { stored, past, present, future } = state;
  const previous = past.at(-1);
  if (previous === undefined) return state;
  return { stored, past: past.slice(0, -1), present: previous, future: [present, ...future] };
}

export function redone(state: LookState): LookState {
  const { stored, past, present, future } = state;
  const [next, ...rest] = future;
  if (next === undefined) return state;
  return { stored, past: [...past, present], present: next, future: rest };
}

/** Takes over one layer after it was saved with these values. What was edited since stays on top of it. */
export function layerSaved(state: LookState, id: string, saved: Values, current: Stored): LookState {
  const { values: before } = storedLayer(state.stored, id);
  // Steps without the layer lead to what was stored before.
  const fill = (edits: Edits) => ({ [id]: before, ...edits });
  const { [id]: mine = before, ...others } = state.present;
  const isUnchanged = mine === saved;
  return {
    stored: withLayer(state.stored, current, id),
    past: state.past.map(fill),
    present: isUnchanged
      ? others
      : { ...others, [id]: rebased(saved, mine, storedLayer(current, id).values) },
    future: state.future.map(fill),
  };
}

/** Only this layer: those of others that were edited here must not be overwritten unseen. */
function withLayer(stored: Stored, current: Stored, id: string): Stored {
  const { customization, version } = current;
  if (id === siteLayer) return { ...stored, customization, version };
  const others = stored.siteSpaces.filter((siteSpace) => siteSpace.id !== id);
  return { ...stored, siteSpaces: [...others, ...current.siteSpaces.filter((space) => space.id === id)] };
}

/** Puts the edits on top of what others have saved. */
export function onTopOf(current: Stored, { stored, present }: LookState): LookState {
  const edits = Object.entries(present).map(
    ([id, mine]) =>
      [id, rebased(storedLayer(stored, id).values, mine, storedLayer(current, id).values)] as const,
  );
  return { stored: current, past: [], present: Object.fromEntries(edits), future: [] };
}
