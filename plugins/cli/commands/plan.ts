import type { Schemas } from '../../openapi/contract.ts';
import { received } from '../client.ts';
import { type Command, positional, print, printable } from '../command.ts';
import { confirmed } from '../confirmed.ts';
import { timeOf } from '../listing.ts';

const path = '/console/api/billing/subscription';

/** The subscription of the workspace; `weft plan show` tells what its plan allows. */
export const planCommands: readonly Command[] = [
  {
    name: 'plan subscription',
    positionals: [],
    options: {},
    usage: 'weft plan subscription',
    summary: 'show what the workspace is subscribed to, and until when',
    async run(context) {
      const answer = await received(context.client.api.GET(path));
      print(context, answer, () => [subscriptionLine(answer)]);
    },
  },
  {
    name: 'plan change',
    positionals: ['PLAN'],
    options: { provider: { type: 'string' } },
    usage: 'weft plan change PLAN [--provider PROVIDER]',
    summary: 'order a plan, or change to another; shows where to pay, if anywhere',
    async run(context) {
      const { provider } = context.options;
      const body = { plan: positional(context, 0), ...(provider !== undefined && { provider: String(provider) }) };
      const answer = await received(context.client.api.POST(path, { body }));
      print(context, answer, () => [
        answer.url === null ? subscriptionLine(answer.subscription) : `Go on here: ${printable(answer.url)}`,
      ]);
    },
  },
  {
    name: 'plan cancel',
    positionals: [],
    options: { now: { type: 'boolean' }, yes: { type: 'boolean' } },
    usage: 'weft plan cancel [--now] [--yes]',
    summary: 'cancel the subscription when its period is over, or at once. Asks before unless --yes is given',
    async run(context) {
      const now = context.options.now === true;
      const question = now ? 'Cancel the subscription at once?' : 'Cancel the subscription when its period is over?';
      await confirmed(context, question, { isUndoable: !now });
      const answer = await received(context.client.api.DELETE(path, { params: { query: { now } } }));
      print(context, answer, () => [subscriptionLine(answer)]);
    },
  },
  {
    name: 'plan resume',
    positionals: [],
    options: {},
    usage: 'weft plan resume',
    summary: 'take a cancelation back before it is in force',
    async run(context) {
      const answer = await received(context.client.api.POST(`${path}/resume`));
      print(context, answer, () => [subscriptionLine(answer)]);
    },
  },
];

function subscriptionLine(subscription: Schemas['Subscription']): string {
  const { state, plan, provider, cancel_at_period_end: isCanceled } = subscription;
  const end = state === 'trialing' ? subscription.trial_end : subscription.period_end;
  if (state === 'none') return 'No subscription: weft plan change PLAN';
  const until = end === null ? '' : ` until ${timeOf(end).slice(0, 10)}`;
  const after = isCanceled ? ', then it ends' : '';
  return `Subscription: ${state}, ${printable(plan ?? '-')}${until}${after}, over ${printable(provider ?? '-')}`;
}
