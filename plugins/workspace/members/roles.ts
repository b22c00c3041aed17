import type { Permission } from '#plugins/management-access/contract.ts';

/** Roles, the widest first (specification, roles and permissions). */
export const roles = ['owner', 'admin', 'editor', 'member'] as const;

/** What somebody is in a workspace. A workspace has one owner. */
export type Role = (typeof roles)[number];

const everyone = roles;
const builders = ['owner', 'admin', 'editor'] as const;
const admins = ['owner', 'admin'] as const;
const owner = ['owner'] as const;

/** Who may do what (specification, roles and permissions). */
const matrix: Readonly<Record<Permission, readonly Role[]>> = {
  'billing.manage': owner,
  'providers.manage': admins,
  'members.manage': admins,
  'plugins.install': admins,
  'apps.edit': builders,
  'knowledge.manage': builders,
  'logs.view': builders,
  'apps.use': everyone,
  'workspace.leave': everyone,
  'workspace.manage': owner,
  'workspace.own': owner,
  'installation.manage': [],
};

const permissions: Readonly<Record<Role, ReadonlySet<string>>> = {
  owner: permissionsOf('owner'),
  admin: permissionsOf('admin'),
  editor: permissionsOf('editor'),
  member: permissionsOf('member'),
};

function permissionsOf(role: Role): ReadonlySet<string> {
  return new Set(Object.entries(matrix).flatMap(([name, allowed]) => (allowed.includes(role) ? [name] : [])));
}

/** What takes a person who is signed in, whatever a key of theirs may do: their own place in the workspace. */
const inPerson: ReadonlySet<string> = new Set<Permission>(['workspace.leave', 'workspace.own']);

/** Whether a program with a personal key may do that at all. */
export function mayKey(permission: string): boolean {
  return !inPerson.has(permission);
}

/** Whether somebody with this role may do that. */
export function mayRole(role: Role, permission: string): boolean {
  return permissions[role].has(permission);
}

/** Why somebody with this role may not do that themselves, or by a personal key; null when they may. */
export function refusalOf(role: Role, permission: string): string | null {
  if (mayRole(role, permission)) return null;
  const [first, ...others] = roles.filter((other) => mayRole(other, permission)).map(nameOf);
  if (first === undefined) return 'only who runs the server has it, with the management token';
  const having =
    others.length === 0
      ? `only ${first} has`
      : `${[first, ...others.slice(0, -1)].join(', ')} and ${others.at(-1)} have`;
  return `${having} it in this workspace, and you are ${/^[aeo]/.test(role) ? 'an' : 'a'} ${role} there`;
}

function nameOf(role: Role): string {
  return role === 'owner' ? 'the owner' : `${role}s`;
}

/** The roles that may do that. */
export function rolesThatMay(permission: Permission): readonly Role[] {
  return matrix[permission];
}

/** What a role may not do, with the roles that may, for pages that say whom to ask; none: only who runs the server. */
export function lackingPermissions(role: Role): Readonly<Record<string, readonly Role[]>> {
  return Object.fromEntries(Object.entries(matrix).filter(([, allowed]) => !allowed.includes(role)));
}

/** What a role may do, by name, for pages that show or hide things. */
export function listPermissions(role: Role): readonly string[] {
  return [...permissions[role]].sort();
}
