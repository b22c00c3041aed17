import type { ConsoleRequest } from '#plugins/management-api/testing/console-owner.ts';

const one = '/console/api/installation/oauth-clients/:provider';

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  [`PUT ${one}`]: { body: { client_id: 'weft', client_secret: 'x' } },
};
