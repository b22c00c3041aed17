import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** What the packed SDK has: JavaScript and types of each door, as the checkout has them as sources. */
export const doors: Readonly<Record<string, string>> = {
  plugin: 'plugins/marketplace/plugin-sdk/exports/plugin.ts',
  http: 'http/contract.ts',
  engine: 'engine/contract.ts',
  testing: 'plugins/marketplace/plugin-sdk/exports/testing.ts',
};
