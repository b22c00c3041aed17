import { defineTexts } from '#plugins/ui/web/contract.ts';

export const texts = {
  opening: 'Opening',
  done: 'Done',
  doneAbout: 'You can close this page, and go on where you were.',
  cantOpen: 'This page can’t be opened now',
  tryAgain: 'Try again',
  noServer: 'This app is no MCP server',
  noServerAbout: 'It is switched off for clients of MCP. Ask an editor of its workspace to switch it on.',
  notYours: 'You may not use this app',
  notYoursAbout:
    'It is not there, or your account does not belong to its workspace. Sign in with another account, or ask who sent you here.',
  otherAccount: 'Use another account',
  cancel: 'Cancel',
  cantAnswer: 'This request can’t be answered',
  backToClient: 'Go back to the client',
  /** Before and after the name of who asks. */
  allowWhom: { before: 'Allow ', after: '?' },
  wantsAll: 'It wants to use all apps of a workspace in your name.',
  wantsOne: 'It wants to use an app in your name.',
  apps: 'Apps',
  app: 'App',
  account: 'Your account',
  goesTo: 'The answer goes to',
  onComputer: ', a program on this computer',
  byScheme: ', a program that has registered this scheme',
  whoAsks: 'Who asks',
  itself: 'A client that registered itself',
  site: (site: string) => `, and says that it is of ${site}`,
  noteAll:
    'It may run these apps and read the answers, as you may, until you take that back. Its name is what it calls itself: go on only if you have just asked for this, and know where the answer goes.',
  noteOne:
    'It may run this app and read the answers, as you may, until you take that back. Its name is what it calls itself: go on only if you have just asked for this, and know where the answer goes.',
  allow: 'Allow',
  noneOn: 'All that are switched on; none is at the moment',
  allOn: (names: string, left: number) => `All that are switched on: ${names}${left > 0 ? `, and ${left} more` : ''}`,
  signIn: 'Sign in',
  signInAbout: { before: '', after: ' asks to use an app in your name. Sign in to see what it asks for.' },
  email: 'E-mail',
  password: 'Password',
  code: 'Code',
  codeHint: 'From your authenticator app, or a recovery code.',
  organization: 'Sign in with your organization',
  noOtherWay: 'There is no other way to sign in with this address.',
  continueWith: (name: string) => `Continue with ${name}`,
};

/** What the page says. */
export const consentTexts = defineTexts(texts, import.meta.glob('./*'));
