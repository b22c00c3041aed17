import { pageLanguage } from '#plugins/ui/web/contract.ts';

export function numberText(value: number): string {
  return new Intl.NumberFormat(pageLanguage()).format(value);
}

function unitText(value: number, unit: 'second' | 'minute' | 'hour', digits = 0): string {
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(pageLanguage(), options).format(value);
}

/** How long something took: "0.4 sec", "2 min 5 sec", "3 hr 10 min". */
export function durationText(seconds: number): string {
  if (seconds < 0.05) return `< ${unitText(0.1, 'second', 1)}`;
  if (seconds < 9.95) return unitText(seconds, 'second', 1);
  const whole = Math.round(seconds);
  if (whole < 60) return unitText(whole, 'second');
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${unitText(minutes, 'minute')} ${unitText(whole % 60, 'second')}`;
  return `${unitText(Math.floor(minutes / 60), 'hour')} ${unitText(minutes % 60, 'minute')}`;
}

/** How long to wait, rounded up as people would say it. */
export function waitText(seconds: number): string {
  if (seconds < 60) return unitText(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds < 3600) return unitText(Math.ceil(seconds / 60), 'minute');
  return unitText(Math.ceil(seconds / 360) / 10, 'hour', 1);
}

/** A moment: the time today, else the day too. Of seconds since the epoch. */
export function momentText(seconds: number): string {
  const at = new Date(seconds * 1000);
  const isToday = at.toDateString() === new Date().toDateString();
  const style: Intl.DateTimeFormatOptions = isToday
    ? { timeStyle: 'short' }
    : { dateStyle: 'medium', timeStyle: 'short' };
  return new Intl.DateTimeFormat(pageLanguage(), style).format(at);
}
