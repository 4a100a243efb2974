import { rollUpEvents } from "../../src/insights/roll-up.ts";
import { maxFontFaces } from "../../src/publishing/customization/schema.ts";
import type { World } from "../fuzz/world.ts";
import { type TestApp, uniqueName } from "../support/app.ts";
import { openTypeFile, uploadFont } from "../support/fonts.ts";
import { siteEvent } from "../support/site-events.ts";
import type { Scale } from "./large-world.ts";
import { repeat } from "./texts.ts";

/** The number of events that a request can contain. */
const maxEvents = 1000;
/** An organization can have 200 fonts. The others are created by the requests. */
const maxFonts = 190;

/** An event whose values differ from those of other events. It takes about 1000 bytes, so that 1000 fit into a request. */
export function largeEvent(i: number): object {
  const claims = Object.fromEntries(Array.from({ length: 20 }, (_, claim) => [`c${claim}`, i % 50]));
  return siteEvent("page_view", {
    session: {
      visitorId: `visitor-${i}`,
      sessionId: `session-${i}`,
      referrer: `https://a.example/${i % 2000}`,
      visitorAuthClaims: claims,
    },
    location: { url: `https://a.example/${i}/${repeat("a", 200)}`, page: `page-${i}` },
  });
}

/** Events of a site: one half in the daily sums, the other not yet. */
export async function createEvents(app: TestApp, world: World, { events }: Scale): Promise<void> {
  const path = `/orgs/${app.organizationId}/sites/${world.get("siteId")}/insights/events`;
  const createSome = async (from: number, to: number) => {
    for (let first = from; first < to; first += maxEvents) {
      const length = Math.min(maxEvents, to - first);
      const body = { events: Array.from({ length }, (_, i) => largeEvent(first + i)) };
      await app.ok(app.admin, `POST ${path}`, { body });
    }
  };
  await createSome(0, events / 2);
  await rollUpEvents(app.context);
  await createSome(events / 2, events);
}

/** The faces of a font with all weights. Fonts can share files. */
export function largeFontFaces(storageKey: string): object[] {
  return Array.from({ length: maxFontFaces }, (_, i) => ({ weight: 400 + i, storageKey }));
}

/** Fonts with as many weights as allowed. */
export async function createFonts(app: TestApp, world: World, { items }: Scale): Promise<void> {
  const owner = { app, organizationId: app.organizationId, admin: app.admin };
  const fontFile = await uploadFont(owner, openTypeFile("\0\x01\0\0"));
  const fontFaces = largeFontFaces(fontFile);
  for (let i = 0; i < Math.min(items, maxFonts); i++) {
    const body = { fontFamily: repeat("漢", 50), fontFaces };
    const { id } = await app.ok(app.admin, `PUT /orgs/${app.organizationId}/fonts`, { body });
    world.setIds({ fontId: id, fontFile });
  }
}

/** Publishes a site at a long host name, which no name server knows. */
export async function createHostname(app: TestApp): Promise<{ hostname: string }> {
  const sites = `/orgs/${app.organizationId}/sites`;
  const hostname = `${uniqueName()}.${repeat(`${"a".repeat(60)}.`, 190)}invalid`;
  const { id: space } = await app.space({ title: "Hostname" });
  const { id } = await app.ok(app.admin, `POST ${sites}`, { body: { title: "Hostname", spaces: [space] } });
  await app.ok(app.admin, `PATCH ${sites}/${id}`, { body: { hostname } });
  await app.ok(app.admin, `POST ${sites}/${id}/publish`);
  return { hostname };
}
