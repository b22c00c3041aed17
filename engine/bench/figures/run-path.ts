import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chatCall } from '#engine/bench/calls.ts';
import type { CoveredFunction } from '#engine/bench/coverage/plugin.ts';
import { modelChat } from '#engine/bench/documents.ts';
import type { Figure, Row } from '#engine/bench/figure.ts';
import { freePort, makeHome } from '#engine/bench/server.ts';

const withCoverage = fileURLToPath(new URL('../coverage/', import.meta.url));

/** Tokens of the message that is followed token by token, and milliseconds between them. */
const TOKENS = 12;
const INTERVAL = 500;
/** Milliseconds after which what is written beside a token is over. */
const SETTLED = 300;
/** Messages that are followed as a whole. */
const MESSAGES = 5;

type Take = () => Promise<readonly CoveredFunction[]>;

/** Sends one streamed chat message; `onToken` is called with each piece of the answer that holds a token. */
async function sendMessage(origin: string, key: string, onToken = () => {}): Promise<void> {
  const { path, headers, body } = chatCall(origin, key);
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  if (!answer.ok || answer.body === null) throw new Error(`The message was answered ${answer.status}.`);
  for await (const piece of answer.body) {
    if (Buffer.from(piece).includes('data: {"event":"message"')) onToken();
  }
}

/** What runs in most of the steps: timers and background work come in some of them. */
function usual(steps: readonly (readonly CoveredFunction[])[]): readonly CoveredFunction[] {
  const found = new Map<string, { readonly covered: CoveredFunction; times: number }>();
  for (const step of steps) {
    // Several functions of a file may have no name.
    const names = new Map(step.map((covered) => [`${covered.file} ${covered.name}`, covered]));
    for (const [name, covered] of names) {
      const known = found.get(name);
      if (known === undefined) found.set(name, { covered, times: 1 });
      else known.times += 1;
    }
  }
  return [...found.values()].filter(({ times }) => times > steps.length / 2).map(({ covered }) => covered);
}

async function tokenPath(origin: string, key: string, take: Take): Promise<readonly CoveredFunction[]> {
  const steps: (readonly CoveredFunction[])[] = [];
  let token = Promise.withResolvers<void>();
  let isOver = false;
  const sent = sendMessage(origin, key, () => token.resolve()).finally(() => {
    isOver = true;
    token.resolve();
  });
  // The first one comes with what begins the answer, and whatever ends the stream is no token.
  for (await token.promise; !isOver; ) {
    await pause(SETTLED);
    await take();
    if (isOver) break;
    // One that came meanwhile is left out: on a busy machine they come when they like.
    token = Promise.withResolvers();
    await token.promise;
    if (!isOver) steps.push(await take());
  }
  await sent;
  return usual(steps);
}

async function messagePath(origin: string, key: string, take: Take): Promise<readonly CoveredFunction[]> {
  const steps: (readonly CoveredFunction[])[] = [];
  for (let message = 0; message < MESSAGES; message += 1) {
    await pause(SETTLED);
    await take();
    await sendMessage(origin, key);
    steps.push(await take());
  }
  return usual(steps);
}

/** Resolves when the server has compiled its routes, which it does while it has nothing else to do. */
async function quiet(take: Take): Promise<void> {
  do await pause(1_000);
  while ((await take()).some(({ file }) => file.startsWith('http/')));
}

function filesOf(functions: readonly CoveredFunction[]): string[] {
  return [...new Set(functions.map(({ file }) => file))].sort();
}

export const runPath: Figure = {
  name: 'run-path',
  title: 'Files of this project that one streamed chat message runs, and one token on its way back',
  isExtra: true,
  async measure(bench) {
    const home = await makeHome();
    const port = await freePort();
    const server = await bench.startServer('PGlite', home.path, {
      WEFT_PLUGINS: withCoverage,
      WEFT_BENCH_COVERAGE_PORT: String(port),
      // In place: what threads run counts, too.
      WEFT_ENGINE_THREADS: '0',
    });
    const take: Take = async () =>
      (await (await fetch(`http://127.0.0.1:${port}`)).json()) as readonly CoveredFunction[];
    try {
      await server.useModels(bench.models);
      const paced = await server.publish(modelChat(`paced-${TOKENS}-${INTERVAL}`));
      const short = await server.publish(modelChat('paced-3-20'));
      // What is only made once is made now.
      for (const key of [paced, short, short]) await sendMessage(server.origin, key);
      await quiet(take);
      const message = await messagePath(server.origin, short, take);
      const token = await tokenPath(server.origin, paced, take);
      if (bench.isVerbose) process.stdout.write(list('Message', message) + list('Token', token));
      const rows: Row[] = [
        { what: 'a message, files', value: filesOf(message).length, unit: 'files' },
        { what: 'a message, functions', value: message.length, unit: 'functions' },
        { what: 'a token, files', value: filesOf(token).length, unit: 'files' },
      ];
      return rows;
    } finally {
      await server.stop();
      await home.remove();
    }
  },
};

function list(what: string, functions: readonly CoveredFunction[]): string {
  const lines = filesOf(functions).map((file) => {
    const names = functions
      .filter((each) => each.file === file)
      .map(({ name, calls }) => `${name || '(anonymous)'} ${calls}`);
    return `  ${file}: ${names.join(', ')}\n`;
  });
  return `${what}:\n${lines.join('')}\n`;
}
