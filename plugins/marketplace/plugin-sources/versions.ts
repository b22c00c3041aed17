import { compare, maxSatisfying, prerelease, rcompare, valid, validRange } from 'semver';

/** Versions that are some, newest first. */
export function newestFirst(versions: readonly string[]): readonly string[] {
  return versions.filter((version) => valid(version) === version).toSorted(rcompare);
}

/** The version that is wanted: itself, the highest of a range, or the newest that is no pre-release. Null: there is none. */
export function chosenVersion(versions: readonly string[], wanted?: string): string | null {
  const known = newestFirst(versions);
  if (wanted === undefined || wanted === '' || wanted === 'latest') {
    return known.find((version) => prerelease(version) === null) ?? known[0] ?? null;
  }
  if (known.includes(wanted)) return wanted;
  return validRange(wanted) === null ? null : maxSatisfying([...known], wanted);
}

/** Whether a version is older than another. */
export function isOlder(version: string, other: string): boolean {
  return compare(version, other) < 0;
}
