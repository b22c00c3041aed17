import type { AccountNotice } from '#plugins/accounts/contract.ts';
import type { BudgetWarning } from '#plugins/usage/contract.ts';

/** A budget in short, for a job: numbers, and names that the server gives. */
export type WarnedBudget = Pick<
  BudgetWarning['budget'],
  'period' | 'unit' | 'currency' | 'amount' | 'used' | 'action'
> & {
  readonly level: BudgetWarning['level'];
  readonly of: 'workspace' | 'app' | 'app key';
};

/** What an e-mail says. */
export interface EmailText {
  readonly subject: string;
  readonly text: string;
}

/** What notices say in one language. Times are texts already. */
export interface NoticeTexts {
  readonly changes: Readonly<Record<AccountNotice['what'], { readonly subject: string; readonly what: string }>>;
  when(time: string): string;
  from(address: string): string;
  /** What to do when it was somebody else. A link outlives passwords, and ends with its connection. */
  readonly remedies: { readonly account: string; readonly link: string };
  given(facts: { readonly workspace: string; readonly other: string }): EmailText;
  received(facts: { readonly workspace: string; readonly other: string }): EmailText;
  readonly somebodyElse: string;
  /** `workspace`: its name. */
  budget(budget: WarnedBudget, workspace: string): EmailText;
}
