import { describe, expect, it } from 'vitest';
import { failingMutations, readAnswer } from '#plugins/provider-http/testing/answers.ts';
import { ownAnswers } from '#plugins/provider-http/testing/recorded-answers.ts';
import { provider } from './provider.ts';

const ERROR = { message: 'The engine is overloaded', type: 'server_error', code: null };

/** How each protocol reports an error in the middle of a stream. */
const ERRORS = {
  chat: `data: ${JSON.stringify({ error: ERROR })}\n\n`,
  responses: `event: error\ndata: ${JSON.stringify({ ...ERROR, type: 'error' })}\n\n`,
};

describe('an answer that is cut, torn or spoiled on its way', () => {
  const tried = /thinking|chat-tools|responses-t/;
  const answers = ownAnswers(new URL('./testing/answers/', import.meta.url)).filter(({ name }) => tried.test(name));
  it.each(answers.map((answer) => [answer.name, answer] as const))(
    '%s never hangs, and loses nothing that came before',
    async (name, { body }) => {
      const protocol = name.includes('responses') ? 'responses' : 'chat';
      const credentials = { openai_api_key: 'k', api_protocol: protocol };
      const read = (egress: Parameters<typeof readAnswer>[2]) => readAnswer(provider, credentials, egress);
      expect(await failingMutations(body, ERRORS[protocol], read)).toEqual([]);
    },
  );
});
