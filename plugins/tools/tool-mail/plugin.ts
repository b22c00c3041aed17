import { definePlugin } from '#kernel';
import { Sockets } from '#plugins/egress/contract.ts';
import { Files } from '#plugins/files/contract.ts';
import { Tools } from '#plugins/tools/contract.ts';
import { createSendMail } from './send-mail.ts';

export const plugin = definePlugin({
  id: 'tool-mail',
  needs: { sockets: Sockets, files: Files },
  setup({ services, contribute }) {
    contribute(Tools, createSendMail(services));
  },
});
