import { modelChat } from '#engine/testing/app-document.ts';
import type { Screen, ScreenKit } from '#plugins/pages/testing/screen.ts';
import { openSignedIn } from '#plugins/studio/testing/signed-in-screen.ts';
import { notesWorkflow } from '#plugins/web-app/testing/workflow-documents.ts';

type Fields = Readonly<Record<string, unknown>>;
const widths = [390, 1360];

/** A call as a server of the app makes it. */
async function serve(kit: ScreenKit, appId: string, path: string, body: Fields): Promise<Fields> {
  const key = await kit.prepared(`runs-key-${appId}`, () =>
    kit.manage('POST', `/apps/${appId}/keys`, { name: 'Pictures' }),
  );
  const answer = await fetch(`${kit.origin}/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${String(key.api_key)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ response_mode: 'blocking', ...body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as Fields;
}

/** A workflow that ran three times; gives its id and those of the runs. */
function workflow(kit: ScreenKit) {
  return kit.prepared('runs-workflow', async () => {
    const appId = await kit.app(notesWorkflow(0));
    const runs: string[] = [];
    for (const topic of ['Ferns', 'Aloes', 'A rather long question about all the plants of a garden']) {
      const run = await serve(kit, appId, '/workflows/run', {
        inputs: { topic: topic.slice(0, 48) },
        user: 'ada@example.com',
      });
      runs.push(String(run.workflow_run_id));
    }
    return { appId, runs };
  });
}

/** A chat with two messages, opinions and an annotation. */
function chat(kit: ScreenKit) {
  return kit.prepared('runs-chat', async () => {
    const appId = await kit.app(modelChat());
    const first = await serve(kit, appId, '/chat-messages', { inputs: {}, query: 'Where do ferns grow?', user: 'ada' });
    const conversation = String(first.conversation_id);
    const more = { inputs: {}, user: 'ada', conversation_id: conversation };
    await serve(kit, appId, '/chat-messages', {
      ...more,
      query: 'And how often do I water them in summer, when it is very hot?',
    });
    await serve(kit, appId, `/messages/${String(first.message_id)}/feedbacks`, {
      rating: 'dislike',
      user: 'ada',
      content: 'Too short',
    });
    for (const [question, answer] of [
      ['Where do ferns grow?', 'In the shade, where the soil stays moist.'],
      ['How often are aloes watered?', 'Every second week; less often in winter.'],
    ]) {
      await kit.manage('POST', `/apps/${appId}/annotations`, { question, answer });
    }
    return { appId, conversation };
  });
}

const headed = async (kit: ScreenKit, path: string, name: string) => {
  await openSignedIn(kit, path);
  await kit.page.getByRole('heading', { name }).first().waitFor();
};

/** Days as a busy app has them. */
function busyDays(from: string) {
  return Array.from({ length: 30 }, (_, at) => {
    const wave = Math.round(40 + 30 * Math.sin(at / 3) + at);
    const day = new Date(Date.parse(from) + at * 86_400_000).toISOString().slice(0, 10);
    return {
      ...{ day, runs: wave, calls: 0, outcomes: null, messages: wave * 3, requests: 0, prompt_tokens: wave * 900 },
      ...{ completion_tokens: wave * 350, total_tokens: wave * 1250, users: Math.round(wave / 2), storage_bytes: 0 },
      prices: [{ currency: 'USD', amount: String(wave * 0.0041) }],
      ...{ latency: { p50: 1.2 + wave / 90, p95: 3 + wave / 30, p99: 6 }, likes: wave, dislikes: Math.round(wave / 6) },
    };
  });
}

/** For `npm run screenshots`. */
export const screens: readonly Screen[] = [
  {
    name: 'studio-runs-list',
    show: async (kit) => {
      await openSignedIn(kit, `/app/${(await workflow(kit)).appId}/runs`);
      await kit.page.getByRole('table').waitFor();
    },
  },
  {
    name: 'studio-runs-empty',
    widths,
    show: async (kit) => headed(kit, `/app/${(await workflow(kit)).appId}/runs?status=failed`, 'No run matches'),
  },
  {
    name: 'studio-runs-run',
    async show(kit) {
      const { appId, runs } = await workflow(kit);
      await openSignedIn(kit, `/app/${appId}/run/${runs[0]}`);
      await kit.page.getByRole('list', { name: 'Nodes by start' }).getByRole('button').nth(1).click();
    },
  },
  {
    name: 'studio-runs-fork',
    widths,
    async show(kit) {
      const { appId, runs } = await workflow(kit);
      await openSignedIn(kit, `/app/${appId}/run/${runs[0]}`);
      await kit.page.getByRole('list', { name: 'Nodes by start' }).getByRole('button').nth(2).click();
      await kit.page.getByRole('button', { name: 'Run again from here' }).click();
      await kit.page.getByRole('button', { name: /^Change a value: / }).click();
      await kit.page.getByRole('listbox').getByRole('option').first().click();
    },
  },
  {
    name: 'studio-runs-compare',
    widths,
    async show(kit) {
      const { appId, runs } = await workflow(kit);
      await openSignedIn(kit, `/app/${appId}/run/${runs[0]}?with=${runs[1]}`);
      await kit.page.getByRole('table').waitFor();
    },
  },
  {
    name: 'studio-runs-conversations',
    widths,
    show: async (kit) => {
      await openSignedIn(kit, `/app/${(await chat(kit)).appId}/conversations`);
      await kit.page.getByRole('table').waitFor();
    },
  },
  {
    name: 'studio-runs-conversation',
    widths,
    async show(kit) {
      const { appId, conversation } = await chat(kit);
      await openSignedIn(kit, `/app/${appId}/conversations/${conversation}`);
      await kit.page.getByText('Too short').waitFor();
    },
  },
  {
    name: 'studio-runs-annotations',
    widths,
    show: async (kit) => {
      await openSignedIn(kit, `/app/${(await chat(kit)).appId}/annotations`);
      await kit.page.getByRole('table').waitFor();
    },
  },
  {
    name: 'studio-runs-reply',
    widths,
    show: async (kit) => {
      await openSignedIn(kit, `/app/${(await chat(kit)).appId}/annotations?setting=reply`);
      await kit.page.getByRole('table').waitFor();
    },
  },
  {
    name: 'studio-runs-analytics',
    async show(kit) {
      await kit.page.route('**/figures?*', (route) => {
        const from = new URL(route.request().url()).searchParams.get('from') ?? '';
        return route.fulfill({ json: { from, to: from, data: busyDays(from) } });
      });
      await headed(kit, `/app/${(await chat(kit)).appId}/analytics`, 'Analytics');
      await kit.page.getByRole('table').waitFor();
    },
  },
];
