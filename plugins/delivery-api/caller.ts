import type { AppMode } from '../../engine/contract.ts';
import {
  type Access,
  type AuthenticationRequest,
  type Authenticator,
  access,
  type Principal,
} from '../../http/contract.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { App, AppByKey, Apps, PublishedVersion } from '../apps/contract.ts';

/** Who calls the runtime API: an app key stands for exactly one app (runtime API, keys). */
export interface AppCaller extends Principal {
  readonly workspaceId: string;
  readonly appId: string;
  readonly app: App;
  /** The key that was used; null: none, the console asks. */
  readonly keyId: string | null;
  /** null: nothing is published. */
  readonly version: PublishedVersion | null;
}

export const AppKeyAccess: Access<AppCaller> = access<AppCaller>('app-key');

/** Finds the app behind `Authorization: Bearer app-…`. */
export function appKeyAuthenticator(apps: Apps): Authenticator {
  return {
    id: AppKeyAccess.authenticator,
    authenticate(request) {
      const found = apps.byKey(bearerKey(request));
      return found instanceof Promise ? found.then(toCaller) : toCaller(found);
    },
    recognizes: (request) => apps.knowsKey(keyIn(request) ?? ''),
  };
}

/**
 * The paths that keys of knowledge bases open (runtime API, keys). No such key is given out here, so each is unknown; an
 * app key is of another kind and opens nothing there either.
 */
export const knowledgeKeyAuthenticator: Authenticator = {
  id: 'knowledge-key',
  territory: ['/v1/datasets', '/v1/workspaces/current/models'],
  authenticate(request) {
    bearerKey(request);
    throw unauthorized('The key is no key of knowledge bases: app keys open the routes of apps only.');
  },
};

function keyIn(request: AuthenticationRequest): string | undefined {
  return /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

function bearerKey(request: AuthenticationRequest): string {
  const key = keyIn(request);
  if (key === undefined) {
    throw unauthorized('Send the app key in the header `Authorization: Bearer <key>`.');
  }
  return key;
}

/** One for all: guesses come by the thousand, and most of what refusing costs is making an error. */
const unknownKey = unauthorized('The app key is unknown or was revoked.');

function toCaller(found: AppByKey | null): AppCaller {
  if (found === null) throw unknownKey;
  const { app, keyId, version, isDeleted } = found;
  if (isDeleted) throw forbidden('The app of this key was deleted.');
  refusePaused(app);
  return { workspaceId: app.workspaceId, appId: app.id, app, keyId, version };
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
export function requireMode(caller: AppCaller, family: 'chat' | 'completion' | 'workflow' | 'graph'): void {
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

/** The published version; an app without one can't be called (runtime API, open decisions, "App status"). */
export function requireVersion(caller: AppCaller): PublishedVersion {
  if (caller.version !== null) return caller.version;
  const message = `'${caller.app.name}' has no published version; publish it first.`;
  if (caller.app.mode === 'workflow') throw invalidParameter(message);
  throw new PlatformError('invalid', 'delivery-api.app_unavailable', message);
}

/** Refuses graphs that a caller can't start: several roots, or one that waits for an occasion of its own. */
export function requireCallableRoot({ compiled }: PublishedVersion): void {
  const { roots } = compiled;
  if (roots.length === 1 && roots[0]?.isCallable === true) return;
  const names = roots.map(({ title, nodeId, type }) => `'${title}' (${nodeId}, ${type})`).join(', ');
  const remedy = 'it is started by them, or publish it with one start, schedule or webhook';
  throw new PlatformError(
    'forbidden',
    'delivery-api.trigger_workflow_service_mode_unavailable',
    `The workflow begins at ${names} and can't be started over the API: ${remedy}.`,
  );
}

export function invalidParameter(message: string, field?: string): PlatformError {
  return new PlatformError('invalid', 'delivery-api.invalid_param', message, field === undefined ? {} : { field });
}
