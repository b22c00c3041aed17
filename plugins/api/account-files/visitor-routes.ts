import { empty, json, type Route, route, unixSeconds } from '#http';
import type { Sessions } from '#plugins/accounts/contract.ts';
import { type AppCaller, AppUserAccess } from '#plugins/app-access/contract.ts';
import type { AccountOwner, ConnectedAccount } from '#plugins/connected-accounts/contract.ts';
import { accountFileDocs } from './account-file-docs.ts';
import { type AttachParts, attach, attachedFile } from './attach.ts';
import { fileId } from './draft-route.ts';
import { PICK, PICKER } from './drive-file.ts';
import { visitorsOnly } from './failures.ts';

const ROOT = '/web/api/connected-accounts';
/** A quarter of an hour, from one address: a person picks now and then. */
const ATTEMPTS = 60;
const access = { access: AppUserAccess } as const;
const params = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } as const;
const one = { ...access, params, ids: { 'params.id': { nothing: 'of a visitor, in their app' } } } as const;

export interface VisitorRouteParts extends AttachParts {
  readonly sessions: Pick<Sessions, 'countAttempt'>;
}

/** Accounts that visitors of web apps connect, and files they attach from them. */
export function visitorRoutes(parts: VisitorRouteParts): Route[] {
  const { accounts } = parts;
  return [
    route({
      ...access,
      id: 'account-files.list',
      method: 'GET',
      path: ROOT,
      summary: 'List the accounts that a visitor of a web app has connected',
      docs: accountFileDocs.list,
      async handle({ principal }) {
        const { workspaceId, owner } = visitorOf(parts, principal);
        const [isOffered, list] = [
          await accounts.offers(workspaceId, PICKER, PICK),
          await accounts.list(workspaceId, owner),
        ];
        return json({ picker: isOffered, data: list.map(accountItem) });
      },
    }),
    route({
      ...access,
      id: 'account-files.connect',
      method: 'POST',
      path: `${ROOT}/connect`,
      summary:
        'Begin to connect an account as a visitor of a web app: returns the address of the service for the browser',
      docs: accountFileDocs.connect,
      body: {
        type: 'object',
        additionalProperties: false,
        properties: {
          return_to: { type: 'string', maxLength: 1000, default: '/', description: 'A path of the web app.' },
          picking: { type: 'boolean', default: true, description: 'Show the file picker of the service.' },
        },
      },
      async handle({ principal, body, address }) {
        const { workspaceId, appId, owner } = visitorOf(parts, principal);
        await parts.sessions.countAttempt(`account-files/${address}`, ATTEMPTS);
        const { url, cookie } = await accounts.begin({
          ...{ workspaceId, owner, appId, provider: PICKER, capabilities: [PICK], person: null },
          ...{ returnTo: body.return_to, isPicking: body.picking },
        });
        return json({ url }, { headers: { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' } });
      },
    }),
    route({
      ...one,
      id: 'account-files.attach',
      method: 'POST',
      path: `${ROOT}/:id/files`,
      summary: 'Attach a file that a visitor of a web app has picked at a service',
      docs: accountFileDocs.attach,
      ids: { ...one.ids, 'body.file_id': { nothing: 'of a file at a service' } },
      body: { type: 'object', required: ['file_id'], additionalProperties: false, properties: { file_id: fileId } },
      async handle({ principal, params: { id }, body, signal }) {
        const visitor = visitorOf(parts, principal);
        const file = await attach(parts, { ...visitor, accountId: id, fileId: body.file_id, signal });
        return json(attachedFile(file), { status: 201 });
      },
    }),
    route({
      ...one,
      id: 'account-files.disconnect',
      method: 'DELETE',
      path: `${ROOT}/:id`,
      summary: 'Disconnect an account of a visitor of a web app',
      docs: accountFileDocs.disconnect,
      async handle({ principal, params: { id } }) {
        const { workspaceId, owner } = visitorOf(parts, principal);
        await accounts.disconnect(workspaceId, owner, id);
        return empty();
      },
    }),
  ];
}

/** A program names any user it likes: it has no accounts of theirs. */
function visitorOf({ endUsers }: Pick<AttachParts, 'endUsers'>, { workspaceId, appId, visitor }: AppCaller) {
  if (visitor === undefined) throw visitorsOnly();
  const place = { workspaceId, appId, type: 'web-app', sessionId: visitor.id } as const;
  const owner: AccountOwner = `end_user:${endUsers.identify(place).user.id}`;
  return { ...place, owner };
}

function accountItem({ id, provider, label, state, reason, connectedAt, lastUsedAt }: ConnectedAccount) {
  return {
    ...{ id, service: provider, label, state, reason },
    ...{ connected_at: unixSeconds(connectedAt), last_used_at: unixSeconds(lastUsedAt) },
  };
}
