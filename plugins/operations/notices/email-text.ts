import type { AccountNotice } from '#plugins/accounts/contract.ts';
import type { BudgetWarning } from '#plugins/usage/contract.ts';

/** What an e-mail says. */
export interface EmailText {
  readonly subject: string;
  readonly text: string;
}

const changes: Readonly<Record<AccountNotice['what'], { readonly subject: string; readonly what: string }>> = {
  'new-sign-in': {
    subject: 'A new sign-in',
    what: 'Somebody signed in to your account from a place it was not used from.',
  },
  'password-changed': { subject: 'Your password was changed', what: 'The password of your account was changed.' },
  'second-factor-on': { subject: 'Your second factor is on', what: 'A second factor was set up for your account.' },
  'second-factor-off': {
    subject: 'Your second factor is off',
    what: 'The second factor of your account was turned off: the password alone signs in.',
  },
  'recovery-codes-renewed': {
    subject: 'New recovery codes',
    what: 'New recovery codes were made for your account; those before are over.',
  },
  'key-made': {
    subject: 'A personal key was made',
    what: 'A personal key was made for your account: a program that has it acts for you.',
  },
  'sign-in-linked': {
    subject: 'Another way to sign in',
    what: 'One more person of an identity provider was linked to your account, and signs in to it.',
  },
};

const accountRemedy =
  'If it was not you, set a new password at once ("forgot my password": that ends every session and personal key), and look at your sessions and keys.';
/** A link outlives passwords, and ends with its connection. */
const linkRemedy =
  'If it was not you, ask the owner of the workspace at once to delete the connection to the identity provider: a new password does not end the link. Then set a new password ("forgot my password"), which ends every session and personal key.';

/** `at`: milliseconds since the epoch. */
export function accountEmail(what: AccountNotice['what'], at: number, address: string): EmailText {
  const { subject, what: happened } = changes[what];
  const from = address === '' ? '' : `\nFrom: ${address}`;
  const remedy = what === 'sign-in-linked' ? linkRemedy : accountRemedy;
  return { subject, text: `${happened}\n\nWhen: ${timeOf(at)}${from}\n\nIf it was you, do nothing. ${remedy}` };
}

export function ownershipEmail(
  side: 'given' | 'received',
  at: number,
  { workspace, other }: { readonly workspace: string; readonly other: string },
): EmailText {
  const text =
    side === 'given'
      ? `The workspace ${workspace} was given to ${other}, who owns it now; you are an admin of it.\n\nIf it was not you, ask ${other} to give it back, and set a new password.`
      : `${other} gave you the workspace ${workspace}: you own it now, with its plan and its bills.`;
  const subject = side === 'given' ? 'A workspace was given away' : 'You own a workspace now';
  return { subject, text: `${text}\n\nWhen: ${timeOf(at)}` };
}

/** A budget in short, for a job: nothing but numbers and names of the house. */
export type WarnedBudget = Pick<
  BudgetWarning['budget'],
  'period' | 'unit' | 'currency' | 'amount' | 'used' | 'action'
> & {
  readonly level: BudgetWarning['level'];
  readonly of: 'workspace' | 'app' | 'app key';
};

const effects = {
  warn: 'Nothing is stopped: it only warns.',
  stop: 'Runs are refused once it is used up.',
  downgrade: 'Calls go to the cheaper model that it names once it is used up.',
} as const;

export function budgetEmail(budget: WarnedBudget, workspace: string): EmailText {
  const { level, of, period, unit, currency, amount, used, action } = budget;
  const name = unit === 'tokens' ? 'tokens' : currency;
  const subject = level === 'near' ? 'A budget is nearly used up' : 'A budget is used up';
  const whose = of === 'workspace' ? `the workspace ${workspace}` : `one ${of} in the workspace ${workspace}`;
  const text = `Of the budget of ${whose}, ${amount} ${name} per ${period}, ${used} were used. ${effects[action]}\n\nIt begins anew with the next ${period} (UTC). To see and change budgets: weft budgets`;
  return { subject, text };
}

function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
