import type { ColumnTypes } from "../dialects/index.ts";
import { foundation } from "./001-foundation.ts";
import { content } from "./002-content.ts";
import { changeRequests } from "./003-change-requests.ts";
import { comments } from "./004-comments.ts";
import { sites } from "./005-sites.ts";
import { linksAndSearch } from "./006-links-and-search.ts";
import { openapiAndTranslations } from "./007-openapi-and-translations.ts";
import { integrations } from "./008-integrations.ts";
import { signIn } from "./009-sign-in.ts";
import { singleSignOn } from "./010-single-sign-on.ts";
import { pdfs } from "./011-pdfs.ts";
import { requestBudgets } from "./012-request-budgets.ts";
import { nodeBytes } from "./013-node-bytes.ts";
import { writeProbe } from "./014-write-probe.ts";
import { keptRepositories } from "./015-kept-repositories.ts";
import { hiddenText } from "./016-hidden-text.ts";
import { embeds } from "./017-embeds.ts";
import { formerSlugs } from "./018-former-slugs.ts";
import { importedSites } from "./019-imported-sites.ts";
import { commentRepliers } from "./020-comment-repliers.ts";
import { siteEvents } from "./021-site-events.ts";
import { siteMcpServers } from "./022-site-mcp-servers.ts";
import { customFonts } from "./023-custom-fonts.ts";
import { socialCards } from "./024-social-cards.ts";
import { searchWords } from "./025-search-words.ts";
import { formerSitePaths } from "./026-former-site-paths.ts";
import { account } from "./027-account.ts";
import { trash } from "./028-trash.ts";
import { invitationLinks } from "./029-invitation-links.ts";
import { blockSaves } from "./030-block-saves.ts";
import { pageTemplates } from "./031-page-templates.ts";
import { changeRequestTexts } from "./032-change-request-texts.ts";
import { commentReads } from "./033-comment-reads.ts";
import { changeRequestLists } from "./034-change-request-lists.ts";
import { previewsAndPendingComments } from "./035-previews-and-pending-comments.ts";
import { notifications } from "./036-notifications.ts";
import { mergeRules } from "./037-merge-rules.ts";
import { changeRequestConflicts } from "./038-change-request-conflicts.ts";
import { history } from "./039-history.ts";
import { serverOperation } from "./040-server-operation.ts";
import { customizationPreviews } from "./041-customization-previews.ts";
import { openapiPageSets } from "./042-openapi-page-sets.ts";
import { runs } from "./043-runs.ts";
import { exportFiles } from "./044-export-files.ts";
import { pageTitles } from "./045-page-titles.ts";
import { objects } from "./046-objects.ts";
import { garbage } from "./047-garbage.ts";
import { structureVersions } from "./048-structure-versions.ts";
import { linkedSpecs } from "./049-linked-specs.ts";
import { refusedRequests } from "./050-refused-requests.ts";
import { unversionedTransactions } from "./051-unversioned-transactions.ts";
import { searchInsertions } from "./052-search-insertions.ts";
import { mergedInsertions } from "./053-merged-insertions.ts";

export interface Migration {
  /** The number and name, equal to the file name. */
  readonly name: string;
  statements(types: ColumnTypes): readonly string[];
}

/** In the order in which they are applied; a released migration never changes. */
export const migrations: readonly Migration[] = [
  foundation,
  content,
  changeRequests,
  comments,
  sites,
  linksAndSearch,
  openapiAndTranslations,
  integrations,
  signIn,
  singleSignOn,
  pdfs,
  requestBudgets,
  nodeBytes,
  writeProbe,
  keptRepositories,
  hiddenText,
  embeds,
  formerSlugs,
  importedSites,
  commentRepliers,
  siteEvents,
  siteMcpServers,
  customFonts,
  socialCards,
  searchWords,
  formerSitePaths,
  account,
  trash,
  invitationLinks,
  blockSaves,
  pageTemplates,
  changeRequestTexts,
  commentReads,
  changeRequestLists,
  previewsAndPendingComments,
  notifications,
  mergeRules,
  changeRequestConflicts,
  history,
  serverOperation,
  customizationPreviews,
  openapiPageSets,
  runs,
  exportFiles,
  pageTitles,
  objects,
  garbage,
  structureVersions,
  linkedSpecs,
  refusedRequests,
  unversionedTransactions,
  searchInsertions,
  mergedInsertions,
];
