// Finds the parts of a web page: content, navigation, headings and metadata.
export { hasChromeClass, isChrome, isHeadingAnchor, isHidden, isScreenReaderText } from "./chrome.ts";
export { anchorsByFragment, changedAnchors, findFragmentTargets } from "./fragment-targets.ts";
export { readHead } from "./head.ts";
export { findTitleOutside, keepAnchors, shiftHeadings, takeTitle } from "./headings.ts";
export { type Base, type HtmlLink, linksIn, resolveHref } from "./links.ts";
export { bodyOf, findMainContent } from "./main-content.ts";
export { type NavigationEntry, readNavigation } from "./navigation.ts";
