import type { Role } from '#plugins/members/contract.ts';

/** What a provider's people can become: never owner. */
export type GivenRole = Exclude<Role, 'owner'>;

/** Whoever has the value in the connection's claim gets the role; the first rule that fits counts. */
export interface RoleRule {
  readonly value: string;
  readonly role: GivenRole;
}

/** Where an OpenID provider is, and as whom it knows us. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** Where a SAML provider is, and what its answers are known by. */
export interface SamlSettings {
  /** As it names itself. null, like the next: not told yet; the connection is off until it is. */
  readonly entityId: string | null;
  /** Where browsers are sent (HTTP-Redirect). */
  readonly ssoUrl: string | null;
  /** That may sign its assertions: base64 of DER. Several while it changes them. */
  readonly certificates: readonly string[];
  /** Its metadata are read from here again; null: what is above was given by hand. */
  readonly metadataUrl: string | null;
  /** Milliseconds since the epoch; 0: never. */
  readonly readAt: number;
  /** Names of attributes; null: those that providers commonly use. */
  readonly emailAttribute: string | null;
  readonly nameAttribute: string | null;
  /** Whether it may send people who have not begun here. */
  readonly allowsUnasked: boolean;
  /** Whether its assertions must be encrypted. */
  readonly wantsEncryption: boolean;
  /** Changes when another provider may stand behind the connection: people are known by it, like by an issuer. */
  readonly trust: string;
  /** Of the key that signs our requests, and that assertions are encrypted for; base64 of DER. */
  readonly ownCertificate: string;
}

/** What `sealedSecret` is sealed for, with the id of the connection, whatever its kind. */
export const SECRET = 'sso.client-secret';

interface ConnectionFacts {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  /** The client secret of OpenID, the private key of SAML. */
  readonly sealedSecret: string | null;
  /** Lower case. */
  readonly domains: readonly string[];
  /** Those of `domains` that an operator has let stand for accounts. */
  readonly approvedDomains: readonly string[];
  /** null: only who is a member already, or has one of the roles mapped, comes in. */
  readonly defaultRole: GivenRole | null;
  /** Name of the claim that says who gets which role; null: roles are given in the workspace. */
  readonly roleClaim: string | null;
  readonly roleMapping: readonly RoleRule[];
  readonly enabled: boolean;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface OidcConnection extends ConnectionFacts {
  readonly kind: 'oidc';
  readonly settings: OidcSettings;
}

export interface SamlConnection extends ConnectionFacts {
  readonly kind: 'saml';
  readonly settings: SamlSettings;
}

/** A provider of identities that a workspace trusts. */
export type Connection = OidcConnection | SamlConnection;

/** What a provider has proved about somebody. */
export interface Profile {
  readonly issuer: string;
  readonly subject: string;
  /** Lower case; null: not told. */
  readonly email: string | null;
  /** Whether the provider has made sure of the address, and is one who can. */
  readonly isEmailVerified: boolean;
  readonly name: string;
  readonly claims: Readonly<Record<string, unknown>>;
}
