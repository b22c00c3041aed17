import type { AuthenticationRequest, HttpServer } from '#http';
import { PlatformError } from '#kernel';
import type { AppCaller, VisitorCredential } from '#plugins/app-access/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { isAllowedOrigin, type SiteApp } from '#plugins/sites/contract.ts';
import { type Doorkeeper, isMember } from './doorkeeper.ts';
import { isFromHere } from './own-pages.ts';
import type { VisitorEndings } from './visitor-endings.ts';
import { openVisitor, type VisitorClaims } from './visitor-token.ts';

export interface CredentialParts {
  readonly secrets: Secrets;
  readonly server: HttpServer;
  readonly doorkeeper: Doorkeeper;
  readonly endings: VisitorEndings;
}

/** Knows visitors by their tokens: nothing is looked up but what the site says now. */
export function visitorCredential({ secrets, server, doorkeeper, endings }: CredentialParts): VisitorCredential {
  /** A browser says from which page it asks; a token that got elsewhere is of no use to the pages there. */
  function checkPlace(claims: VisitorClaims, { embedOrigins }: SiteApp, request: AuthenticationRequest): void {
    if (isFromHere(server, request)) return;
    const { origin = '' } = request.headers;
    if (claims.embedNumber !== null && isAllowedOrigin(origin, embedOrigins)) return;
    const message = `Pages of ${origin.slice(0, 300)} may not use this app: its embed_origins do not name them.`;
    throw new PlatformError('forbidden', 'visitors.forbidden', message);
  }

  return {
    id: 'visitors',
    async find(token, request): Promise<AppCaller> {
      const claims = openVisitor(secrets, token);
      if (claims === null) throw unknownVisitor;
      const found = await doorkeeper.check(claims);
      checkPlace(claims, found, request);
      const { app, version } = found;
      const visitor = {
        id: claims.visitor,
        address: request.address,
        seesSteps: found.shown.show_workflow_steps,
        isExempt: isMember(claims),
      };
      const ended = () => endings.of(token, claims);
      return { workspaceId: app.workspaceId, appId: app.id, app, keyId: null, version, visitor, ended };
    },
    isCached: (token) => openVisitor(secrets, token) !== null,
  };
}

/** One for all: guesses come by the thousand. */
const unknownVisitor = new PlatformError('unauthenticated', 'visitors.unauthorized', 'The visitor token is unknown.');
