import { PlatformError } from '#kernel';
import { type AppCaller, invalidParameter } from '#plugins/app-access/contract.ts';
import type { PublishedVersion } from '#plugins/apps/contract.ts';

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
