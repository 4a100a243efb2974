import type { FastifyReply } from "fastify";
import { findByPath } from "../../content/pages/index.ts";
import { isCrossSiteRequest } from "../../identity/sessions/index.ts";
import { parseUserAgent, type TrackedEvent } from "../../insights/index.ts";
import { LecternError } from "../../platform/index.ts";
import { eventsPath } from "../page/index.ts";
import { countRequest, named, type ResourceCall, readBody, type SiteResource } from "../resource/index.ts";
import { locationOf, referrerOf, refusesTracking } from "./location.ts";
import { type PageEvent, readEvent } from "./read-event.ts";
import { identifyVisitor } from "./visitor.ts";

const maxBytes = 8 * 1024;

/** Takes the events that the script of a page sends, and feedback from its form. The parent is the page. */
export const eventsResource: SiteResource = {
  methods: ["POST"],
  match: named(eventsPath),
  reply: async (call) => {
    const { context, request, place } = call;
    if (isCrossSiteRequest(request.method, request.headers, context.config.sites.url))
      throw new LecternError(403, "Events are taken from pages of the same site only");
    await countRequest(context, request, "events");
    const isForm = request.headers["content-type"]?.includes("form-urlencoded") === true;
    const event = readEvent((await readBody(request, maxBytes)).toString(), isForm);
    // Each is committed at once, and read by people.
    if (event.type === "page_post_feedback") await countRequest(context, request, "ratings");
    if (place.visit.previewer === undefined && !isRobot(call) && isWanted(call, event))
      await store(call, event);
    return isForm ? thank(call) : call.reply.code(204).header("cache-control", "no-store").send();
  },
};

function isRobot({ request }: ResourceCall): boolean {
  const { "user-agent": agent = "", "sec-purpose": purpose } = request.headers;
  return agent === "" || parseUserAgent(agent).bot !== undefined || purpose !== undefined;
}

/** Readers who are not tracked can still give feedback, if the site asks for it. */
function isWanted(call: ResourceCall, { type }: PageEvent): boolean {
  if (type === "page_post_feedback") return call.settings.feedback.enabled && call.place.pageId !== undefined;
  return !refusesTracking(call.request.headers);
}

async function store(call: ResourceCall, event: PageEvent): Promise<void> {
  const { context, place } = call;
  const tracked = await toTracked(call, event);
  if (event.type !== "page_post_feedback") return context.events.record(place.site.id, tracked);
  // A reader is thanked when the feedback is stored.
  const { rating, comment } = event;
  const withComment = {
    ...tracked,
    type: "page_post_feedback_comment",
    feedback: { rating, comment },
  } as const;
  await context.events.commit(place.site.id, comment === "" ? [tracked] : [tracked, withComment]);
}

async function toTracked(call: ResourceCall, event: PageEvent): Promise<TrackedEvent> {
  const { request, place } = call;
  const { type, query, results, rating, operation } = event;
  const { "user-agent": userAgent = "", "accept-language": language = null } = request.headers;
  const isAnonymous = refusesTracking(request.headers);
  const visitor = isAnonymous ? {} : await identifyVisitor(call);
  const location = locationOf(place, call.url);
  const url = new URL(location.url);
  url.search = event.search.slice(0, 1_000);
  return {
    type,
    session: {
      ...visitor,
      ...(isAnonymous ? { userAgent: "", language: null } : { userAgent, language }),
      referrer: referrerOf(event.referrer, request.headers.host, location),
    },
    location: {
      ...location,
      url: url.href,
      ...((await isHiddenByCondition(call)) && { notFound: "conditional" }),
    },
    ...(type.startsWith("search_") && type !== "search_open" && { query, results }),
    ...(type === "link_click" && {
      link: { target: { kind: "url", url: event.url }, position: event.position },
    }),
    ...(type === "page_post_feedback" && { feedback: { rating } }),
    ...(type.startsWith("api_client_") && { operation }),
  };
}

/** Whether there is a page at the URL that this visitor does not see. */
async function isHiddenByCondition({ place }: ResourceCall): Promise<boolean> {
  const { pageId, rest, space } = place;
  if (pageId !== undefined || rest.length === 0) return false;
  return (await findByPath(space.content, rest.join("/"))) !== undefined;
}

/** Leads a browser without scripts back to the page, where the style sheet shows that the feedback was sent. */
function thank({ reply, place, urls }: ResourceCall): FastifyReply {
  return reply
    .code(303)
    .headers({ location: `${urls.page(place.visit.rest)}#~feedback-sent`, "cache-control": "no-store" })
    .send();
}
