import {
  type Command,
  confirmed,
  counted,
  print,
  printable,
  received,
  type Schemas,
} from '#plugins/commands/contract.ts';
import { embeddingOf } from './parts/embedding-of.ts';
import { baseOf } from './parts/place-of.ts';

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
      const params = { path: baseOf(context) };
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
  {
    name: 'knowledge rebuild cancel',
    positionals: ['BASE'],
    options: { yes: { type: 'boolean' } },
    usage: 'weft knowledge rebuild cancel BASE [--yes]',
    summary: 'give up the new index of a knowledge base; asks before unless --yes is given',
    async run(context) {
      const params = { path: baseOf(context) };
      await confirmed(context, 'Give up the new index?');
      await context.client.api.DELETE(path, { params });
      print(context, { cancelled: params.path.dataset_id }, () => ['Nothing is being built.']);
    },
  },
];

function stateOf({ embedding_model: model, segments, done, error }: Schemas['IndexRebuild']): string {
  const state = `${done} of ${counted(segments, 'segment')} for ${printable(model ?? 'economy')}`;
  return error === null ? `${state}.` : `${state}: ${printable(error)}`;
}
