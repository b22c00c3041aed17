/** What callers of a kind need, and how else they may be refused. */
export interface AccessDocs {
  /** Name of the security scheme. */
  readonly scheme: string;
  readonly description: string;
  /** Codes by status, besides 401. */
  readonly errors: Readonly<Record<number, readonly string[]>>;
}

const known: Readonly<Record<string, AccessDocs>> = {
  'app-key': {
    scheme: 'appKey',
    description: 'The secret key of an app (`app-…`): it stands for exactly that app. Keys belong on a server.',
    errors: { 403: ['forbidden'], 429: ['rate_limit_error'] },
  },
  management: {
    scheme: 'managementToken',
    description:
      "The access token of a session (`ses-…`), a personal key (`pat-…`), or the installation's management token (`mgmt-…`, from the file `management-token` in its data folder). `X-Workspace-Id` names the workspace, else it is the caller's current one.",
    errors: { 403: ['forbidden', 'not_a_member', 'no_csrf_token'] },
  },
  account: {
    scheme: 'accountToken',
    description: 'The access token of a session (`ses-…`) or a personal key (`pat-…`), in whatever workspace.',
    errors: { 403: ['forbidden', 'no_csrf_token'] },
  },
};

/** By the id of the authenticator; one that a plugin brought is told by its name. */
export function accessDocs(authenticator: string): AccessDocs {
  const description = `What the authenticator \`${authenticator}\` takes.`;
  return known[authenticator] ?? { scheme: authenticator, description, errors: {} };
}
