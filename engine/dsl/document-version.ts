import type { ParsedApp } from '#engine';
import { invalidDocument } from './document-error.ts';
import { documentVersion } from './document-format.ts';

/** What the first documents were, before they said so. */
const firstVersion = '0.1.0';

/** Newer versions than the one that is written whose documents are read as they are; what is not used of them is told. */
const readVersions = ['0.7.0'];

/** How an import deals with a document of this version (app DSL, import). */
export function compareVersion(stored: unknown): { version: string; status: ParsedApp['status'] } {
  if (stored === undefined || stored === null || stored === '')
    return { version: firstVersion, status: statusOf(firstVersion) };
  if (typeof stored !== 'string') {
    throw invalidDocument("Invalid version type, expected str: put the version in quotes, as in version: '0.6.0'.", {
      field: 'version',
    });
  }
  const version = stored.trim();
  if (!/^v?\d{1,6}(?:\.\d{1,6}){0,3}(?:[-+.]?[A-Za-z][\w.]{0,30})?$/.test(version)) {
    throw invalidDocument("The version is no version number: write it like '0.6.0'.", { field: 'version' });
  }
  return { version, status: statusOf(version) };
}

function statusOf(version: string): ParsedApp['status'] {
  const [major = 0, minor = 0, patch = 0] = numbersOf(version);
  const [ourMajor = 0, ourMinor = 0, ourPatch = 0] = numbersOf(documentVersion);
  if (readVersions.some((known) => known === `${major}.${minor}.${patch}`)) return 'completed';
  if (major !== ourMajor) return 'pending';
  if (minor !== ourMinor) return minor > ourMinor ? 'pending' : 'completed-with-warnings';
  return patch > ourPatch ? 'pending' : 'completed';
}

export function isNewer(version: string): boolean {
  const ours = numbersOf(documentVersion);
  const theirs = numbersOf(version);
  const differing = theirs.findIndex((number, index) => number !== (ours[index] ?? 0));
  return differing !== -1 && (theirs[differing] ?? 0) > (ours[differing] ?? 0);
}

/** Up to 0.1.5 an empty list of plugins says nothing. */
export function isBeforePlugins(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = numbersOf(version);
  return major === 0 && (minor < 1 || (minor === 1 && patch <= 5));
}

function numbersOf(version: string): number[] {
  return version
    .replace(/^v/, '')
    .split('.')
    .slice(0, 3)
    .map((part) => Number.parseInt(part, 10) || 0);
}
