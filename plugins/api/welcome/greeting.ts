import { resolve } from 'node:path';
import type { ExampleApp } from './examples.ts';

export interface GreetingFacts {
  readonly address: string;
  readonly database: string;
  readonly home: string;
  /** One line per plugin; null: they are not shown. */
  readonly report: string | null;
  /** Makes the first owner, in a browser; null: there is one. */
  readonly setupCode: string | null;
  /** Present on the first start only. */
  readonly examples: readonly ExampleApp[];
}

/** What the terminal shows when the server is ready. Keys appear on the first start only. */
export function greeting(facts: GreetingFacts): string {
  const { address, examples } = facts;
  const weft = `${settings(facts)}npx weft`;
  const lines = facts.report === null ? [] : [facts.report, ''];
  lines.push(`Weft listens on ${address}`);
  if (facts.setupCode !== null) {
    lines.push(
      `  first owner   ${address}/setup#${facts.setupCode}`,
      `                or ${weft} owner claim EMAIL: makes the account you sign in with`,
    );
  }
  lines.push(
    `  sign in       ${address}/sign-in, or ${weft} login; all commands: ${weft} help`,
    `  API           ${address}/docs/api`,
    `  data          ${facts.home} (${facts.database})`,
  );
  const workflow = examples.find((app) => app.mode === 'workflow');
  const chat = examples.find((app) => app.mode === 'advanced-chat');
  if (chat !== undefined) {
    lines.push(`  a web page    ${weft} site set ${chat.id} --enabled on makes ${address}/chat/${chat.id}`);
  }
  const shown = [workflow, chat].flatMap((app) => (app === undefined ? [] : curl(address, app)));
  if (shown.length > 0) lines.push('', 'Call the example apps; their keys are shown once:', ...shown);
  return `${lines.join('\n')}\n`;
}

/** What a command line in this folder would not guess by itself. */
function settings({ address, home }: GreetingFacts): string {
  const url = address.endsWith(':3000') ? '' : `WEFT_URL=${address} `;
  return home === resolve('data') ? url : `${url}WEFT_HOME=${home} `;
}

function curl(address: string, app: ExampleApp): string[] {
  const isChat = app.mode === 'advanced-chat';
  const path = isChat ? '/v1/chat-messages' : '/v1/workflows/run';
  const body = isChat
    ? { inputs: {}, query: 'What can you do?', response_mode: 'streaming', user: 'me' }
    : { inputs: { name: 'Ada' }, response_mode: 'blocking', user: 'me' };
  return [
    `  curl ${isChat ? '-N ' : ''}${address}${path} \\`,
    `    -H 'Authorization: Bearer ${app.key}' -H 'Content-Type: application/json' \\`,
    `    -d '${JSON.stringify(body)}'`,
  ];
}
