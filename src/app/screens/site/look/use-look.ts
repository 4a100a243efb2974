import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ApiError, type Body, call } from "../../../data/api.ts";
import { readStored, removeStored, writeStored } from "../../../data/stored.ts";
import { attempt, showDone } from "../../../data/toasts.ts";
import { askBeforeLeaving } from "../../../navigation/router.ts";
import { words } from "../../../words/index.ts";
import { fieldLabel } from "./field-words.ts";
import {
  type Edits,
  edited,
  type LookState,
  layerSaved,
  onTopOf,
  redone,
  type Stored,
  siteLayer,
  storedLayer,
  undone,
  valuesOf,
} from "./look-state.ts";
import { changesBetween, isEqual, merged, patchOf, rebased, type Values } from "./values.ts";

const texts = words.look;
const root = "/orgs/:organizationId/sites/:siteId";

/** Edits of the same field in this time are one step, in milliseconds. */
const stepTime = 1_000;

interface KeptEdits {
  readonly edits: Edits;
  /** What was stored when the layers were edited. */
  readonly bases: Edits;
}

export interface Look {
  readonly edits: Edits;
  /** The layers with changes that are not saved. */
  readonly changed: readonly string[];
  valuesOf(layer: string): Values;
  /** What applies where a layer sets nothing. */
  inheritedBy(layer: string): Values;
  /** Changes the newest values of a layer. Consecutive changes of the same field are one step of undo. */
  edit(layer: string, change: (values: Values) => Values, field?: string): void;
  /** That someone else has saved the look meanwhile, until it is saved. */
  readonly notice: string;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  undo(): void;
  redo(): void;
  readonly isSaving: boolean;
  save(): Promise<void>;
  discard(): void;
}

/** The look of a site while it is edited, with what was edited and not saved in this browser before. */
export function useLook(organizationId: string, siteId: string, loaded: Stored): Look {
  const key = `look.${siteId}`;
  const [state, setState] = useState<LookState>(() => ({
    stored: loaded,
    past: [],
    present: restoredEdits(readStored<KeptEdits | undefined>(key, undefined), loaded),
    future: [],
  }));
  const [notice, setNotice] = useState("");
  const lastEdit = useRef({ field: "", at: 0 });
  const [isSaving, setSaving] = useState(false);
  const { stored, present } = state;
  const changed = useMemo(
    () => Object.keys(present).filter((id) => !isEqual(present[id], storedLayer(stored, id).values)),
    [present, stored],
  );
  useEffect(() => {
    if (changed.length > 0) showDone(texts.restored);
  }, []);
  useEffect(() => {
    if (changed.length === 0) return removeStored(key);
    const ofChanged = (values: (id: string) => Values) =>
      Object.fromEntries(changed.map((id) => [id, values(id)]));
    const bases = ofChanged((id) => storedLayer(stored, id).values);
    writeStored(key, { edits: ofChanged((id) => present[id] ?? {}), bases });
  }, [present, stored, changed]);
  const isChanged = changed.length > 0;
  useEffect(() => (isChanged ? askToLeave() : undefined), [isChanged]);

  const load = () => call(`GET ${root}/customization/stored`, { organizationId, siteId });

  /** Puts the edits on top of what others have saved, and says which fields of these layers both have changed. */
  const rebase = async (unsaved: readonly string[]) => {
    const current = await load();
    const both = unsaved.flatMap((id) => {
      const { values: base } = storedLayer(stored, id);
      const theirs = changesBetween(base, storedLayer(current, id).values);
      return [...changesBetween(base, present[id] ?? {}).keys()].filter((path) => theirs.has(path));
    });
    setState((newest) => onTopOf(current, newest));
    setNotice(texts.changedMeanwhile([...new Set(both)].map(fieldLabel).join(", ")));
  };

  const saveOne = async (id: string) => {
    const saved = present[id] ?? {};
    await saveLayer(organizationId, siteId, id, saved, storedLayer(stored, id));
    const current = await load();
    setState((newest) => layerSaved(newest, id, saved, current));
  };

  const saveAll = async () => {
    const unsaved = [...changed];
    try {
      for (; unsaved[0] !== undefined; unsaved.shift()) await saveOne(unsaved[0]);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) throw error;
      return rebase(unsaved);
    }
    setNotice("");
    showDone(texts.saved);
  };

  return {
    edits: Object.fromEntries(changed.map((id) => [id, present[id] ?? {}])),
    changed,
    notice,
    valuesOf: (id) => valuesOf(state, id),
    inheritedBy: (id) =>
      id === siteLayer
        ? (stored.defaults as unknown as Values)
        : merged(stored.defaults as unknown as Values, valuesOf(state, siteLayer)),
    edit: (id, change, field = "") => {
      const now = Date.now();
      const name = `${id} ${field}`;
      const { current: last } = lastEdit;
      const isSameStep = field !== "" && last.field === name && now - last.at < stepTime;
      lastEdit.current = { field: name, at: now };
      setState((newest) => edited(newest, id, change, isSameStep));
    },
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
    undo: () => {
      lastEdit.current = { field: "", at: 0 };
      setState(undone);
    },
    redo: () => {
      lastEdit.current = { field: "", at: 0 };
      setState(redone);
    },
    isSaving,
    save: async () => {
      setSaving(true);
      await attempt(saveAll);
      setSaving(false);
    },
    discard: () => {
      const before = present;
      setState((newest) => ({ ...newest, past: [...newest.past, before], present: {}, future: [] }));
      showDone(texts.discarded, () => setState((newest) => ({ ...newest, present: before, future: [] })));
    },
  };
}

function askToLeave(): () => void {
  return askBeforeLeaving(texts.leave);
}

function restoredEdits(kept: KeptEdits | undefined, stored: Stored): Edits {
  const layers = Object.entries(kept?.edits ?? {}).map(
    ([id, mine]) => [id, rebased(kept?.bases[id] ?? {}, mine, storedLayer(stored, id).values)] as const,
  );
  return Object.fromEntries(layers);
}

/** Saves one layer, unless someone else has changed it since it was read. */
async function saveLayer(
  organizationId: string,
  siteId: string,
  siteSpaceId: string,
  values: Values,
  { values: before, version }: ReturnType<typeof storedLayer>,
): Promise<void> {
  const ifMatch = version === undefined ? {} : { ifMatch: `"${version}"` };
  if (siteSpaceId === siteLayer) {
    const body = values as Body<`PUT ${typeof root}/customization`>;
    await call(`PUT ${root}/customization`, { organizationId, siteId }, { body, ...ifMatch });
    return;
  }
  const route = `${root}/site-spaces/:siteSpaceId/customization` as const;
  const params = { organizationId, siteId, siteSpaceId };
  const body = patchOf(before, values) as Body<`PATCH ${typeof route}`>;
  await call(`PATCH ${route}`, params, { body, ...ifMatch });
  if (Object.keys(values).length === 0) await call(`DELETE ${route}`, params);
}
