import type { HttpServer } from '#http';
import type { Logger } from '#kernel';
import type { Mail } from '#plugins/mail/contract.ts';
import type { PlaceOf } from './account-items.ts';
import type { AccountsService } from './accounts-service.ts';
import type { AccountsConfig } from './configuration.ts';
import type { AccountNotice, Activity } from './contract.ts';
import type { HandOffs } from './hand-offs.ts';
import type { SessionStore } from './session-store.ts';
import type { SessionsService } from './sessions-service.ts';
import type { SignIn } from './sign-in.ts';

/** E-mails that are sent to one address, and asked for from one, in a quarter of an hour. */
export const MAX_EMAILS = 10;

/** What routes need that sign people in and up. */
export interface SessionRouteParts {
  readonly accounts: AccountsService;
  readonly sessions: SessionsService;
  readonly store: SessionStore;
  readonly signIn: SignIn;
  readonly handOffs: HandOffs;
  readonly placeOf: PlaceOf;
  /** Whether somebody signs in otherwise than with a password. */
  hasOtherWay(accountId: string): Promise<boolean>;
  readonly mail: Mail;
  readonly server: HttpServer;
  readonly config: AccountsConfig;
  readonly logger: Logger;
  /** For records. */
  happened(activity: Activity): void;
  /** For who tells people. */
  noticed(notice: AccountNotice): void;
}
