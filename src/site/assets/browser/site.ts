// The scripts of published sites. Each part works on HTML that makes sense without it.
import { connectCopyButtons } from "./copy.ts";
import { connectDrawer } from "./drawer.ts";
import { connectEmbeds } from "./embeds.ts";
import { connectLightbox } from "./lightbox.ts";
import { connectMenus } from "./menus.ts";
import { connectNotes } from "./notes.ts";
import { followReader } from "./outline.ts";
import { connectPageButtons } from "./page.ts";
import { connectSchemas } from "./schemas.ts";
import { connectTableSearch } from "./table-search.ts";
import { connectTabs } from "./tabs.ts";
import { connectThemeSwitch } from "./theme.ts";
import { connectPageTree } from "./tree.ts";

connectThemeSwitch();
connectPageTree();
connectTabs();
connectCopyButtons();
connectMenus();
connectDrawer();
connectPageButtons();
connectNotes();
connectLightbox();
connectEmbeds();
connectSchemas();
connectTableSearch();
followReader();
