// All texts of the workspace, in English. A translation has the same structure. In the bundle, each module imports only the texts that it names.
import { account } from "./account.ts";
import { changeRequests } from "./change-requests.ts";
import { changes } from "./changes.ts";
import { comments } from "./comments.ts";
import { common, errors } from "./common.ts";
import { conflicts } from "./conflicts.ts";
import { editing } from "./editing.ts";
import { editor } from "./editor.ts";
import { editorMenus } from "./editor-menus.ts";
import { exporting } from "./exporting.ts";
import { frame } from "./frame.ts";
import { history } from "./history.ts";
import { home } from "./home.ts";
import { imports } from "./imports.ts";
import { inbox } from "./inbox.ts";
import { insights } from "./insights.ts";
import { integrations } from "./integrations.ts";
import { library } from "./library.ts";
import { look } from "./look.ts";
import { media } from "./media.ts";
import { mergeRules } from "./merge-rules.ts";
import { openapi } from "./openapi.ts";
import { palette } from "./palette.ts";
import { people, roles } from "./people.ts";
import { permissions } from "./permissions.ts";
import { places } from "./places.ts";
import { materials, reading } from "./reading.ts";
import { server } from "./server.ts";
import { settings } from "./settings.ts";
import { siteAudience } from "./site-audience.ts";
import { siteCreation } from "./site-creation.ts";
import { siteOverview } from "./site-overview.ts";
import { siteRedirects } from "./site-redirects.ts";
import { siteSettings } from "./site-settings.ts";
import { siteStructure } from "./site-structure.ts";
import { sites } from "./sites.ts";
import { source } from "./source.ts";
import { structures } from "./structures.ts";
import { tables } from "./tables.ts";
import { transfers } from "./transfers.ts";
import { translations } from "./translations.ts";
import { welcome } from "./welcome.ts";

export const words = {
  account,
  changeRequests,
  changes,
  comments,
  common,
  conflicts,
  editing,
  editor,
  editorMenus,
  errors,
  exporting,
  frame,
  history,
  home,
  imports,
  inbox,
  insights,
  integrations,
  library,
  look,
  materials,
  media,
  mergeRules,
  openapi,
  palette,
  people,
  permissions,
  places,
  reading,
  roles,
  server,
  settings,
  siteAudience,
  siteCreation,
  siteOverview,
  siteRedirects,
  siteSettings,
  siteStructure,
  sites,
  source,
  structures,
  tables,
  transfers,
  translations,
  welcome,
};
