/** Why no page calls a route of the console's API. */
export interface Reason {
  readonly why: string;
  readonly routes: readonly string[];
}

/** Routes that no page calls. One that a page begins to call leaves the list; a new one is called by a page, or comes in with a reason. */
export const withoutPage: readonly Reason[] = [
  {
    why: 'the browser is sent there, or an identity provider calls: no script does',
    routes: [
      'get /console/api/connected-accounts/callback',
      'get /console/api/sign-in/callback',
      'get /console/api/connected-accounts/github-app/new',
      'get /console/api/connected-accounts/github-app/registered',
      'get /console/api/sso/callback',
      'post /console/api/sso/{connection_id}/acs',
      'get /console/api/sso/{connection_id}/metadata',
      'get /console/api/sso/{connection_id}/start',
      'get /console/api/sso/{connection_id}/visit',
      'get /console/api/mcp/authorize/{token}',
      'post /console/api/mcp/authorize/{token}',
      'get /console/api/custom-tools/callback',
      'get /console/api/mcp/callback',
      'get /console/api/mcp/client.json',
    ],
  },
  {
    why: 'pages show the address that the server gives them',
    routes: ['get /console/api/accounts/{account_id}/avatar'],
  },
  {
    why: 'the command line signs itself in, and keeps files of a project in sync',
    routes: [
      'post /console/api/app-code/apply',
      'post /console/api/app-code/plan',
      'get /console/api/apps/{app_id}/code',
      'post /console/api/connected-accounts/device',
      'post /console/api/connected-accounts/device/look',
      'post /console/api/sessions/hand-offs/redeem',
      'post /console/api/datasets/{dataset_id}/synced-folders/files',
      'post /console/api/datasets/{dataset_id}/synced-folders/plan',
    ],
  },
  {
    why: 'operators do it on the server, where the command line is',
    routes: [
      'get /console/api/file-stores',
      'post /console/api/file-stores/adopt',
      'post /console/api/file-stores/keep',
      'post /console/api/installation/management-token/rotate',
      'post /console/api/sso/connections/{connection_id}/approve',
      'post /console/api/workspace/claim',
    ],
  },
  {
    why: 'the page has it from a list, or a wider answer, already',
    routes: [
      'get /console/api/plugins/{installation_id}',
      'post /console/api/apps/{app_id}/draft/check',
      'get /console/api/datasets/{dataset_id}/sources/{source_id}',
      'get /console/api/datasets/{dataset_id}/batches/{batch}',
      'get /console/api/custom-tools',
      'get /console/api/workspaces',
      'delete /console/api/app-keys/{key_id}',
    ],
  },
  {
    why: 'the page runs the draft; what is published is run by its own page, or under /v1',
    routes: ['post /console/api/apps/{app_id}/files', 'post /console/api/apps/{app_id}/run'],
  },
  {
    why: 'no page yet',
    routes: [
      'get /console/api/account/activity',
      'post /console/api/accounts/reset-link',
      'post /console/api/apps/{app_id}/export-with-secrets',
      'get /console/api/apps/{app_id}/feedbacks',
      'get /console/api/apps/{app_id}/feedbacks/export',
      'get /console/api/billing/changes',
      'post /console/api/billing/invoices',
      'post /console/api/billing/invoices/{invoice_id}/pay',
      'post /console/api/billing/invoices/{invoice_id}/void',
      'post /console/api/custom-tools/authorizations',
      'get /console/api/installation/orders',
      'get /console/api/mcp-server',
      'patch /console/api/mcp-server',
      'post /console/api/mcp-server/code',
      'delete /console/api/mcp-server/code',
      'get /console/api/sso/links',
      'post /console/api/sso/links',
      'get /console/api/triggers',
      'get /console/api/usage/overview',
    ],
  },
];
