import { spawn } from 'node:child_process';
import { Server } from 'ssh2';
import { type DeployKey, newDeployKey } from '#plugins/git/deploy-key.ts';
import { gitEnvironment, type TestRepository } from './repository.ts';

/** A server of git over ssh on this machine, for one key. */
export interface SshServer extends AsyncDisposable {
  readonly hostKey: DeployKey;
  /** The address of a repository on it. */
  address(repository: TestRepository): string;
  /** Commands that were run, and how often somebody tried to sign in. */
  readonly commands: string[];
  readonly attempts: () => number;
}

export async function startSshServer(program: string, key: DeployKey): Promise<SshServer> {
  const hostKey = newDeployKey('host');
  const commands: string[] = [];
  let attempts = 0;
  const server = new Server({ hostKeys: [hostKey.privateKey] }, (peer) => {
    peer.on('error', () => undefined);
    peer.on('authentication', (context) => {
      attempts += 1;
      if (context.key?.data.toString('base64') === key.publicKey.split(' ')[1]) context.accept();
      else context.reject();
    });
    peer.on('session', (take) => {
      const session = take();
      let version = '';
      session.on('env', (_take, _refuse, { key: name, val }) => {
        if (name === 'GIT_PROTOCOL') version = val;
      });
      session.on('exec', (takeCommand, _refuse, { command }) => {
        commands.push(command);
        const channel = takeCommand();
        const [, service = '', path = ''] = /^git-(upload|receive)-pack '([^']*)'$/.exec(command) ?? [];
        const args = ['-c', 'safe.directory=*', `${service}-pack`, path];
        const child = spawn(program, args, { env: { ...gitEnvironment, GIT_PROTOCOL: version } });
        child.stdin.on('error', () => undefined);
        channel.pipe(child.stdin);
        child.stdout.pipe(channel, { end: false });
        child.stderr.pipe(channel.stderr, { end: false });
        child.on('close', (code) => {
          channel.exit(code ?? 1);
          channel.end();
        });
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    hostKey,
    commands,
    attempts: () => attempts,
    address: ({ folder }) => `ssh://git@127.0.0.1:${server.address().port}${folder}`,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}
