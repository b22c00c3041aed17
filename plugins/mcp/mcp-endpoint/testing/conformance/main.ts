/**
 * Runs the conformance suite of MCP against a server that is running: imports the apps that are its tools, and gives the suite the
 * address of their workspace. Fails where a scenario does that is not listed in `expected-failures-….yaml` with the reason.
 *
 *     npm start &
 *     npm run conformance:mcp -- --url http://127.0.0.1:3000 --token "$(cat data/management-token)"
 */
import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { conformanceApps } from './apps.ts';

/** The first that knows 2026-07-28. No dependency: 122 packages for one command (decision 0143). */
const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const revisions = ['2025-11-25', '2026-07-28'];
const expected = (revision: string) => fileURLToPath(new URL(`./expected-failures-${revision}.yaml`, import.meta.url));

const { values } = parseArgs({
  options: { url: { type: 'string', default: 'http://127.0.0.1:3000' }, token: { type: 'string', default: '' } },
});

async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const headers = { authorization: `Bearer ${values.token}`, 'content-type': 'application/json' };
  const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const answer = await fetch(`${values.url}/console/api/${path}`, sent);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

async function serve(): Promise<string> {
  for (const [name, yaml] of Object.entries(conformanceApps)) {
    const made = (await call('POST', 'apps/import', { yaml, publish: true })) as { app: { id: string } };
    await call('PATCH', `apps/${made.app.id}/mcp`, { enabled: true, name });
  }
  await call('PATCH', 'mcp-server', { enabled: true });
  const { url } = (await call('POST', 'mcp-server/code')) as { url: string };
  return url;
}

function run(address: string, revision: string, cwd: string): Promise<number> {
  const options = ['--url', address, '--requirements', revision, '--expected-failures', expected(revision)];
  const child = spawn('npx', ['--yes', suite, 'server', ...options], { cwd, stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}

const address = await serve();
const folder = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
let failed = 0;
for (const revision of revisions) failed += (await run(address, revision, folder)) === 0 ? 0 : 1;
process.exitCode = failed === 0 ? 0 : 1;
