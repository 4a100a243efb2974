import type { WrittenPage } from "./page/index.ts";
import { type CompressedText, compressText } from "./resource/index.ts";

/** A page as it is kept. */
export type RenderedPage = Omit<WrittenPage, "html"> & CompressedText;

export async function compressPage({ html, ...page }: WrittenPage): Promise<RenderedPage> {
  return { ...page, ...(await compressText(...html)) };
}
