import { defineTexts } from '#plugins/ui/web/contract.ts';

export const texts = {
  title: 'Notices',
  about: 'What you should know of this workspace, the unread first. Kept for 90 days.',
  unreadCount: (count: number) => `Notices: ${count} unread`,
  unread: 'Unread',
  readAll: 'Mark all as read',
  none: 'No notices',
  noneAbout:
    'Forms that wait, payments that are missing, budgets that run out, sources and webhooks that fail, and sign-ins from new places are told here.',
  what: 'What',
  when: 'When',
  budgetNear: 'Four fifths of a budget are used',
  budgetReached: 'A budget is used up',
  newSignIn: (address: string) => `A new sign-in from ${address}`,
  formWaits: (title: string) => `A form waits for an answer: ${title}`,
  formOfAppWaits: (app: string, title: string) =>
    `A form of ${app} waits for an answer${title === '' ? '' : `: ${title}`}`,
  webhookOff: (host: string) => `${host} wants no more messages: its webhook is switched off`,
  appFails: (app: string | undefined) =>
    app === undefined
      ? 'An app fails its visitors: see its failed runs'
      : `${app} fails its visitors: see its failed runs`,
  accountBroken: (label: string) => `Reconnect ${label}: it does not work any more, and what uses it stands still`,
  repositoryBroken: (repository: string) => `${repository} can’t be kept in step: see what its server says`,
  repositoryApps: (repository: string, count: string) => `${count} apps of ${repository} wait for somebody`,
  repositoryConflict: (app: string, repository: string) =>
    `${app} was changed here and in ${repository}: choose which to keep`,
  repositoryApp: (app: string, repository: string) => `${app} is not in step with ${repository}: see why`,
  sourceFailed: 'A source of a knowledge base could not be read',
  paymentFailed: 'A payment is missing: pay to keep the plan',
};

/** What is said of notices. */
export const noticesTexts = defineTexts(texts, import.meta.glob('./*'));
