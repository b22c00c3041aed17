import {
  type Command,
  confirmed,
  counted,
  identifier,
  positional,
  print,
  printable,
  received,
  routeCommand,
  type Schemas,
} from '#plugins/commands/contract.ts';
import { embeddingOf } from './parts/embedding-of.ts';

const path = '/console/api/datasets/{dataset_id}/rebuild';

/** Indexes that are built anew, with another embedding model. */
export const commands: readonly Command[] = [
  {
    name: 'knowledge rebuild',
    positionals: ['BASE'],
    options: { model: { type: 'string' }, yes: { type: 'boolean' } },
    usage: 'weft knowledge rebuild BASE [--model PROVIDER/MODEL [--yes]]',
    summary:
      'show how far the new index of a knowledge base is; with --model, say what it would cost, ask (unless --yes is given), and build it while the old one answers',
    async run(context) {
      const { api } = context.client;
      const params = { path: { dataset_id: identifier(positional(context, 0), 'dataset') } };
      const { model } = context.options;
      if (typeof model !== 'string') {
        const { rebuild } = await received(api.GET(path, { params }));
        print(context, { rebuild }, () => [rebuild === null ? 'Nothing is being built.' : stateOf(rebuild)]);
        return;
      }
      const body = embeddingOf(model);
      const asked = { params: { ...params, query: body } };
      const { segments, tokens, price, currency } = await received(api.GET(`${path}/estimate`, asked));
      const cost = price === null ? 'whose price is not known' : `about ${price} ${currency}`;
      const what = `${counted(segments, 'segment')} (about ${counted(tokens, 'token')}, ${cost})`;
      await confirmed(context, `Embed ${what} with ${model}?`);
      const { rebuild } = await received(api.POST(path, { params, body }));
      print(context, { rebuild }, () => [stateOf(rebuild)]);
    },
  },
  routeCommand('knowledge rebuild cancel', 'DELETE', path, {
    takes: { dataset_id: 'BASE' },
    confirm: 'Give up the new index?',
    json: { cancelled: 'dataset_id' },
    say: 'Nothing is being built.',
  }),
];

function stateOf({ embedding_model: model, segments, done, error }: Schemas['IndexRebuild']): string {
  const state = `${done} of ${counted(segments, 'segment')} for ${printable(model ?? 'economy')}`;
  return error === null ? `${state}.` : `${state}: ${printable(error)}`;
}
