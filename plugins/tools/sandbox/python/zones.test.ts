import { afterAll, beforeAll, expect, it } from 'vitest';
import { imageTimeout, prepareImage, startPython } from '#plugins/sandbox/testing/start-sandbox.ts';

const python = startPython();
beforeAll(prepareImage, imageTimeout);
afterAll(() => python.close());

/** Middles of months, four a year from 1971 to 2037, as seconds. */
const times = Array.from({ length: 67 * 4 }, (_, index) => Date.UTC(1971, index * 3, 15, 12) / 1000);

function offsetAt(format: Intl.DateTimeFormat, time: number): number {
  const parts = Object.fromEntries(format.formatToParts(time * 1000).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - time;
}

/** Offsets of a zone as JavaScript on this server has them. */
function offsetsOf(timeZone: string): readonly number[] {
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', second: 'numeric', ...fields });
  return times.map((time) => offsetAt(format, time));
}

async function answer(code: string, input: unknown): Promise<unknown> {
  const result = await python.run(code, input);
  if (!result.ok) throw new Error(result.message);
  return JSON.parse(result.output);
}

const python3 = `
import io, zoneinfo, weft_zones
from datetime import datetime
def offsets(zone, times):
    return [round(datetime.fromtimestamp(at, zone).utcoffset().total_seconds()) for at in times]
`;

it('every zone has the offsets in Python that it has in JavaScript', async () => {
  const code = `${python3}
def main(names, times):
    return {name: offsets(zoneinfo.ZoneInfo(name), times) for name in names}`;
  const names = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'America/Vancouver', 'Asia/Kolkata', 'US/Pacific'];
  const found = (await answer(code, { names, times })) as Record<string, readonly number[]>;
  expect(names.filter((name) => JSON.stringify(found[name]) !== JSON.stringify(offsetsOf(name)))).toEqual([]);
});

it('where the machine has no database of zones, they are made of what the server knows', async () => {
  const changes = [
    [0, 3600],
    [1_000_000_000, 20_700],
    [1_100_000_000, -12_600],
  ];
  const code = `${python3}
def main(changes):
    zone = zoneinfo.ZoneInfo.from_file(io.BytesIO(weft_zones._agreed(None, changes)))
    at = [datetime.fromtimestamp(since, zone) for since, _ in changes]
    return {"offsets": offsets(zone, [since for since, _ in changes] + [4_000_000_000]), "names": [x.tzname() for x in at]}`;
  expect(await answer(code, { changes })).toEqual({
    offsets: [3600, 20_700, -12_600, -12_600],
    names: ['+01', '+0545', '-0330'],
  });
});

it('where the server knows of a change that the machine does not, what was before stays, with its abbreviations', async () => {
  const code = `${python3}
def main(since):
    old = weft_zones._load("Europe/Paris").getvalue()
    winter, summer = since - 90 * 86400, since + 90 * 86400
    changes = [[at, offset] for at, offset in weft_zones_changes(old) if at < since] + [[since, 7200]]
    zone = zoneinfo.ZoneInfo.from_file(io.BytesIO(weft_zones._agreed(old, changes)))
    return [[datetime.fromtimestamp(at, zone).tzname(), offsets(zone, [at])[0]] for at in (winter, summer, since + 10**9)]
def weft_zones_changes(data):
    zone, last = zoneinfo.ZoneInfo.from_file(io.BytesIO(data)), None
    for at in range(0, 2_145_916_800, 3600):
        offset = zone.utcoffset(datetime.fromtimestamp(at, zone)).seconds
        if offset != last:
            yield at, offset
        last = offset`;
  expect(await answer(code, { since: Date.UTC(2030, 2, 31, 1) / 1000 })).toEqual([
    ['CET', 3600],
    ['CEST', 7200],
    ['CEST', 7200],
  ]);
});
