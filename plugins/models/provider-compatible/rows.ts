import { CLOUDS } from './clouds.ts';
import type { CompatibleRow } from './row.ts';
import { SERVERS } from './servers.ts';
import { FURTHER_VENDORS, VENDORS } from './vendors.ts';

/** Every provider of this plugin. */
export const ROWS: readonly CompatibleRow[] = [...CLOUDS, ...VENDORS, ...SERVERS, ...FURTHER_VENDORS];
