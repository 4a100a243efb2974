import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../../../data/api.ts";
import { sendFile } from "../../../editor/uploads/send-file.ts";
import { words } from "../../../words/index.ts";
import type { ContentPlace } from "../content-place.ts";
import type { CoverImage, Image, PageSettings } from "./page-fields.ts";

/** A chosen image that is being sent. */
export interface CoverUpload {
  readonly name: string;
  /** The part that has been sent, from 0 to 1. */
  readonly part: number;
  readonly cancel: () => void;
}

/** Sends the chosen images of a cover when it is saved. Closing the form cancels it. */
export function useCoverUpload(place: ContentPlace) {
  const [uploads, setUploads] = useState<ReadonlyMap<CoverImage, CoverUpload>>(new Map());
  const abort = useRef<AbortController | undefined>(undefined);
  /** What has been sent is not sent again if the server refuses the rest. */
  const stored = useRef(new WeakMap<File, string>());
  const cancel = () => abort.current?.abort(new ApiError(0, words.editing.settings.uploadCanceled));
  useEffect(() => cancel, []);

  async function store(image: CoverImage, { signal }: AbortController): Promise<Image | undefined> {
    if (image === undefined || "kind" in image) return image;
    const { chosen } = image;
    const show = (part: number) =>
      setUploads((all) => new Map(all).set(image, { name: chosen.name, part, cancel }));
    const known = stored.current.get(chosen);
    if (known !== undefined) return { kind: "file", file: known };
    show(0);
    const { id } = await sendFile(place, chosen, show, signal);
    stored.current.set(chosen, id);
    return { kind: "file", file: id };
  }

  async function send({ light, dark, yPos }: PageSettings["cover"]) {
    const controller = new AbortController();
    abort.current = controller;
    try {
      const [storedLight, storedDark] = await Promise.all([
        store(light, controller),
        store(dark, controller),
      ]);
      return { light: storedLight, dark: storedDark, yPos };
    } catch (error) {
      controller.abort(error);
      throw error;
    } finally {
      setUploads(new Map());
    }
  }
  return { uploads, send };
}
