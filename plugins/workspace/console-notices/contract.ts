/** Notices: what people are told in the console about a workspace of theirs. */
import { token } from '#kernel';
import type { OpenTransaction } from '#plugins/database/contract.ts';

/** What notices are about. Pages have a text and an address for each. */
export const noticeKinds = [
  'account-broken',
  'app-fails',
  'budget-near',
  'budget-reached',
  'form-waits',
  'new-sign-in',
  'payment-failed',
  'repository-waits',
  'source-failed',
  'webhook-off',
] as const;

/** One of `noticeKinds`. */
export type NoticeKind = (typeof noticeKinds)[number];

/** Something to tell. */
export interface NewNotice {
  readonly workspaceId: string;
  /** Accounts, as `readers` answers them: asked for before a transaction begins. */
  readonly to: readonly string[];
  readonly kind: NoticeKind;
  /** Of what happened: told again under the same name, nobody is told twice. At most 300 characters. */
  readonly name: string;
  /** Facts the text is made of: ids, names, amounts. Never a secret. */
  readonly about: Readonly<Record<string, string>>;
}

/** Tells people, whether or not there is a mail server. */
export interface ConsoleNotices {
  /** Accounts of the members of a workspace who may do something there. */
  readers(workspaceId: string, permission: string): Promise<readonly string[]>;
  /** With `within`, in that transaction of the workspace; `announce` is called once it is over. */
  add(notice: NewNotice, within?: OpenTransaction): Promise<void>;
  /** What notices whose names begin so tell of is over: they are read, and told anew if it happens again. */
  settle(workspaceId: string, kind: NoticeKind, beginning: string): Promise<void>;
  /** Pages that are open show what is new. Never rejects: they look by themselves, too. */
  announce(workspaceId: string): Promise<void>;
}

/** The service of notices. */
export const ConsoleNotices = token<ConsoleNotices>('console-notices.console-notices');
