import { expect, it } from 'vitest';
import { matching } from './source.ts';
import { zoneItems } from './zone-items.ts';

const january = new Date('2026-01-15T12:00Z');

it("has all zones of the browser by region, with UTC and one's own before", () => {
  const items = zoneItems(Intl.supportedValuesOf('timeZone'), 'Europe/Berlin', january);
  expect(items.slice(0, 3)).toMatchObject([
    { id: 'Europe/Berlin', detail: 'UTC+1' },
    { id: 'UTC', detail: 'UTC+0' },
    { id: 'Africa/Abidjan', label: 'Abidjan', group: 'Africa' },
  ]);
  expect(items.length).toBeGreaterThan(400);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  const found = (search: string) => matching(items, search).map(({ id }) => id);
  expect(found('new york')).toEqual(['America/New_York']);
  expect(found('utc+5:30')).toEqual(['Asia/Colombo', 'Asia/Kolkata']);
});

it('calls zones as they are called today', () => {
  const items = zoneItems(['Europe/Kiev', 'Europe/Kyiv', 'UTC'], 'UTC', january);
  expect(items.map(({ id, full }) => [id, full])).toEqual([
    ['UTC', undefined],
    ['Europe/Kyiv', 'Europe/Kyiv'],
  ]);
});
