import type { Connection, GivenRole } from './connection.ts';

/** The role that a provider's claims give; null: none, and there is no default. */
export function mappedRole(connection: Connection, claims: Readonly<Record<string, unknown>>): GivenRole | null {
  const { roleClaim, roleMapping, defaultRole } = connection;
  if (roleClaim === null) return defaultRole;
  const values = textsOf(claimOf(claims, roleClaim));
  return roleMapping.find(({ value }) => values.includes(value))?.role ?? defaultRole;
}

/** By its name, dots and all (`https://example.com/groups`), else by a path (`realm_access.roles`). */
export function claimOf(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[part];
  }
  return value;
}

function textsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
