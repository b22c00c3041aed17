import type { Archive } from '#plugins/text-extraction/worker/archive.ts';
import { attributeOf, walkXml } from '#plugins/text-extraction/worker/xml.ts';

/** What the number of a cell means: dates are stored as days since an epoch. */
export type CellKind = 'number' | 'date' | 'time' | 'date-time';

/** Numbers of built-in formats that show dates and times, East Asian ones included. */
function builtInKind(id: number): CellKind {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return 'date';
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) return 'time';
  return id === 22 ? 'date-time' : 'number';
}

/** Kinds by the style numbers of cells. */
export function readCellKinds(archive: Archive, part: string): readonly CellKind[] {
  const content = archive.read(part);
  if (content === undefined) return [];
  const custom = new Map<number, CellKind>();
  const kinds: CellKind[] = [];
  let isCellFormat = false;
  walkXml(content, part, {
    open(name, attributes) {
      const id = Number(attributeOf(attributes, 'numFmtId'));
      if (name === 'numFmt') custom.set(id, kindOfPattern(attributeOf(attributes, 'formatCode') ?? ''));
      else if (name === 'cellXfs') isCellFormat = true;
      else if (name === 'xf' && isCellFormat) kinds.push(custom.get(id) ?? builtInKind(id));
    },
    close(name) {
      if (name === 'cellXfs') isCellFormat = false;
    },
  });
  return kinds;
}

/** A pattern is one of dates when letters of dates stand outside of quoted text, colours and locales. */
export function kindOfPattern(pattern: string): CellKind {
  const [first = ''] = pattern
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';');
  const hasTime = /[hs]/i.test(first);
  const hasDate = /[yd]/i.test(first) || (/m/i.test(first) && !hasTime);
  if (/^general$/i.test(first.trim())) return 'number';
  if (hasDate && hasTime) return 'date-time';
  return hasDate ? 'date' : hasTime ? 'time' : 'number';
}

const dayMs = 86_400_000;
/** Day 0 of the two calendars; the first counts a 29 February 1900 that never was. */
const epochs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };

/** The text of a numeric cell: dates with their time, as the family's extractor writes them; numbers in their shortest. */
export function cellNumber(text: string, kind: CellKind, epoch: keyof typeof epochs): string {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return text;
  if (kind === 'number') return String(value);
  const days = epoch === 1900 && value < 60 && value >= 1 ? value + 1 : value;
  const date = new Date(epochs[epoch] + Math.round((days * dayMs) / 1000) * 1000);
  if (Number.isNaN(date.getTime()) || value < 0) return text;
  const [day = '', rest = ''] = date.toISOString().split('T');
  const time = rest.slice(0, 8);
  if (kind === 'time' && value < 1) return time;
  return `${day} ${time}`;
}
