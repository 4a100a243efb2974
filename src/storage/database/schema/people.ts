import type { Flag, Timestamp } from "./columns.ts";
import type { CommunityType, OrganizationType, Role, TeamRole, UseCase } from "./enumerations.ts";

export interface UserTable {
  id: string;
  email: string;
  display_name: string;
  photo_url: string | null;
  /** Name and e-mail, folded for searching. */
  search_text: string;
  created_at: Timestamp;
}

/** An API token is sent in a header, a session in a cookie; neither is taken for the other. */
export type TokenKind = "api" | "session";

export interface TokenTable {
  id: string;
  kind: TokenKind;
  user_id: string;
  /** SHA-256 of the token; the token itself is never stored. */
  hash: string;
  name: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
  expires_at: Timestamp | null;
  /** Of a session: the provider that vouched for the user. */
  saml_provider_id: string | null;
  /** Whether it is good for the organization of that provider alone. */
  bounded: Flag;
}

export interface OrganizationTable {
  id: string;
  title: string;
  type: OrganizationType;
  use_case: UseCase | null;
  community_type: CommunityType | null;
  hostname: string | null;
  /** In their order, joined by commas. */
  email_domains: string;
  default_role: Role | null;
  default_site_id: string | null;
  logo_url: string | null;
  sso: Flag;
  ai: Flag;
  invite_links: Flag;
  /** Whether its providers are believed, and which e-mail domains are its own, all over the server. */
  trusted: Flag;
  /** Kept beside the members, since counting a hundred thousand takes longer than listing fifty. */
  member_count: number;
  created_at: Timestamp;
}

/** Finds organizations by their e-mail domains. */
export interface OrganizationEmailDomainTable {
  organization_id: string;
  domain: string;
}

export interface MemberTable {
  organization_id: string;
  user_id: string;
  role: Role | null;
  sso: Flag;
  disabled: Flag;
  joined_at: Timestamp;
  last_seen_at: Timestamp | null;
}

export interface TeamTable {
  id: string;
  organization_id: string;
  title: string;
  /** The title, folded for searching. */
  search_text: string;
  created_at: Timestamp;
}

export interface TeamMemberTable {
  organization_id: string;
  team_id: string;
  user_id: string;
  role: TeamRole;
  joined_at: Timestamp;
}

export interface LinkInviteTable {
  id: string;
  organization_id: string;
  /** In the organization, or on what it leads to. */
  role: Role | null;
  /** The space or collection that it leads to; null for the organization itself. */
  content_id: string | null;
  created_at: Timestamp;
}

export interface PasswordTable {
  user_id: string;
  /** With salt and cost, by scrypt. */
  hash: string;
  updated_at: Timestamp;
}

/** Lets its holder choose a password, once. */
export interface PasswordLinkTable {
  /** SHA-256 of what is in the link. */
  hash: string;
  user_id: string;
  expires_at: Timestamp;
}

/** An identity provider by which an organization's people sign in. */
export interface SamlProviderTable {
  id: string;
  organization_id: string;
  label: string;
  sso_url: string | null;
  entity_id: string | null;
  /** As it was given: one or more, with or without the lines around them. */
  certificate: string | null;
  default_team_id: string | null;
  default_role: Role | null;
  created_at: Timestamp;
}

/** By which somebody has signed in already: until it is too old, it is not taken again. */
export interface UsedTicketTable {
  ticket: string;
  until: Timestamp;
}

/** How often somebody has failed to sign in lately. */
export interface SignInFailureTable {
  /** Who, from where. */
  key: string;
  count: number;
  until: Timestamp;
}
