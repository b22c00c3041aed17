import { readFileSync } from 'node:fs';

interface PackageDescription {
  readonly imports: Readonly<Record<string, string>>;
}

const description = new URL('../../../package.json', import.meta.url);

/** `imports` of package.json: what stands before a `*`, or the whole name, and the place it stands for. */
const aliases = new Map(
  Object.entries((JSON.parse(readFileSync(description, 'utf8')) as PackageDescription).imports).map(([name, place]) => [
    name.replace('*', ''),
    place.replace('./', '').replace('*', ''),
  ]),
);

/** The file a `#` name stands for, from the repository's root; nothing for one that package.json does not know. */
export function aliasedPath(specifier: string): string | undefined {
  const whole = specifier.endsWith('/') ? undefined : aliases.get(specifier);
  if (whole !== undefined) return whole;
  for (let end = specifier.lastIndexOf('/'); end > 0; end = specifier.lastIndexOf('/', end - 1)) {
    const place = aliases.get(specifier.slice(0, end + 1));
    if (place !== undefined) return place + specifier.slice(end + 1);
  }
  return undefined;
}
