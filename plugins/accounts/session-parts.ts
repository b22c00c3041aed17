import type { HttpServer } from '../../http/contract.ts';
import type { Logger } from '../../kernel/index.ts';
import type { Mail } from '../mail/contract.ts';
import type { PlaceOf } from './account-items.ts';
import type { AccountsService } from './accounts-service.ts';
import type { AccountsConfig } from './configuration.ts';
import type { Activity } from './contract.ts';
import type { SessionStore } from './session-store.ts';
import type { SessionsService } from './sessions-service.ts';
import type { SignIn } from './sign-in.ts';

/** Letters that are sent to one address, and asked for from one, in a quarter of an hour. */
export const LETTERS = 10;

/** What routes need that sign people in and up. */
export interface SessionRouteParts {
  readonly accounts: AccountsService;
  readonly sessions: SessionsService;
  readonly store: SessionStore;
  readonly signIn: SignIn;
  readonly placeOf: PlaceOf;
  readonly mail: Mail;
  readonly server: HttpServer;
  readonly config: AccountsConfig;
  readonly logger: Logger;
  /** For records. */
  happened(activity: Activity): void;
}
