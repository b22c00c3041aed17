import type { AppMode } from '#engine';
import { type Access, type AuthenticationRequest, type Authenticator, access, type Principal } from '#http';
import { type Contribution, type Contributions, extensionPoint, PlatformError } from '#kernel';
import type { App, AppByKey, Apps, PublishedVersion } from '#plugins/apps/contract.ts';

/** Who calls the runtime API: an app key stands for exactly one app (runtime API, keys). */
export interface AppCaller extends Principal {
  readonly workspaceId: string;
  readonly appId: string;
  readonly app: App;
  /** The key that was used; null: none, the console asks. */
  readonly keyId: string | null;
  /** null: nothing is published. */
  readonly version: PublishedVersion | null;
  /** Who calls from the app's web app or from an embedding page; absent: a program with a key. */
  readonly visitor?: Visitor;
}

/** Somebody who uses an app on its own page: its end user of type `web-app`. */
export interface Visitor {
  /** The session id of the end user. */
  readonly id: string;
  /** Network address of the request. */
  readonly address: string;
  /** Whether the steps of runs are shown on the page. */
  readonly seesSteps: boolean;
  /** Whether what the owner allows visitors of the app's page is nothing to them: they belong to the workspace, and are told why runs fail. */
  readonly isExempt: boolean;
}

/** Access of routes that an app key opens, and no visitor. */
export const AppKeyAccess: Access<AppCaller> = access<AppCaller>('app-key');

/** Access of routes that the page of an app calls as well, for its visitor alone: `callerUser` says for whom. */
export const AppUserAccess: Access<AppCaller> = access<AppCaller>('app-user');

/** `AppKeyAccess` of routes that start a run: what they take is counted with it (`RunStart.keyId`), and not by their answers. */
export const RunStartAccess: Access<AppCaller> = access<AppCaller>('app-key');

/** `AppUserAccess` of such routes. */
export const UserRunStartAccess: Access<AppCaller> = access<AppCaller>('app-user');

/** Whether what is taken on a route is counted with the run that it starts. */
export function startsRuns(of: Access<Principal | null>): boolean {
  return of === RunStartAccess || of === UserRunStartAccess;
}

/** How visitors are known: by tokens that begin with `visitor-`. */
export interface VisitorCredential extends Contribution {
  /** Throws `unauthenticated` and `forbidden`, as authenticators do. */
  find(token: string, request: AuthenticationRequest): AppCaller | Promise<AppCaller>;
  /** True for a token that is known from memory (`Authenticator.isCached`). */
  isCached(token: string): boolean;
}

/** Contribute here how visitors of apps are known; one is asked. */
export const VisitorCredentials = extensionPoint<VisitorCredential>('app-access.visitor-credentials');

/** Finds the app behind `Authorization: Bearer app-…`. */
export function appKeyAuthenticator(apps: Apps): Authenticator {
  return {
    id: AppKeyAccess.authenticator,
    authenticate(request) {
      const key = bearerKey(request);
      const ended = () => apps.keyEnded(key);
      const found = apps.byKey(key);
      return found instanceof Promise ? found.then((app) => toCaller(app, ended)) : toCaller(found, ended);
    },
    isCached: (request) => apps.knowsKey(keyIn(request) ?? ''),
  };
}

/** Finds the app behind an app key, or behind the token of a visitor. */
export function appUserAuthenticator(apps: Apps, visitors: Contributions<VisitorCredential>): Authenticator {
  const byKey = appKeyAuthenticator(apps);
  return {
    id: AppUserAccess.authenticator,
    authenticate(request) {
      const token = keyIn(request) ?? '';
      const credential = token.startsWith('visitor-') ? visitors.all()[0] : undefined;
      return credential === undefined ? byKey.authenticate(request) : credential.find(token, request);
    },
    isCached(request) {
      const token = keyIn(request) ?? '';
      if (token.startsWith('visitor-')) return visitors.all()[0]?.isCached(token) === true;
      return byKey.isCached?.(request) === true;
    },
  };
}

function keyIn(request: AuthenticationRequest): string | undefined {
  return /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

function bearerKey(request: AuthenticationRequest): string {
  const key = keyIn(request);
  if (key === undefined) {
    throw unauthorized('Send the app key in the header `Authorization: Bearer <key>`.');
  }
  if (key.startsWith('web-')) {
    throw unauthorized('This is the token of an embed, for the snippet of a page: programs send an app key (`app-…`).');
  }
  if (key.startsWith('visitor-')) {
    throw unauthorized('Visitors of a web app may not call this; a program may, with an app key (`app-…`).');
  }
  return key;
}

/** One for all: guesses come by the thousand, and most of what refusing costs is making an error. */
const unknownKey = unauthorized('The app key is unknown or was revoked.');

function toCaller(found: AppByKey | null, ended: () => AbortSignal): AppCaller {
  if (found === null) throw unknownKey;
  const { app, keyId, version, isDeleted } = found;
  if (isDeleted) throw forbidden('The app of this key was deleted.');
  refusePaused(app);
  return { workspaceId: app.workspaceId, appId: app.id, app, keyId, version, ended };
}

/** A paused app runs for nobody; its draft does, for those who build it. */
export function refusePaused(app: App): void {
  if (app.status !== 'paused') return;
  const how = `an editor, admin or the owner of its workspace resumes it in the console, or with \`weft apps resume ${app.id}\``;
  throw forbidden(`The app '${app.name}' is paused; ${how}.`);
}

function unauthorized(message: string): PlatformError {
  return new PlatformError('unauthenticated', 'delivery-api.unauthorized', message);
}

function forbidden(message: string): PlatformError {
  return new PlatformError('forbidden', 'delivery-api.forbidden', message);
}

export const chatModes: readonly AppMode[] = ['chat', 'agent-chat', 'advanced-chat', 'agent'];

/** Refuses apps of another mode, with the code of the route's family (runtime API, error codes). */
export function requireMode(caller: AppCaller, family: 'chat' | 'completion' | 'message' | 'workflow' | 'graph'): void {
  const { mode, name } = caller.app;
  switch (family) {
    case 'chat':
      if (chatModes.includes(mode)) return;
      throw new PlatformError(
        'invalid',
        'delivery-api.not_chat_app',
        `'${name}' is ${withArticle(mode)} app, not a chat app.`,
      );
    case 'completion':
      if (mode === 'completion') return;
      throw new PlatformError(
        'invalid',
        'delivery-api.app_unavailable',
        `'${name}' is ${withArticle(mode)} app, not a completion app.`,
      );
    case 'message':
      if (mode !== 'workflow') return;
      throw new PlatformError(
        'invalid',
        'delivery-api.not_chat_app',
        `'${name}' is a workflow app: it answers no messages.`,
      );
    case 'workflow':
      if (mode === 'workflow') return;
      throw notWorkflow(name, mode);
    case 'graph':
      if (mode === 'workflow' || mode === 'advanced-chat') return;
      throw notWorkflow(name, mode);
  }
}

function notWorkflow(name: string, mode: AppMode): PlatformError {
  return new PlatformError(
    'invalid',
    'delivery-api.not_workflow_app',
    `'${name}' is ${withArticle(mode)} app, not a workflow.`,
  );
}

/** `an advanced-chat`, `a chat`. */
function withArticle(mode: AppMode): string {
  return `${mode.startsWith('a') ? 'an' : 'a'} ${mode}`;
}

export function invalidParameter(message: string, field?: string): PlatformError {
  return new PlatformError('invalid', 'delivery-api.invalid_param', message, field === undefined ? {} : { field });
}
