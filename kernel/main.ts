import { runProcess } from './run-process.ts';

const root = new URL('../', import.meta.url);

await runProcess(['engine/', 'http/', 'plugins/'].map((folder) => new URL(folder, root)));
