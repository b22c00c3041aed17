import { chatCall } from '#engine/bench/calls.ts';
import { modelChat } from '#engine/bench/documents.ts';
import type { Figure, Row, Workbench } from '#engine/bench/figure.ts';
import { median } from '#engine/bench/statistics.ts';

/** An id of version 7 in SQL: of a moment, and a number that tells it from others. */
const idAt = (milliseconds: string, number: string) =>
  `regexp_replace(lpad(to_hex(${milliseconds}::bigint), 12, '0') || '70008000' || lpad(to_hex(${number}), 12, '0'),
    '(.{8})(.{4})(.{4})(.{4})(.{12})', '\\1-\\2-\\3-\\4-\\5')::uuid`;

/** Where the first one is, a year ago. */
const START = Date.UTC(2025, 0, 1);

/** A conversation of half of the messages, and conversations of ten with the others; all of one user. */
function filling(from: number, to: number): string[] {
  const owner = `(select workspace_id, app_id, end_user_id, conversation_id from messages
    where id > '${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}' and query = 'hello' order by id desc limit 1) o`;
  const at = `(${START} + n)`;
  const numbers = `generate_series(${from}, ${to - 1}) n`;
  const small = idAt(`(${START} + n / 20 * 20)`, '1');
  return [
    `insert into conversations (id, workspace_id, app_id, end_user_id, name, mode, inputs, introduction, dialogue_count,
       created_at, updated_at)
     select ${small}, o.workspace_id, o.app_id, o.end_user_id, 'Conversation ' || n, 'advanced-chat', '{}', '', 10,
       to_timestamp(${at} / 1000.0), to_timestamp(${at} / 1000.0)
     from ${numbers}, ${owner} where n % 20 = 0`,
    `insert into messages (id, workspace_id, app_id, conversation_id, end_user_id, run_id, inputs, query, answer, files,
       answer_files, citations, agent_thoughts, status, message_tokens, answer_tokens, total_price, currency, latency,
       created_at)
     select ${idAt(at, '2')}, o.workspace_id, o.app_id, case when n % 2 = 0 then o.conversation_id else ${small} end,
       o.end_user_id, gen_random_uuid(), '{}', 'What about number ' || n || '?', repeat('An answer of some words. ', 10),
       '[]', '[]', '[]', '[]', 'normal', 20, 60, 0.0001, 'USD', 0.5, to_timestamp(${at} / 1000.0)
     from ${numbers}, ${owner}`,
    'analyze messages',
    'analyze conversations',
  ];
}

/** Two of the largest tables a caller can see into: a page must not cost more when there is more. */
export const history: Figure = {
  name: 'history-1m',
  title: 'Pages of conversations and messages of one user, 1 caller, by messages stored',
  async measure(bench) {
    if (bench.sql === undefined) throw new Error('it needs PostgreSQL: set DATABASE_URL or TEST_DATABASE_URL');
    const server = await bench.server();
    await server.useModels(bench.models);
    const key = await server.publish(modelChat('tokens-20'));
    await bench.load({ ...chatCall(server.origin, key), callers: 1, seconds: 0, rounds: 1 });
    const rows: Row[] = [];
    let stored = 0;
    for (const count of bench.isQuick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000]) {
      await bench.sql(filling(stored, count));
      stored = count;
      for (const [what, path] of await pages(bench.sql, count)) {
        const headers = { authorization: `Bearer ${key}` };
        const call = { origin: server.origin, path, headers, body: '', method: 'GET' } as const;
        const { latencies } = await bench.load({ ...call, callers: 1, seconds: bench.seconds / 2 });
        rows.push({
          what: `${count.toLocaleString('en-US')} messages: ${what}, median`,
          value: median(latencies),
          unit: 'ms',
        });
      }
    }
    return rows;
  },
};

async function pages(sql: NonNullable<Workbench['sql']>, count: number) {
  const middle = Math.floor(count / 40) * 20;
  const [ids] = await sql([
    `select (select conversation_id from messages where query = 'hello' order by id desc limit 1) as long,
       ${idAt(`(${START} + ${middle})`, '1')} as conversation, ${idAt(`(${START} + ${middle})`, '2')} as message`,
  ]);
  const user = 'user=bench&limit=20';
  return [
    ['first page of conversations', `/v1/conversations?${user}`],
    ['a page from the middle of conversations', `/v1/conversations?${user}&last_id=${ids?.conversation}`],
    ['last page of messages', `/v1/messages?${user}&conversation_id=${ids?.long}`],
    [
      'a page from the middle of messages',
      `/v1/messages?${user}&conversation_id=${ids?.long}&first_id=${ids?.message}`,
    ],
  ] as const;
}
