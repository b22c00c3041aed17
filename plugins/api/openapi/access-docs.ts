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
  appKey: 'The secret key of an app (`app-…`): it stands for exactly that app. Keys belong on a server.',
  knowledgeKey:
    'A secret key of knowledge bases (`dataset-…`): it opens all of its workspace whose API access is on, and no app. Keys belong on a server.',
  visitorToken:
    'The token of a visitor of a web app (`visitor-…`, from `POST /web/api/visit`): it opens what the page of that app does, for this visitor. Its `user` is the visitor: leave it out.',
  sessionToken: 'The access token of a session (`ses-…`), which signing in gives (`POST /console/api/sessions`).',
  personalKey:
    'A personal key (`pat-…`), which programs use in the name of who made it (`POST /console/api/account/keys`). It does what its person may, as far as its own permissions go.',
  managementToken:
    'The management token of the installation (`mgmt-…`, in the file `management-token` of its data folder). It does everything.',
};

/** By the id of the authenticator; one that a plugin brought is told by its name. */
export function accessDocs(authenticator: string): AccessDocs {
  return known[authenticator] ?? { schemes: [authenticator], isOfWorkspace: false, errors: {} };
}

/** What a security scheme is. */
export function schemeDescription(scheme: string): string {
  return schemes[scheme] ?? `What the authenticator \`${scheme}\` takes.`;
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
  if (permission === OWN) return 'For who is signed in, about themselves: no key does.';
  const inPerson = isInPerson(permission) ? ' It takes somebody who is signed in: personal keys do not have it.' : '';
  const own =
    ownPermission === undefined
      ? ''
      : ` For what the caller made, \`${ownPermission}\` is enough, which ${holders(ownPermission)}.`;
  return `Takes the permission \`${permission}\`, which ${holders(permission)}.${own}${inPerson}`;
}

/** What only a person may do with their own account. */
const OWN = 'account.manage';

function isInPerson(permission: string): boolean {
  return permission === OWN || !mayKey(permission);
}

function holders(permission: string): string {
  const having = roles.filter((role) => mayRole(role, permission));
  if (having.length === roles.length) return 'everybody in the workspace has';
  if (having.length === 0) return 'only the management token has';
  const names = having.map((role) => (role === 'owner' ? 'the owner' : `${role}s`));
  const last = names.pop();
  return names.length === 0
    ? `only ${last} of the workspace has`
    : `${names.join(', ')} and ${last} of the workspace have`;
}
