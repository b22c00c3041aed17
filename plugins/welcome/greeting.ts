import { resolve } from 'node:path';
import type { ExampleApp } from './examples.ts';

export interface GreetingFacts {
  readonly address: string;
  readonly database: string;
  readonly home: string;
  readonly tokenFile: string;
  readonly report: string;
  /** Present on the first start only. */
  readonly examples: readonly ExampleApp[];
}

/** What the console shows when the server is ready. Keys appear on the first start only. */
export function greeting(facts: GreetingFacts): string {
  const lines = [
    facts.report,
    '',
    `Weft listens on ${facts.address}`,
    `  runtime API   ${facts.address}/v1`,
    `  data          ${facts.home} (${facts.database})`,
    `  command line  ${commandLine(facts)}npx weft help, with the token in ${facts.tokenFile}`,
  ];
  const workflow = facts.examples.find((app) => app.mode === 'workflow');
  const chat = facts.examples.find((app) => app.mode === 'advanced-chat');
  if (workflow !== undefined) {
    lines.push('', `Run the example workflow '${workflow.name}':`, curl(facts.address, workflow));
  }
  if (chat !== undefined) {
    lines.push('', `Stream an answer of the example chat '${chat.name}':`, curl(facts.address, chat));
  }
  if (facts.examples.length > 0) {
    lines.push(
      '',
      `The workspace has no owner yet: \`${commandLine(facts)}npx weft owner claim EMAIL\` makes its account.`,
    );
  }
  lines.push(
    '',
    facts.examples.length > 0
      ? 'These keys are shown once; `npx weft apps keys create ID` makes others.'
      : '`npx weft apps list` shows your apps, `npx weft apps keys create ID` makes a key for one.',
  );
  return `${lines.join('\n')}\n`;
}

/** What a command line in this folder would not guess by itself. */
function commandLine({ address, home }: GreetingFacts): string {
  const url = address.endsWith(':3000') ? '' : `WEFT_URL=${address} `;
  return home === resolve('data') ? url : `${url}WEFT_HOME=${home} `;
}

function curl(address: string, app: ExampleApp): string {
  const isChat = app.mode === 'advanced-chat';
  const path = isChat ? '/v1/chat-messages' : '/v1/workflows/run';
  const body = isChat
    ? { inputs: {}, query: 'What can you do?', response_mode: 'streaming', user: 'me' }
    : { inputs: { name: 'Ada' }, response_mode: 'blocking', user: 'me' };
  return [
    `  curl ${isChat ? '-N ' : ''}${address}${path} \\`,
    `    -H 'Authorization: Bearer ${app.key}' -H 'Content-Type: application/json' \\`,
    `    -d '${JSON.stringify(body)}'`,
  ].join('\n');
}
