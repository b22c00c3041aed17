import { defineTexts } from '#plugins/ui/web/contract.ts';

export const texts = {
  opening: 'Opening',
  allApps: 'All apps',
  tryAgain: 'Try again',
  closeChat: 'Close',
  accounts: 'Connected accounts',
  accountsStandStill: 'Connected accounts: one stands still',
  accountsAbout:
    'Accounts at other services that you connected in this app. Only you attach files from them; nobody sees the rest.',
  noAccounts: 'Nothing is connected.',
  accountSince: (service: string, day: string) => `${service}, connected ${day}`,
  accountBroken: (reason: string) =>
    `It does not work any more: ${reason}. No file can be attached from it until you reconnect it.`,
  accountFailed: 'That did not work. Try again in a moment.',
  reconnect: 'Reconnect',
  disconnect: 'Disconnect',
  disconnectAccount: (label: string) => `Disconnect ${label}`,
  offline: 'No connection. What runs goes on, and this page joins again.',
  unreachable: 'The server can’t be reached',
  unreachableAbout: 'Check your connection. This page tries again when you do.',
  failed: 'This page can’t be opened now',
  failedAbout: 'Something went wrong on the way. Try again in a moment.',
  tooMany: 'Too many visits',
  tooManyAbout: 'There were more visits from your network than are allowed. Wait a minute, then try again.',
  forMembers: 'Only members of the workspace may use this app.',
  forSso: 'Sign in with your organization to use this app.',
  email: 'E-mail',
  password: 'Password',
  code: 'Code',
  codeHint: 'From your authenticator app, or a recovery code.',
  signIn: 'Sign in',
  ssoRefusedOtherwise: 'The sign-in did not work. Try again.',
  signInTitle: (title: string) => `Sign in to ${title}`,
  openInTab: 'Open in a new tab',
  continueWith: (name: string) => `Continue with ${name}`,
  closed: {
    off: { title: 'This page is switched off', about: 'Its owner has switched the page of this app off.' },
    paused: { title: 'This app is paused', about: 'Its owner has paused it for now. Try again later.' },
    unpublished: {
      title: 'This app is not published yet',
      about: 'Its owner is still working on it. Try again later.',
    },
    'not-found': {
      title: 'There is nothing here',
      about: 'The address is wrong, or the app was removed. Ask who gave it to you.',
    },
    'embed-off': { title: 'This chat is not available', about: 'Its owner has switched it off, or changed its code.' },
    'origin-not-allowed': {
      title: 'This chat does not belong to this site',
      about: 'Its owner has not allowed this site to show it.',
    },
  },
  ssoRefused: {
    refused: 'Your organization did not let you in.',
    unverified_address: 'Your organization does not say that your e-mail address is verified.',
    foreign_address: 'Your e-mail address does not belong to this organization.',
    removed: 'Your access was removed.',
  } as Readonly<Record<string, string>>,
  signInWrong: {
    wrong_credentials: 'E-mail or password is wrong.',
    wrong_code: 'The code is wrong, or was used before.',
    too_many_attempts: 'Too many attempts. Wait some minutes, then try again.',
  } as Readonly<Record<string, string>>,
};

export const shellTexts = defineTexts(texts, import.meta.glob('./*'));
