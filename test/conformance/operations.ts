/** One operation of the specification: its name in the official client, and how it is called and answered. */
export interface SpecifiedOperation {
  readonly id: string;
  readonly method: string;
  /** As the specification writes it, below {base_url}. */
  readonly path: string;
  readonly status: number;
}

function chapter(rows: readonly string[]): SpecifiedOperation[] {
  return rows.map((row) => {
    const [id = "", method = "", path = "", status = ""] = row.split(" ");
    return { id, method, path: `/v1${path}`, status: Number(status) };
  });
}

/** The 126 operations of the specification, chapter by chapter. */
export const chapters: Readonly<Record<string, readonly SpecifiedOperation[]>> = {
  "Space comments": chapter([
    "listCommentsInSpace GET /spaces/{spaceId}/comments 200",
    "postCommentInSpace POST /spaces/{spaceId}/comments 200",
    "getCommentInSpace GET /spaces/{spaceId}/comments/{commentId} 200",
    "updateCommentInSpace PUT /spaces/{spaceId}/comments/{commentId} 200",
    "deleteCommentInSpace DELETE /spaces/{spaceId}/comments/{commentId} 205",
    "postCommentReplyInSpace POST /spaces/{spaceId}/comments/{commentId}/replies 200",
    "getCommentReplyInSpace GET /spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId} 200",
    "updateCommentReplyInSpace PUT /spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId} 200",
    "deleteCommentReplyInSpace DELETE /spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId} 205",
  ]),
  "Change request comments": chapter([
    "listCommentsInChangeRequest GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments 200",
    "postCommentInChangeRequest POST /spaces/{spaceId}/change-requests/{changeRequestId}/comments 200",
    "getCommentInChangeRequest GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId} 200",
    "updateCommentInChangeRequest PUT /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId} 200",
    "deleteCommentInChangeRequest DELETE /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId} 205",
    "listCommentRepliesInChangeRequest GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies 200",
    "postCommentReplyInChangeRequest POST /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies 200",
    "getCommentReplyInChangeRequest GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId} 200",
  ]),
  Collections: chapter([
    "getCollectionById GET /collections/{collectionId} 200",
    "deleteCollectionById DELETE /collections/{collectionId} 205",
    "updateCollectionById PATCH /collections/{collectionId} 200",
    "listSpacesInCollectionById GET /collections/{collectionId}/spaces 200",
    "moveCollection POST /collections/{collectionId}/move 200",
    "transferCollection POST /collections/{collectionId}/transfer 200",
    "listCollectionsInOrganizationById GET /orgs/{organizationId}/collections 200",
    "createCollection POST /orgs/{organizationId}/collections 201",
  ]),
  Spaces: chapter([
    "getSpaceById GET /spaces/{spaceId} 200",
    "deleteSpaceById DELETE /spaces/{spaceId} 205",
    "updateSpaceById PATCH /spaces/{spaceId} 200",
    "duplicateSpace POST /spaces/{spaceId}/duplicate 201",
    "restoreSpace POST /spaces/{spaceId}/restore 200",
    "moveSpace POST /spaces/{spaceId}/move 200",
    "transferSpace POST /spaces/{spaceId}/transfer 200",
    "listSpaceLinks GET /spaces/{spaceId}/links 200",
  ]),
  "Change requests": chapter([
    "listChangeRequestsForSpace GET /spaces/{spaceId}/change-requests 200",
    "createChangeRequest POST /spaces/{spaceId}/change-requests 201",
    "getChangeRequestById GET /spaces/{spaceId}/change-requests/{changeRequestId} 200",
    "updateChangeRequestById PATCH /spaces/{spaceId}/change-requests/{changeRequestId} 200",
    "mergeChangeRequest POST /spaces/{spaceId}/change-requests/{changeRequestId}/merge 200",
    "updateChangeRequest POST /spaces/{spaceId}/change-requests/{changeRequestId}/update 200",
    "getChangeRequestPDF GET /spaces/{spaceId}/change-requests/{changeRequestId}/pdf 200",
  ]),
  "Change request content": chapter([
    "getRevisionOfChangeRequestById GET /spaces/{spaceId}/change-requests/{changeRequestId}/content 200",
    "importContentInChangeRequest POST /spaces/{spaceId}/change-requests/{changeRequestId}/content/import 201",
    "listPagesInChangeRequest GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/pages 200",
    "listFilesInChangeRequestById GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files 200",
    "getFileInChangeRequestById GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId} 200",
    "listChangeRequestFileBacklinks GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks 200",
    "getPageInChangeRequestById GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId} 200",
    "listPageLinksInChangeRequest GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links 200",
  ]),
  "Docs sites": chapter([
    "listSites GET /orgs/{organizationId}/sites 200",
    "createSite POST /orgs/{organizationId}/sites 201",
    "getSiteById GET /orgs/{organizationId}/sites/{siteId} 200",
    "deleteSiteById DELETE /orgs/{organizationId}/sites/{siteId} 205",
    "updateSiteById PATCH /orgs/{organizationId}/sites/{siteId} 200",
    "getSiteAdaptiveSchema GET /orgs/{organizationId}/sites/{siteId}/adaptive-schema 200",
    "updateSiteAdaptiveSchema PUT /orgs/{organizationId}/sites/{siteId}/adaptive-schema 200",
    "listSiteAdaptiveTemplateConditions GET /orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions 200",
    "getPublishedContentSite GET /orgs/{organizationId}/sites/{siteId}/published 200",
  ]),
  "Site sections": chapter([
    "listSiteSections GET /orgs/{organizationId}/sites/{siteId}/sections 200",
    "addSectionToSite POST /orgs/{organizationId}/sites/{siteId}/sections 201",
    "deleteSiteSectionById DELETE /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId} 205",
    "updateSiteSectionById PATCH /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId} 200",
    "moveSiteSection POST /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move 200",
  ]),
  "Site section groups": chapter([
    "listSiteSectionGroups GET /orgs/{organizationId}/sites/{siteId}/section-groups 200",
    "addSectionGroupToSite POST /orgs/{organizationId}/sites/{siteId}/section-groups 201",
    "deleteSiteSectionGroupById DELETE /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId} 205",
    "updateSiteSectionGroupById PATCH /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId} 200",
    "addSectionToGroup POST /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections 201",
    "removeSectionFromGroup DELETE /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId} 205",
    "moveSiteSectionGroup POST /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move 200",
  ]),
  "Site spaces": chapter([
    "listSiteSpaces GET /orgs/{organizationId}/sites/{siteId}/site-spaces 200",
    "addSpaceToSite POST /orgs/{organizationId}/sites/{siteId}/site-spaces 201",
    "deleteSiteSpaceById DELETE /orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId} 205",
    "updateSiteSpaceById PATCH /orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId} 200",
    "moveSiteSpace POST /orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move 200",
  ]),
  "Site share links": chapter([
    "listSiteShareLinks GET /orgs/{organizationId}/sites/{siteId}/share-links 200",
    "createSiteShareLink POST /orgs/{organizationId}/sites/{siteId}/share-links 201",
    "deleteSiteShareLinkById DELETE /orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId} 205",
    "updateSiteShareLinkById PATCH /orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId} 200",
  ]),
  Organizations: chapter([
    "listOrganizationsForAuthenticatedUser GET /orgs 200",
    "getOrganizationById GET /orgs/{organizationId} 200",
    "updateOrganizationById PATCH /orgs/{organizationId} 200",
    "deleteOrganizationInviteById DELETE /orgs/{organizationId}/link-invites/{inviteId} 205",
    "searchOrganizationContent GET /orgs/{organizationId}/search 200",
    "getOrganizationsForEmailDomain GET /email-domains/{emailDomain}/orgs 200",
  ]),
  "Organization members": chapter([
    "listMembersInOrganizationById GET /orgs/{organizationId}/members 200",
    "getMemberInOrganizationById GET /orgs/{organizationId}/members/{userId} 200",
    "removeMemberFromOrganizationById DELETE /orgs/{organizationId}/members/{userId} 204",
    "updateMemberInOrganizationById PATCH /orgs/{organizationId}/members/{userId} 200",
    "updateOrganizationMemberLastSeenAt POST /orgs/{organizationId}/ping 200",
    "setUserAsSSOMemberForOrganization POST /orgs/{organizationId}/members/{userId}/sso 200",
    "listSpacesForOrganizationMember GET /orgs/{organizationId}/members/{userId}/spaces 200",
    "listTeamsForOrganizationMember GET /orgs/{organizationId}/members/{userId}/teams 200",
  ]),
  "Teams and team members": chapter([
    "listTeamsInOrganizationById GET /orgs/{organizationId}/teams 200",
    "createOrganizationTeam PUT /orgs/{organizationId}/teams 201",
    "getTeamInOrganizationById GET /orgs/{organizationId}/teams/{teamId} 200",
    "removeTeamFromOrganizationById DELETE /orgs/{organizationId}/teams/{teamId} 204",
    "updateTeamInOrganizationById PATCH /orgs/{organizationId}/teams/{teamId} 200",
    "listTeamMembersInOrganizationById GET /orgs/{organizationId}/teams/{teamId}/members 200",
    "updateMembersInOrganizationTeam PUT /orgs/{organizationId}/teams/{teamId}/members 204",
    "addMemberToOrganizationTeamById PUT /orgs/{organizationId}/teams/{teamId}/members/{userId} 204",
    "deleteMemberFromOrganizationTeamById DELETE /orgs/{organizationId}/teams/{teamId}/members/{userId} 204",
  ]),
  "Single sign-on": chapter([
    "listSAMLProvidersInOrganizationById GET /orgs/{organizationId}/saml 200",
    "createOrganizationSAMLProvider POST /orgs/{organizationId}/saml 201",
    "getOrganizationSAMLProviderById GET /orgs/{organizationId}/saml/{samlProviderId} 200",
    "deleteOrganizationSAMLProvider DELETE /orgs/{organizationId}/saml/{samlProviderId} 204",
    "updateOrganizationSAMLProvider PATCH /orgs/{organizationId}/saml/{samlProviderId} 200",
    "listSSOProviderLoginsInOrganization GET /orgs/{organizationId}/sso 200",
  ]),
  "OpenAPI specs": chapter([
    "listOpenAPISpecs GET /orgs/{organizationId}/openapi 200",
    "createOpenAPISpec POST /orgs/{organizationId}/openapi 201",
    "getOpenAPISpecBySlug GET /orgs/{organizationId}/openapi/{specSlug} 200",
    "createOrUpdateOpenAPISpecBySlug PUT /orgs/{organizationId}/openapi/{specSlug} 200",
    "deleteOpenAPISpecBySlug DELETE /orgs/{organizationId}/openapi/{specSlug} 205",
    "listOpenAPISpecVersions GET /orgs/{organizationId}/openapi/{specSlug}/versions 200",
    "getLatestOpenAPISpecVersion GET /orgs/{organizationId}/openapi/{specSlug}/versions/latest 200",
    "getLatestOpenAPISpecVersionContent GET /orgs/{organizationId}/openapi/{specSlug}/versions/latest/content 200",
    "getOpenAPISpecVersionById GET /orgs/{organizationId}/openapi/{specSlug}/versions/{versionId} 200",
    "getOpenAPISpecVersionContentById GET /orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content 200",
  ]),
  "Translation settings": chapter([
    "listTranslations GET /orgs/{organizationId}/translations 200",
    "createTranslation POST /orgs/{organizationId}/translations 201",
    "getTranslation GET /orgs/{organizationId}/translations/{translationSettingsId} 200",
    "updateTranslation PUT /orgs/{organizationId}/translations/{translationSettingsId} 200",
    "deleteTranslation DELETE /orgs/{organizationId}/translations/{translationSettingsId} 205",
  ]),
  Integrations: chapter([
    "listIntegrations GET /integrations 200",
    "getIntegrationByName GET /integrations/{integrationName} 200",
    "publishIntegration POST /integrations/{integrationName} 200",
    "unpublishIntegration DELETE /integrations/{integrationName} 204",
  ]),
};

export const specifiedOperations = Object.values(chapters).flat();
