import { invalidPackage } from './package-error.ts';

const placeholder = /^\{([a-z][a-z0-9_]{0,63})\}$/;
const origin = /^(https?):\/\/(\*\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(:\d{1,5})?$/;

/** The name of the setting that a permission takes its origin from. */
export function settingNamed(permission: string): string | undefined {
  return placeholder.exec(permission)?.[1];
}

/** Settings that the value of an injection names: `{key}`, `{user:password}`. */
export function settingsIn(value: string): readonly string[] {
  return [...value.matchAll(/\{([a-z0-9_]+)(?::([a-z0-9_]+))?\}/g)].flatMap(([, first, second]) =>
    [first, second].filter((name) => name !== undefined),
  );
}

/** A value with its settings in place; one that is not set is empty. */
export function filled(value: string, settings: Readonly<Record<string, string>>): string {
  const of = (name: string) => (Object.hasOwn(settings, name) ? (settings[name] ?? '') : '');
  return value.replace(/\{([a-z0-9_]+)(?::([a-z0-9_]+))?\}/g, (_, first: string, second: string | undefined) =>
    second === undefined ? of(first) : Buffer.from(`${of(first)}:${of(second)}`).toString('base64'),
  );
}

/** Throws `plugin-packages.invalid_package` for what is no origin: a path, a star in the midst, a public suffix alone. */
export function networkOf(permission: string): void {
  if (settingNamed(permission) !== undefined) return;
  const [, , star, host = ''] = origin.exec(permission) ?? [];
  if (host === '' || (star !== undefined && !host.includes('.'))) {
    throw invalidPackage(
      `its network permission ${JSON.stringify(permission)} is no origin, like https://api.example.com or https://*.example.com`,
    );
  }
}

/** Whether an address lies within what is granted, with the workspace's settings (not the secret ones) in place. */
export function isGranted(
  address: URL,
  granted: readonly string[],
  settings: Readonly<Record<string, string>>,
): boolean {
  return granted.some((permission) => {
    const setting = settingNamed(permission);
    if (setting !== undefined) return originOf(settings[setting] ?? '') === address.origin;
    const [scheme = '', rest = ''] = permission.split('://');
    if (!rest.startsWith('*.')) return originOf(permission) === address.origin;
    const wanted = new URL(`${scheme}://${rest.slice(2)}`);
    return (
      address.protocol === wanted.protocol &&
      address.port === wanted.port &&
      address.hostname.endsWith(`.${wanted.hostname}`)
    );
  });
}

/** The origin of an address; undefined for none. */
export function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, origin: found } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? found : undefined;
}
