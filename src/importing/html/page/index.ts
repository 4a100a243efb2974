// Finds the parts of a web page: content, navigation, headings and metadata.
export { hasChromeClass, isChrome, isHeadingAnchor, isHidden, isScreenReaderText } from "./chrome.ts";
export { anchorsOf, changedAnchors, targetsIn } from "./fragment-targets.ts";
export { readHead } from "./head.ts";
export { keepAnchors, shiftHeadings, takeTitle, titleOutside } from "./headings.ts";
export { addressIn, type Base, type HtmlLink, linksIn } from "./links.ts";
export { bodyOf, findMainContent } from "./main-content.ts";
export { type NavigationEntry, readNavigation } from "./navigation.ts";
