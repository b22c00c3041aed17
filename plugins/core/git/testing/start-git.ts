import { confineHere } from '#plugins/confined-processes/testing/confine-here.ts';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import { openSockets } from '#plugins/egress/testing/open-sockets.ts';
import { type GitOptions, GitService } from '#plugins/git/git-service.ts';
import { type GitServer, gitProgram, startGitServer } from './git-server.ts';

export interface TestGit extends AsyncDisposable {
  readonly git: GitService;
  readonly server: GitServer;
}

/** The real service with real processes, and a server of the real git on this machine. */
export async function startGit(options: Partial<GitOptions> = {}): Promise<TestGit> {
  const egress = openEgress();
  const server = await startGitServer(gitProgram ?? '');
  const limits = { packMb: 100, timeMs: 60_000, memoryMb: 512, processes: 2, maxQueue: 100 };
  const git = new GitService({ egress, sockets: openSockets(), confinement: confineHere, ...limits, ...options });
  return {
    git,
    server,
    async [Symbol.asyncDispose]() {
      git.close();
      await server[Symbol.asyncDispose]();
      await egress[Symbol.asyncDispose]();
    },
  };
}

/** A commit with these files on top of what the branch is. */
export function commitOn(parent: string | null, files: Readonly<Record<string, string | null>>, branch = 'main') {
  return {
    branch,
    expected: parent,
    parent,
    changes: Object.entries(files).map(([path, text]) => ({ path, bytes: text === null ? null : Buffer.from(text) })),
    author: { name: 'Ada <A>', email: 'ada@example.test' },
    committer: { name: 'Weft', email: 'weft@example.test' },
    message: 'support: answer in French\n\nWeft-App: support',
    at: 1_760_000_000_000,
  };
}
