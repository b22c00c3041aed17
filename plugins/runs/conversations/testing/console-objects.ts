import { testClient } from '#http/testing/client.ts';
import type { ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';

/** What an end user of the chat app said. */
export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['conversation', 'message'],
    async make({ platform, id, mark }) {
      const question = { inputs: {}, query: `${mark}?`, user: `${mark} user` };
      const app = testClient(platform.url, await id('appKeyText'));
      const said = await app.request('/v1/chat-messages', { body: question });
      if (said.status !== 200) throw new Error(`the chat answered ${said.status}: ${said.text}`);
      const { conversation_id: conversation = '', message_id: message = '' } = said.body as Record<string, string>;
      return { conversation, message };
    },
  },
];
