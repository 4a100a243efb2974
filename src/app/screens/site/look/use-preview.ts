import { useEffect, useRef, useState } from "preact/hooks";
import { type ApiError, type Body, call } from "../../../data/api.ts";
import { createQueue } from "../../../data/queue.ts";
import { type Edits, siteLayer } from "./look-state.ts";

const route = "PUT /orgs/:organizationId/sites/:siteId/customization/preview";
type PreviewBody = Body<typeof route>;

/** As whom and how the preview is seen. */
export interface PreviewOptions {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly hasDrafts: boolean;
  readonly mode?: "light" | "dark";
}

/** The time without an edit after which the preview is updated, in milliseconds. */
const delay = 250;

/** How often a preview is renewed that nobody edits: it expires after an hour. */
const renewal = 30 * 60_000;

interface PreviewState {
  /** The address of the first page. It does not change while the preview is valid. */
  readonly url?: string;
  /** Counts what was stored: the page must be loaded again after each. */
  readonly version: number;
  readonly error?: ApiError | undefined;
  readonly isBusy: boolean;
}

/** Stores the edits for a preview of this window, shortly after each. */
export function usePreview(organizationId: string, siteId: string, edits: Edits, options: PreviewOptions) {
  const [state, setState] = useState<PreviewState>({ version: 0, isBusy: true });
  const id = useRef(crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`.replace(/[^\w-]/g, ""));
  const attempt = useRef(0);
  /** An edit is sent when the one before is stored, so that the last one stays. */
  const inOrder = useRef(createQueue());
  const [renewed, setRenewed] = useState(0);
  const body = JSON.stringify(bodyOf(id.current, edits, options));
  useEffect(() => {
    const timer = setInterval(() => setRenewed((count) => count + 1), renewal);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    const current = ++attempt.current;
    const store = async () => {
      if (current !== attempt.current) return;
      setState((before) => ({ ...before, isBusy: true }));
      try {
        const input = { body: JSON.parse(body) as PreviewBody };
        const { urls } = await call(route, { organizationId, siteId }, input);
        if (current === attempt.current)
          setState(({ version }) => ({ url: urls.preview, version: version + 1, isBusy: false }));
      } catch (error) {
        if (current === attempt.current)
          setState((before) => ({ ...before, error: error as ApiError, isBusy: false }));
      }
    };
    const timer = setTimeout(() => inOrder.current(store), current === 1 ? 0 : delay);
    return () => clearTimeout(timer);
  }, [body, renewed]);
  return state;
}

function bodyOf(id: string, edits: Edits, { claims, hasDrafts, mode }: PreviewOptions) {
  const { [siteLayer]: customization, ...siteSpaces } = edits;
  return {
    id,
    ...(customization && { customization }),
    siteSpaces,
    draft: hasDrafts,
    ...(claims && { claims }),
    ...(mode && { mode }),
  };
}
