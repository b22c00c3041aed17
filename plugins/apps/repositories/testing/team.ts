import { expect } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import type { TestClient } from '#http/testing/client.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { type GitServer, gitProgram, startGitServer } from '#plugins/git/testing/git-server.ts';
import type { TestRepository } from '#plugins/git/testing/repository.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';

/** A platform that may reach the git server of the test. */
export async function startTeams(): Promise<{ platform: TestPlatform; server: GitServer; close: () => Promise<void> }> {
  const server = await startGitServer(gitProgram ?? '');
  const platform = await startPlatform({ config: { egress: { allow: ['127.0.0.1'] } } });
  const close = async () => {
    await platform.dispose();
    await server[Symbol.asyncDispose]();
  };
  return { platform, server, close };
}

export interface LinkedApp {
  readonly key: string;
  readonly app_id: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly pull: { readonly number: number | null; readonly url: string | null; readonly branch: string } | null;
}

export interface Run {
  readonly began_by: string;
  readonly outcome: string;
  readonly message: string | null;
  readonly items: readonly { readonly key: string; readonly action: string; readonly details: readonly string[] }[];
}

/** Somebody with a workspace of their own and a repository. */
export interface Team {
  readonly workspaceId: string;
  readonly person: Person;
  readonly repository: TestRepository;
  readonly accountId: string;
  call<T>(path: string, body?: object, method?: string): Promise<T>;
  link(settings?: object): Promise<string>;
  apps(id: string): Promise<readonly LinkedApp[]>;
  runs(id: string): Promise<readonly Run[]>;
  /** Syncs, and waits until nothing is to be done any more. */
  sync(id: string, approved?: string): Promise<readonly LinkedApp[]>;
  /** Waits until nothing is to be done any more. */
  quiet(id: string): Promise<readonly LinkedApp[]>;
  /** Makes and publishes an app; its id. */
  publish(yaml: string, note?: string): Promise<string>;
  /** What the branch has at a path; null: nothing. */
  file(path: string, branch?: string): string | null;
}

let made = 0;

export async function newTeam(
  { platform, server }: { platform: TestPlatform; server: GitServer },
  repository?: TestRepository,
  /** What it is connected with instead of a name and a password. */
  service?: { readonly service: string; readonly token: string },
): Promise<Team> {
  const workspaceId = await newWorkspace(platform);
  const person = await newMember(platform, 'owner', workspaceId);
  made += 1;
  const own = repository ?? server.repository(`team-${made}`);
  const { client } = person;
  const call = async <T>(path: string, body?: object, method = body === undefined ? 'GET' : 'POST') => {
    const answer = await client.request(`/console/api/${path}`, { method, ...(body !== undefined && { body }) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body as T;
  };
  const by = service ?? { service: 'git', token: 'secret-4711', username: 'weft' };
  const account = { owner: 'workspace', base_url: server.url, ...by };
  const { id: accountId } = await call<{ id: string }>('connected-accounts', account);
  const apps = async (id: string) => (await call<{ data: LinkedApp[] }>(`repositories/${id}`)).data;
  const settled = async (id: string) => {
    await expect.poll(() => isQuiet(client, id), { timeout: 60_000, interval: 50 }).toBe(true);
    return apps(id);
  };
  return {
    workspaceId,
    person,
    repository: own,
    accountId,
    call,
    apps,
    async link(settings = {}) {
      const body = { account_id: accountId, url: own.url, branch: 'main', folder: 'apps', ...settings };
      const { id } = await call<{ id: string }>('repositories', body);
      await settled(id);
      return id;
    },
    runs: async (id) => (await call<{ data: Run[] }>(`repositories/${id}/runs`)).data,
    async sync(id, approved) {
      const seen = await call<{ data: { id: string }[] }>(`repositories/${id}/runs`);
      await call(`repositories/${id}/sync`, approved === undefined ? {} : { approved });
      const last = async () => (await call<{ data: { id: string }[] }>(`repositories/${id}/runs`)).data[0]?.id;
      await expect.poll(last, { timeout: 60_000, interval: 30 }).not.toBe(seen.data[0]?.id);
      return settled(id);
    },
    quiet: settled,
    async publish(yaml, note) {
      const app = await call<{ app: { id: string } } & { id?: string }>('apps/import', { yaml });
      const appId = app.app?.id ?? app.id ?? '';
      await call(`apps/${appId}/publish`, note === undefined ? {} : { note });
      return appId;
    },
    file(path, branch = 'main') {
      try {
        return own.git(['show', `${branch}:${path}`]);
      } catch {
        return null;
      }
    },
  };
}

/** Whether no job of the link waits or runs. */
async function isQuiet(client: TestClient, id: string): Promise<boolean> {
  const { body } = await client.request(`/console/api/repositories/${id}`);
  return (body as { repository: { is_syncing: boolean } }).repository.is_syncing === false;
}

export const greeting = (name: string, text = 'Hello') =>
  greetingWorkflow().replace('"Greeting"', JSON.stringify(name)).replaceAll('Hello', text);
