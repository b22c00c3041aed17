import { Public, type Route } from '#http';
import { mayKey, mayRole, roles } from '#plugins/members/contract.ts';

/** What callers of a kind need, and how else they may be refused. */
export interface AccessDocs {
  /** Names of the security schemes: any of them does. */
  readonly schemes: readonly string[];
  /** Whether `X-Workspace-Id` says which workspace it is about. */
  readonly isOfWorkspace: boolean;
  /** Codes by status, besides 401. */
  readonly errors: Readonly<Record<number, readonly string[]>>;
}

const known: Readonly<Record<string, AccessDocs>> = {
  'app-key': {
    schemes: ['appKey'],
    isOfWorkspace: false,
    errors: { 403: ['forbidden'], 429: ['rate_limit_error'] },
  },
  'app-user': {
    schemes: ['appKey', 'visitorToken'],
    isOfWorkspace: false,
    errors: { 403: ['forbidden'], 429: ['rate_limit_error'] },
  },
  'knowledge-key': {
    schemes: ['knowledgeKey'],
    isOfWorkspace: false,
    errors: { 403: ['forbidden'], 429: ['rate_limit_error'] },
  },
  management: {
    schemes: ['sessionToken', 'personalKey', 'managementToken'],
    isOfWorkspace: true,
    errors: { 403: ['forbidden', 'not_a_member', 'no_csrf_token'] },
  },
  account: {
    schemes: ['sessionToken', 'personalKey'],
    isOfWorkspace: false,
    errors: { 403: ['forbidden', 'no_csrf_token'] },
  },
};

const schemes: Readonly<Record<string, string>> = {
  appKey: 'Secret key of an app (`app-…`), valid for that app only. Must be kept on a server.',
  knowledgeKey:
    'Secret API key of knowledge bases (`dataset-…`), valid for all knowledge bases of its workspace with API access turned on, and for no apps. Must be kept on a server.',
  visitorToken:
    'Token of a visitor of a web app (`visitor-…`, from `POST /web/api/visit`), valid for the routes that the web app uses. `user` is always the visitor: omit it.',
  sessionToken: 'Access token of a session (`ses-…`), returned by signing in (`POST /console/api/sessions`).',
  personalKey:
    'Personal key (`pat-…`) of a user, for programs (`POST /console/api/account/keys`). It has the permissions of the user, limited to those of the key.',
  managementToken:
    'Management token of the installation (`mgmt-…`, in the file `management-token` of its data folder). It has all permissions.',
};

/** By the id of the authenticator; one that a plugin brought is told by its name. */
export function accessDocs(authenticator: string): AccessDocs {
  return known[authenticator] ?? { schemes: [authenticator], isOfWorkspace: false, errors: {} };
}

/** What a security scheme is. */
export function schemeDescription(scheme: string): string {
  return schemes[scheme] ?? `Credentials of the authenticator \`${scheme}\`.`;
}

/** The schemes of which any lets a caller use the route; none: anyone may. */
export function schemesOf({ access: { authenticator }, permission }: Route): readonly string[] {
  if (authenticator === Public.authenticator) return [];
  const { schemes: all } = accessDocs(authenticator);
  if (permission === undefined || !all.includes('personalKey')) return all;
  return isInPerson(permission) ? all.filter((scheme) => scheme !== 'personalKey') : all;
}

/** Which permission a route takes and who has it, in words; undefined for a route that takes none. */
export function permissionText({
  permission,
  ownPermission,
}: Pick<Route, 'permission' | 'ownPermission'>): string | undefined {
  if (permission === undefined) return undefined;
  if (permission === OWN) return 'Only for signed-in users, about their own account. Keys are not accepted.';
  const inPerson = isInPerson(permission) ? ' Requires a signed-in user: personal keys do not have it.' : '';
  const own =
    ownPermission === undefined
      ? ''
      : ` For the caller's own items, \`${ownPermission}\` is sufficient, which ${holders(ownPermission)}.`;
  return `Requires the permission \`${permission}\`, which ${holders(permission)}.${own}${inPerson}`;
}

/** What only a person may do with their own account. */
const OWN = 'account.manage';

function isInPerson(permission: string): boolean {
  return permission === OWN || !mayKey(permission);
}

function holders(permission: string): string {
  const having = roles.filter((role) => mayRole(role, permission));
  if (having.length === roles.length) return 'every member of the workspace has';
  if (having.length === 0) return 'only the management token has';
  const names = having.map((role) => (role === 'owner' ? 'the owner' : `${role}s`));
  const last = names.pop();
  return names.length === 0
    ? `only ${last} of the workspace has`
    : `${names.join(', ')} and ${last} of the workspace have`;
}
