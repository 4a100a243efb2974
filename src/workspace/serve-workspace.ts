import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../api/http/index.ts";
import { findSessionUser, readSessionToken } from "../identity/sessions/index.ts";
import {
  type Asset,
  type AssetSet,
  listIconNames,
  loadBundledAssets,
  readCookie,
} from "../platform/index.ts";
import { acceptsHtml, loadIcons, sendAsset, siteSettingsOf, writeTheme } from "../site/index.ts";
import { writeMissingBundlePage, writeShell } from "./shell.ts";

/** The policy of the workspace: it loads and sends nothing outside of its own origin, except for previews of sites in frames. */
function policyOf({ config: { sites, redirectFiles }, objects }: Context): string {
  // Large images are redirected to the object storage.
  const fileOrigin = redirectFiles && objects !== undefined ? ` ${objects.origin}` : "";
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${fileOrigin}`,
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src 'self' ${new URL(sites.url).origin}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The cookie with the chosen theme, so that the first paint has it. */
const themeCookie = "lectern_theme";

type AssetName = "script" | "styles" | "documentStyles" | "documentScript" | "editorStyles" | "theme";

/**
 * Serves the workspace at `/app`, with the assets of the running bundle or of another. Every path below it gets the same page, whose
 * script shows the screen of the path.
 */
export function serveWorkspace(app: FastifyInstance, context: Context, bundle?: string): void {
  const { config, log } = context;
  let loaded: AssetSet<AssetName> | undefined;
  const base = new URL(config.baseUrl).pathname.replace(/\/$/, "");
  const shellPolicy = policyOf(context);

  const sendShell = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ "content-security-policy": shellPolicy, "cache-control": "no-store" }).type("text/html");
    try {
      loaded ??= loadAssets(bundle);
    } catch (error) {
      log.error({ err: error }, "the workspace is not built");
      return reply.code(503).send(writeMissingBundlePage());
    }
    const theme = readCookie(request.headers.cookie, themeCookie);
    const token = readSessionToken(request.headers.cookie, config);
    const isSignedIn = token !== undefined && (await findSessionUser(context, token)) !== undefined;
    return reply.send(writeShell({ base, assets: loaded.names, theme, isSignedIn, isWatched: config.watch }));
  };

  app.get("/app", sendShell);
  app.get("/app/*", sendShell);
  app.get<{ Params: { name: string } }>("/app/assets/:name", (request, reply) => {
    loaded ??= loadAssets(bundle);
    return sendAsset(request, reply, loaded.files.get(request.params.name));
  });
  serveIcons(app);
  if (config.watch)
    app.get("/app/watch", (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      reply.raw.write("retry: 200\n\n");
    });
  app.get("/", (request, reply) => {
    if (acceptsHtml(request)) return reply.code(302).header("location", `${base}/app`).send();
    reply.callNotFound();
    return reply;
  });
}

/** How long browsers keep icons: a newer version of Lectern may draw them in another way. */
const iconCaching = "public, max-age=86400";

/** Serves the icons that pages are given by name, and the list of their names. */
function serveIcons(app: FastifyInstance): void {
  app.get("/app/icons", async (_request, reply) =>
    reply.header("cache-control", iconCaching).send(await listIconNames()),
  );
  app.get<{ Params: { name: string } }>("/app/icons/:name", async (request, reply) => {
    const findIcon = await loadIcons("regular");
    const icon = findIcon(request.params.name);
    if (icon === undefined) return reply.code(404).type("text/plain").send("Not found");
    const image = icon.text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ');
    return reply.header("cache-control", iconCaching).type("image/svg+xml").send(image);
  });
}

function loadAssets(bundle: string | undefined): AssetSet<AssetName> {
  const { names, files } = loadBundledAssets<Exclude<AssetName, "theme">>("app-assets", bundle);
  if (names.script === undefined || names.styles === undefined)
    throw new Error("the list of assets is incomplete");
  const [theme, asset] = createTheme();
  return { names: { ...names, theme }, files: new Map([...files, [theme, asset]]) };
}

/** The colors of the workspace: those of a site with Lectern's own color. */
function createTheme(): [name: string, asset: Asset] {
  const css = writeTheme(
    siteSettingsOf({ styling: { primaryColor: { light: "#346ddb", dark: "#7fa8ff" } } }),
  );
  const hash = createHash("sha256").update(css).digest("hex").slice(0, 8);
  return [`theme.${hash}.css`, { type: "text/css; charset=utf-8", bytes: { identity: Buffer.from(css) } }];
}
