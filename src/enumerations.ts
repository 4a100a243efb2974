/** Words that both the API and the tables know. */
export const organizationTypes = ["business", "community"] as const;
export type OrganizationType = (typeof organizationTypes)[number];

export const communityTypes = ["nonProfit", "openSource", "education"] as const;
export type CommunityType = (typeof communityTypes)[number];

export const useCases = [
  "internalDocs",
  "docsSite",
  "audienceControlledSite",
  "productDocs",
  "teamKnowledgeBase",
  "designSystem",
  "openSourceDocs",
  "notes",
  "other",
] as const;
export type UseCase = (typeof useCases)[number];
