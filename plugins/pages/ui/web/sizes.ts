import { pageLanguage } from './texts-of.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Bytes as people say them, in the steps of 1,024 that limits are told in: `1.5 MB`. */
export function fileSize(bytes: number): string {
  const at = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const unit = units[at] ?? 'byte';
  const unitDisplay = unit === 'byte' ? 'long' : 'short';
  const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(pageLanguage(), options).format(bytes / 1024 ** at);
}
