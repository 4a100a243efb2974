// The scripts of published sites. Each part works on HTML that makes sense without it.
import { connectCopyButtons } from "./copy.ts";
import { connectLightbox } from "./lightbox.ts";
import { connectMenus } from "./menus.ts";
import { connectNotes } from "./notes.ts";
import { followReader } from "./outline.ts";
import { connectTabs } from "./tabs.ts";
import { connectThemeSwitch } from "./theme.ts";
import { showCurrentPage } from "./tree.ts";

connectThemeSwitch();
showCurrentPage();
connectTabs();
connectCopyButtons();
connectMenus();
connectNotes();
connectLightbox();
followReader();
