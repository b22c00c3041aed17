import type { ConsoleRequest } from '#plugins/management-api/testing/console-owner.ts';
import { deafAddress } from '#plugins/webhooks/testing/deaf-address.ts';

const url = `http://${deafAddress}/files.git`;

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'POST /console/api/repository-files': { body: { url } },
  'POST /console/api/repository-texts': { body: { url, paths: ['README.md'] } },
};
