import type { Route } from '#http';

/** One line: a route, how its callers are known, and what they must be allowed to do. `GET /console/api/tags  management, apps.use` */
export function callersOf({ method, path, access, permission, ownPermission }: Route): string {
  const own = ownPermission === undefined ? undefined : `own: ${ownPermission}`;
  const callers = [access.authenticator, permission, own].filter((part) => part !== undefined);
  return `${method} ${path}  ${callers.join(', ')}`;
}
