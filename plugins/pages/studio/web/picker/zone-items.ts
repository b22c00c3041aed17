import type { PickerItem } from './source.ts';

/** Names of today, where browsers still list those of old. */
const today: Readonly<Record<string, string>> = {
  ...{
    'Africa/Asmera': 'Africa/Asmara',
    'America/Godthab': 'America/Nuuk',
    'America/Coral_Harbour': 'America/Atikokan',
  },
  ...{ 'America/Buenos_Aires': 'America/Argentina/Buenos_Aires', 'Asia/Calcutta': 'Asia/Kolkata' },
  ...{ 'Asia/Katmandu': 'Asia/Kathmandu', 'Asia/Rangoon': 'Asia/Yangon', 'Asia/Saigon': 'Asia/Ho_Chi_Minh' },
  ...{ 'Atlantic/Faeroe': 'Atlantic/Faroe', 'Europe/Kiev': 'Europe/Kyiv', 'Pacific/Enderbury': 'Pacific/Kanton' },
  ...{ 'Pacific/Ponape': 'Pacific/Pohnpei', 'Pacific/Truk': 'Pacific/Chuuk' },
};

/** Time zones by region, with their difference from UTC at a time: UTC and one's own before all. */
export function zoneItems(names: readonly string[], own: string, at: Date): readonly PickerItem[] {
  const [utc, mine] = ['UTC', today[own] ?? own];
  const first = [...new Set([mine, utc])].map((name) => ({ id: name, label: name, detail: offsetOf(name, at) }));
  const others = [...new Set(names.map((name) => today[name] ?? name))].filter((name) => name !== utc && name !== mine);
  return [...first, ...others.sort().map((name) => zoneItem(name, at))];
}

function zoneItem(name: string, at: Date): PickerItem {
  const [group = '', ...place] = name.split('/');
  const detail = offsetOf(name, at);
  if (place.length === 0) return { id: name, label: name, detail };
  return { id: name, label: place.join(', ').replaceAll('_', ' '), full: name, group, detail };
}

function offsetOf(name: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'shortOffset' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? '';
}
