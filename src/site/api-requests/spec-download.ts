import { contentDisposition } from "../../api/files/index.ts";
import { readSpecText } from "../../api/openapi-specs/index.ts";
import { notFound } from "../../platform/index.ts";
import { specPath } from "../page/index.ts";
import { countRendering, named, type SiteResource, sendText } from "../resource/index.ts";
import { findShownSpec } from "./shown-spec.ts";

/** The text of a spec, for visitors who see a page that refers to it. Files of the space have URLs of their own. */
export const specDownload: SiteResource = {
  isPreviewed: true,
  match: named(specPath),
  reply: async (call) => {
    const { context, request, place, url } = call;
    await countRendering(context, request);
    const found = await findShownSpec(context, place, url.searchParams);
    const text = found?.kind === "spec" ? await readSpecText(context, found.spec) : undefined;
    if (found?.kind !== "spec" || text === undefined) throw notFound("OpenAPI spec");
    const name = `${found.spec.slug}.${text.format}`;
    call.reply.header("content-disposition", contentDisposition("attachment", name));
    const type = text.format === "json" ? "application/json" : "application/yaml";
    return sendText(call, { type, text: text.text });
  },
};
