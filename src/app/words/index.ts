// All texts of the workspace, in English. A translation has the same structure.
import { account } from "./account.ts";
import { changeRequests } from "./change-requests.ts";
import { changes } from "./changes.ts";
import { comments } from "./comments.ts";
import { common, errors } from "./common.ts";
import { conflicts } from "./conflicts.ts";
import { editing } from "./editing.ts";
import { editor } from "./editor.ts";
import { editorMenus } from "./editor-menus.ts";
import { frame } from "./frame.ts";
import { history } from "./history.ts";
import { home } from "./home.ts";
import { inbox } from "./inbox.ts";
import { library } from "./library.ts";
import { media } from "./media.ts";
import { mergeRules } from "./merge-rules.ts";
import { palette } from "./palette.ts";
import { people, roles } from "./people.ts";
import { permissions } from "./permissions.ts";
import { materials, objects, reading } from "./reading.ts";
import { settings } from "./settings.ts";
import { sites } from "./sites.ts";
import { source } from "./source.ts";
import { structures } from "./structures.ts";
import { tables } from "./tables.ts";
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
  frame,
  history,
  home,
  inbox,
  library,
  materials,
  media,
  mergeRules,
  objects,
  palette,
  people,
  permissions,
  reading,
  roles,
  settings,
  sites,
  source,
  structures,
  tables,
  welcome,
};
