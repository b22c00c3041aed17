import { CALL_DEFAULTS, type PackageManifest } from './manifest.ts';
import { settingsIn } from './network-permission.ts';

/** One thing that a package may do, as it is granted: shown in words by who shows it. */
export type Permission =
  | { readonly kind: 'network'; readonly origin: string }
  /** A secret of the workspace that goes to this origin. */
  | { readonly kind: 'credential'; readonly name: string; readonly origin: string }
  | { readonly kind: 'storage'; readonly bytes: number }
  | { readonly kind: 'model'; readonly type: string }
  | { readonly kind: 'memory'; readonly megabytes: number }
  | { readonly kind: 'time'; readonly milliseconds: number }
  /** Hears of the ends of runs, with what they gave. */
  | { readonly kind: 'event'; readonly name: string }
  /** Can be called by anybody who knows the address. */
  | { readonly kind: 'endpoint' }
  /** Runs as a process of Node. */
  | { readonly kind: 'node' };

/** Everything a package asks for, in the order in which it is shown. */
export function permissionsOf(manifest: PackageManifest): readonly Permission[] {
  const { network = [], storage, models = [], memoryMb, timeMs } = manifest.permissions;
  if (manifest.kind === 'bundle') return [];
  return [
    ...(manifest.runtime === 'node' ? [{ kind: 'node' } as const] : []),
    ...network.map((origin) => ({ kind: 'network', origin }) as const),
    ...credentialsOf(manifest),
    ...(storage === undefined ? [] : [{ kind: 'storage', bytes: storage } as const]),
    ...models.map((type) => ({ kind: 'model', type }) as const),
    ...(manifest.endpoint === undefined ? [] : [{ kind: 'endpoint' } as const]),
    ...manifest.events.map((name) => ({ kind: 'event', name }) as const),
    { kind: 'memory', megabytes: memoryMb ?? CALL_DEFAULTS.memoryMb },
    { kind: 'time', milliseconds: timeMs ?? CALL_DEFAULTS.timeMs },
  ];
}

/** What a version asks for beyond another, and what it gives up. Less memory or time is no widening. */
export function permissionChanges(before: PackageManifest, after: PackageManifest) {
  const [had, has] = [permissionsOf(before), permissionsOf(after)];
  const covered = (one: Permission, by: readonly Permission[]) => by.some((other) => covers(other, one));
  return {
    added: has.filter((one) => !covered(one, had)),
    removed: had.filter((one) => !covered(one, has)),
  };
}

function covers(wide: Permission, narrow: Permission): boolean {
  if (wide.kind === 'memory' && narrow.kind === 'memory') return wide.megabytes >= narrow.megabytes;
  if (wide.kind === 'time' && narrow.kind === 'time') return wide.milliseconds >= narrow.milliseconds;
  if (wide.kind === 'storage' && narrow.kind === 'storage') return wide.bytes >= narrow.bytes;
  return JSON.stringify(wide) === JSON.stringify(narrow);
}

function credentialsOf(manifest: PackageManifest): readonly Permission[] {
  const all = [...manifest.inject, ...manifest.providers.flatMap(({ inject = [] }) => inject)];
  const found = all.flatMap(({ origin, value }) =>
    settingsIn(value).map((name): Permission => ({ kind: 'credential', name, origin })),
  );
  const keys = found.map((one) => JSON.stringify(one));
  return found.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}
