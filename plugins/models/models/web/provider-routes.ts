import type { InvalidatedRoute } from '#plugins/ui/web/contract.ts';

/** What shows providers and their models. */
export const providerRoutes = [
  '/console/api/providers',
  '/console/api/models',
] as const satisfies readonly InvalidatedRoute[];
