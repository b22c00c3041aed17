import { badTime } from './time-error.ts';
import { asUtc, type WallTime } from './zone.ts';

const WRITTEN = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d+)?)?)?$/;

/** Reads `2024-1-1 0:0:0`; time and seconds may be missing. */
export function readTime(given: string): WallTime {
  const match = WRITTEN.exec(given.trim());
  if (match === null) {
    throw badTime(`${JSON.stringify(given.slice(0, 60))} is no time; write it like 2024-01-31 18:30:00`);
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((text) => Number(text ?? 0));
  return checked({ year, month, day, hour, minute, second });
}

/** Refuses days and times that no calendar and no clock has. */
export function checked(wall: WallTime): WallTime {
  const date = new Date(asUtc(wall));
  const isReal =
    wall.year >= 1 &&
    date.getUTCFullYear() === wall.year &&
    date.getUTCMonth() + 1 === wall.month &&
    date.getUTCDate() === wall.day &&
    wall.hour < 24 &&
    wall.minute < 60 &&
    wall.second < 60;
  if (isReal) return wall;
  throw badTime('there is no such day or time of day');
}
