import type { NoticeTexts } from './notice-texts.ts';

const effects = {
  warn: 'Nothing is stopped: it only warns.',
  stop: 'Runs are refused once it is used up.',
  downgrade: 'Calls go to the cheaper model that it names once it is used up.',
} as const;

export const texts: NoticeTexts = {
  changes: {
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
    'sign-in-unlinked': {
      subject: 'A way to sign in was removed',
      what: 'A way to sign in was unlinked from your account; nobody gets in by it any more.',
    },
  },
  when: (time) => `When: ${time}`,
  from: (address) => `From: ${address}`,
  remedies: {
    account:
      'If it was you, do nothing. If it was not you, set a new password at once ("forgot my password": that ends every session and personal key), and look at your sessions and keys.',
    link: 'If it was you, do nothing. If it was not you, ask the owner of the workspace at once to delete the connection to the identity provider: a new password does not end the link. Then set a new password ("forgot my password"), which ends every session and personal key.',
  },
  given: ({ workspace, other }) => ({
    subject: 'A workspace was given away',
    text: `The workspace ${workspace} was given to ${other}, who owns it now; you are an admin of it.\n\nIf it was not you, ask ${other} to give it back, and set a new password.`,
  }),
  received: ({ workspace, other }) => ({
    subject: 'You own a workspace now',
    text: `${other} gave you the workspace ${workspace}: you own it now, with its plan and its bills.`,
  }),
  somebodyElse: 'somebody else',
  budget({ level, of, period, unit, currency, amount, used, action }, workspace) {
    const counted = unit === 'tokens' ? 'tokens' : currency;
    const whose = of === 'workspace' ? `the workspace ${workspace}` : `one ${of} in the workspace ${workspace}`;
    return {
      subject: level === 'near' ? 'A budget is nearly used up' : 'A budget is used up',
      text: `Of the budget of ${whose}, ${amount} ${counted} per ${period}, ${used} were used. ${effects[action]}\n\nIt begins anew with the next ${period} (UTC). To see and change budgets: weft budgets`,
    };
  },
};
