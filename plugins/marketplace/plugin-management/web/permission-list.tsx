import { Badge, fileSize, number } from '#plugins/studio/web/contract.tsx';
import { Muted } from '#plugins/ui/web/contract.ts';
import type { Permission } from './package-answers.ts';
import styles from './plugins.module.css';
import { pluginsTexts } from './texts/en.ts';

/** What a plugin may do, in words. `added`: what an update asks for besides what was allowed. */
export function PermissionList({
  permissions,
  added = [],
}: {
  readonly permissions: readonly Permission[];
  readonly added?: readonly Permission[];
}) {
  const t = pluginsTexts();
  if (permissions.length === 0) return <Muted>{t.noPermissions}</Muted>;
  const fresh = new Set(added.map(keyOf));
  return (
    <ul className={styles.permissions}>
      {permissions.map((permission) => (
        <li key={keyOf(permission)}>
          <span dir="auto">{permissionText(permission)}</span>
          {fresh.has(keyOf(permission)) && <Badge variant="warning">{t.new}</Badge>}
        </li>
      ))}
    </ul>
  );
}

/** Equal of equal permissions. */
export function keyOf(permission: Permission): string {
  return JSON.stringify(Object.entries(permission).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function permissionText(permission: Permission): string {
  const t = pluginsTexts();
  switch (permission.kind) {
    case 'network': {
      const setting = settingIn(permission.origin);
      return setting === undefined ? t.mayReach(permission.origin) : t.mayReachSetting(setting);
    }
    case 'credential': {
      const setting = settingIn(permission.origin);
      return setting === undefined
        ? t.mayUseSecret(permission.name, permission.origin)
        : t.mayUseSecretSetting(permission.name, setting);
    }
    case 'storage':
      return t.mayStore(fileSize(permission.bytes));
    case 'model':
      return t.mayUseModel(t.modelTypes[permission.type] ?? permission.type);
    case 'memory':
      return t.mayUseMemory(fileSize(permission.megabytes * 1_000_000));
    case 'time':
      return t.mayTake(number(permission.milliseconds / 1000, { style: 'unit', unit: 'second', unitDisplay: 'long' }));
    case 'event':
      return t.mayHear(t.events[permission.name] ?? permission.name);
    case 'endpoint':
      return t.mayAnswer;
    case 'node':
      return t.mayRunNode;
  }
}

/** The setting that names an origin: `{base_url}`. */
function settingIn(origin: string): string | undefined {
  return /^\{(.+)\}$/.exec(origin)?.[1];
}
