// A copy of a site as files, which needs no server.
export { redirectPage, withPolicy } from "./pages.ts";
export { writeSearchTexts } from "./search-texts.ts";
export { StaticUrls, UsedResources } from "./static-urls.ts";
