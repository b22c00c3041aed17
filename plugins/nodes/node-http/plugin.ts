import { NodeTypes, withDocuments } from '#engine';
import { definePlugin, type Needs } from '#kernel';
import { NodeForms } from '#plugins/node-forms/contract.ts';
import { documents } from './document.ts';
import { form } from './form.ts';
import { httpWarnings } from './http-warnings.ts';
import { type AnswerLimits, usualLimits } from './response.ts';
import { HTTP_SETTINGS } from './settings.ts';

const megabytes = (usual: number, maximum: number, description: string) => ({
  type: 'number',
  exclusiveMinimum: 0,
  maximum,
  default: usual,
  description,
});

export const plugin = definePlugin<Needs, AnswerLimits>({
  id: 'node-http',
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        textMb: megabytes(usualLimits.textMb, 4, 'Megabytes of an answer that is text.'),
        fileMb: megabytes(
          usualLimits.fileMb,
          100,
          'Megabytes of an answer that is a file, and of each file that is sent.',
        ),
      },
    },
    env: { WEFT_HTTP_TEXT_MB: 'textMb', WEFT_HTTP_FILE_MB: 'fileMb' },
  },
  setup({ config, contribute }) {
    contribute(NodeForms, form);
    contribute(
      NodeTypes,
      ...withDocuments(documents, [
        {
          id: 'http-request@1',
          type: 'http-request',
          version: '1',
          settings: HTTP_SETTINGS,
          traits: { retry: true, sideEffects: true },
          module: new URL('./node.ts', import.meta.url),
          options: config,
          lint: httpWarnings,
        },
      ]),
    );
  },
});
