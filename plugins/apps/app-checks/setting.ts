/** The setting at a path with dots; places of lists are numbers. An empty path is all of it. */
export function settingAt(owner: unknown, path: string): unknown {
  if (path === '') return owner;
  let current = owner;
  for (const key of path.split('.')) {
    if (Array.isArray(current)) current = current[Number(key)];
    else if (typeof current === 'object' && current !== null && Object.hasOwn(current, key)) {
      current = (current as Readonly<Record<string, unknown>>)[key];
    } else return undefined;
  }
  return current;
}

export function joined(...parts: readonly (string | number)[]): string {
  return parts.filter((part) => part !== '').join('.');
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
