import { printable, type Schemas } from '#plugins/commands/contract.ts';

/** What a plugin may do, a line for each. */
export function permissionLines(permissions: readonly Schemas['PluginPermission'][], sign = '-'): string[] {
  return permissions.map((permission) => `${sign} ${printable(wordsOf(permission))}`);
}

function wordsOf(permission: Schemas['PluginPermission']): string {
  switch (permission.kind) {
    case 'network':
      return `send requests to ${placeOf(permission.origin)}`;
    case 'credential':
      return `have ${permission.name} sent to ${placeOf(permission.origin)}`;
    case 'storage':
      return `keep ${sizeOf(permission.bytes)}`;
    case 'model':
      return `call models of the workspace: ${permission.type}`;
    case 'memory':
      return `use ${permission.megabytes} MB of memory a call`;
    case 'time':
      return `take ${permission.milliseconds / 1000} seconds a call`;
    case 'event':
      return `hear of runs, with what they gave: ${permission.name}`;
    case 'endpoint':
      return 'be called by everybody who knows its address';
    case 'node':
      return 'run as a process of Node';
  }
}

/** An origin, or the one that a setting names: `{base_url}`. */
function placeOf(origin: string): string {
  const setting = /^\{(.*)\}$/.exec(origin)?.[1];
  return setting === undefined ? origin : `the server that the setting ${setting} names`;
}

/** Bytes in words. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
