import { HttpServer, Routes } from '#http';
import { definePlugin } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { SealedColumns, Secrets, sealedColumn } from '#plugins/secrets/contract.ts';
import { clientRoutes } from './client-routes.ts';
import { ClientStore } from './client-store.ts';
import { ClientsService, PURPOSE } from './clients-service.ts';
import { configuredClients, oauthClientsConfig, withoutSlash } from './configuration.ts';
import { OAuthClients } from './contract.ts';
import { addressTrouble, troubleWords } from './redirect-addresses.ts';
import { servicesAt } from './services.ts';

export const plugin = definePlugin({
  id: 'oauth-clients',
  needs: { database: Database, egress: Egress, secrets: Secrets, server: HttpServer },
  provides: [OAuthClients],
  config: oauthClientsConfig,
  setup({ services: given, config, logger, provide, contribute, onReady }) {
    const { database, egress, secrets, server } = given;
    const configured = configuredClients(config);
    const services = servicesAt({
      google: withoutSlash(config.googleUrl),
      microsoft: withoutSlash(config.microsoftUrl),
    });
    const store = new ClientStore(database);
    const clients = new ClientsService({ store, secrets, egress, configured, services, logger });
    provide(OAuthClients, () => clients);
    const key = { key: ['provider'], owner: 'provider' } as const;
    contribute(SealedColumns, sealedColumn('oauth_clients.sealed_secret', PURPOSE, key));
    contribute(Routes, ...clientRoutes({ clients, egress, server }));
    onReady(() => {
      for (const { provider, label } of configured.values()) {
        const trouble = addressTrouble(provider, server.publicUrl('console'));
        if (trouble === null) continue;
        const reason = `${label} does not take the redirect addresses of this server: ${troubleWords(trouble)}`;
        logger.warn({ provider }, reason);
      }
    });
  },
});
