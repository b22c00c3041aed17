import { HttpServer, Routes } from '#http';
import { definePlugin, optional } from '#kernel';
import { Sessions, startRechecks } from '#plugins/accounts/contract.ts';
import { VisitorCredentials } from '#plugins/app-access/contract.ts';
import { Members } from '#plugins/members/contract.ts';
import { Secrets } from '#plugins/secrets/contract.ts';
import { SiteApps } from '#plugins/sites/contract.ts';
import { SsoVisits } from '#plugins/sso/contract.ts';
import { VisitGates } from './contract.ts';
import { Doorkeeper } from './doorkeeper.ts';
import { visitRoutes } from './visit-routes.ts';
import { visitorCredential } from './visitor-credential.ts';
import { VisitorEndings } from './visitor-endings.ts';
import { Visits } from './visits.ts';

interface VisitorsConfig {
  readonly visitsPerMinute: number;
}

/** Visitors of web apps. */
export const plugin = definePlugin({
  id: 'visitors',
  needs: {
    sites: SiteApps,
    secrets: Secrets,
    server: HttpServer,
    sessions: Sessions,
    members: Members,
    sso: optional(SsoVisits),
    gates: VisitGates,
  },
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        visitsPerMinute: {
          type: 'integer',
          minimum: 1,
          default: 120,
          description: 'Visits of web apps from one address a minute; a page that is opened is one.',
        },
      },
    },
    env: { WEFT_VISITS_PER_MINUTE: 'visitsPerMinute' },
  },
  setup({ services, config, logger, contribute, onReady, onClose }) {
    const { sites, secrets, server, members } = services;
    const { visitsPerMinute } = config as VisitorsConfig;
    const doorkeeper = new Doorkeeper({ sites, members, sso: services.sso });
    const endings = new VisitorEndings(doorkeeper);
    contribute(VisitorCredentials, visitorCredential({ secrets, server, doorkeeper, endings }));
    contribute(Routes, ...visitRoutes(new Visits({ ...services, doorkeeper, visitsPerMinute })));
    const failed = (error: unknown) => logger.warn({ err: error }, 'visitors were not looked at again');
    onReady(() => {
      onClose(sites.onChange((appId) => void endings.review(appId).catch(failed)));
      onClose(startRechecks(() => endings.review(), failed));
    });
  },
});
