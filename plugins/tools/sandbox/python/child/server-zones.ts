/** Seconds since 1970 from which on an offset (seconds east of UTC) holds. */
type Change = readonly [since: number, offset: number];

/** What this Node knows of time zones: changes by zone, and which zone each name is of. */
export interface ServerZones {
  readonly changes: Readonly<Record<string, readonly Change[]>>;
  readonly names: Readonly<Record<string, string>>;
}

const day = 86_400;
/** Where the files of zones go over to rules. */
const end = Date.UTC(2038, 0) / 1000;
/** Seconds between two looks: no zone has gone over to another offset and back within them since 1970. */
const stride = 10 * day;

/** Reads `Intl`, which tells offsets only, by looking and halving: some seconds. `names` that it does not know are left out. */
export function readServerZones(names: Iterable<string>): ServerZones {
  const zones: { changes: Record<string, readonly Change[]>; names: Record<string, string> } = {
    changes: {},
    names: {},
  };
  for (const name of new Set([...names, ...Intl.supportedValuesOf('timeZone'), 'UTC'])) {
    const format = formatOf(name);
    if (format === null) continue;
    const { timeZone } = format.resolvedOptions();
    zones.changes[timeZone] ??= changesOf(format);
    zones.names[name] = timeZone;
  }
  return zones;
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
}

function changesOf(format: Intl.DateTimeFormat): readonly Change[] {
  let offset = offsetAt(format, 0);
  const changes: Change[] = [[0, offset]];
  for (let at = stride; at <= end; at += stride) {
    if (offsetAt(format, at) === offset) continue;
    let before = at - stride;
    let after = at;
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (offsetAt(format, middle) === offset) before = middle;
      else after = middle;
    }
    offset = offsetAt(format, after);
    changes.push([after, offset]);
    at = after;
  }
  return changes;
}

/** The text ends with `GMT`, `GMT-07:00` or `GMT+00:19:32`. */
function offsetAt(format: Intl.DateTimeFormat, seconds: number): number {
  const [, sign, hours = 0, minutes = 0, rest = 0] =
    /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(seconds * 1000)) ?? [];
  const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
  return sign === '-' ? -offset : offset;
}
