import type {
  CommunityType,
  Flag,
  LoginMethod,
  OrganizationType,
  OwnedTable,
  Role,
  TeamRole,
  Timestamp,
  UseCase,
} from "./columns.ts";

export interface UserTable {
  id: string;
  email: string;
  display_name: string;
  photo_url: string | null;
  /** Name and email address, folded for searching. */
  search_text: string;
  created_at: Timestamp;
}

/** An API token is sent in a header, a session in a cookie. They are not interchangeable. */
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
  /** For a session: the SAML provider that authenticated the user. */
  saml_provider_id: string | null;
  /** Whether it is valid in one organization only: that of the provider or `organization_id`. */
  bounded: Flag;
  /** For an API token: the organization that it is bound to. For a session: the organization of the password. */
  organization_id: string | null;
  /** The first characters of an API token, by which its owner recognizes it. Tokens of earlier versions have none. */
  prefix: string | null;
  /** For a session. Sessions of earlier versions have none. */
  login_method: LoginMethod | null;
  /** For a session: the User-Agent header of the browser, shortened. */
  user_agent: string | null;
  /** The API token that created this one, which ends with it. */
  created_by: string | null;
}

export interface OrganizationTable {
  id: string;
  title: string;
  type: OrganizationType;
  use_case: UseCase | null;
  community_type: CommunityType | null;
  hostname: string | null;
  /** Comma-separated, in order. */
  email_domains: string;
  default_role: Role | null;
  default_site_id: string | null;
  logo_url: string | null;
  sso: Flag;
  ai: Flag;
  invite_links: Flag;
  /** JSON: the merge rules of the spaces that inherit them. */
  merge_rules: string;
  /** Whether its providers and email domains are trusted on the whole server. */
  trusted: Flag;
  /** Stored, because counting 100,000 rows takes longer than listing 50. */
  member_count: number;
  created_at: Timestamp;
}

/** Finds organizations by their email domains. */
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
  /** A copy of the user's `search_text`, which begins with the name, so that members are listed by it without being sorted. */
  sort_name: string;
}

export interface TeamTable extends OwnedTable {
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

export interface LinkInviteTable extends OwnedTable {
  /** The role in the organization, or on the space or collection. */
  role: Role | null;
  /** A space or collection; null for the organization. */
  content_id: string | null;
  created_at: Timestamp;
}

export interface PasswordTable {
  user_id: string;
  /** A scrypt hash with salt and cost. */
  hash: string;
  updated_at: Timestamp;
  /** The organization whose admin created the link with which it was set: only there, it proves who somebody is. */
  organization_id: string | null;
}

/** A link that sets a password once. */
export interface PasswordLinkTable {
  /** SHA-256 of the secret in the link. */
  hash: string;
  user_id: string;
  expires_at: Timestamp;
  /** The organization whose admin created it; null for links of the operator. */
  organization_id: string | null;
}

/** A link that signs its user in once. */
export interface SignInLinkTable {
  /** SHA-256 of the secret in the link. */
  hash: string;
  user_id: string;
  expires_at: Timestamp;
}

export interface SamlProviderTable extends OwnedTable {
  label: string;
  sso_url: string | null;
  entity_id: string | null;
  /** One or more certificates as sent, with or without PEM lines. */
  certificate: string | null;
  default_team_id: string | null;
  default_role: Role | null;
  created_at: Timestamp;
}

/** A login ticket that has been used. It is refused until it expires. */
export interface UsedTicketTable {
  ticket: string;
  until: Timestamp;
}

export interface SignInFailureTable {
  /** A hash of the email address, of the client's network, or of both. */
  key: string;
  count: number;
  until: Timestamp;
}
