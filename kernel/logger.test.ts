import { describe, expect, it } from 'vitest';
import { createLogger, createSilentLogger, type LogLevel } from './logger.ts';
import { isSecretName, maskAddress } from './secret-names.ts';

function logger(level: LogLevel = 'info') {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: createLogger({ level, destination: { write: (line) => lines.push(JSON.parse(line)) } }) };
}

describe('createLogger', () => {
  it('writes one JSON line with level, time, fields and message', () => {
    const { lines, log } = logger();
    log.info({ runId: 'r1', ms: 12 }, 'Run finished');
    expect(lines).toEqual([{ level: 'info', time: expect.any(String), runId: 'r1', ms: 12, msg: 'Run finished' }]);
  });

  it('leaves out lines below its level', () => {
    const { lines, log } = logger('warn');
    log.info({}, 'no');
    log.warn({}, 'yes');
    expect(lines.map((line) => line.msg)).toEqual(['yes']);
  });

  it('redacts what is named like a secret, at any depth, in children too', () => {
    const { lines, log } = logger();
    log
      .child({ apiKey: 'k1', plugin: 'http' })
      .warn(
        { headers: { Authorization: 'Bearer x', accept: '*/*' }, list: [{ client_secret: 's' }], password: 'p' },
        'Refused',
      );
    expect(JSON.stringify(lines)).not.toMatch(/Bearer|"s"|"p"|k1/);
    expect(lines[0]).toMatchObject({ plugin: 'http', apiKey: '***', headers: { accept: '*/*' } });
  });

  it('writes the configuration as it may be shown, with one mask', () => {
    const { lines, log } = logger();
    const config = { metrics: { token: '***', path: '/metrics' }, s3: { secretKey: '', url: 'https://s3.example' } };
    log.info({ config }, 'Configuration in force');
    expect(lines[0]).toMatchObject({ config });
  });

  it('writes errors with cause and fields, redacted', () => {
    const { lines, log } = logger();
    const cause = Object.assign(new Error('connect postgres://me:hunter2@db/x failed'), { token: 't', code: 'ECONN' });
    log.error({ error: new Error('Outer', { cause }) }, 'Failed');
    expect(lines[0]).toMatchObject({
      error: { type: 'Error', message: 'Outer', cause: { code: 'ECONN', token: '***' } },
    });
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it('survives cycles, big integers and bytes', () => {
    const { lines, log } = logger();
    const cycle: Record<string, unknown> = { n: 1n, bytes: new Uint8Array(3) };
    cycle.self = cycle;
    log.info({ cycle }, 'Odd');
    expect(lines[0]).toMatchObject({ cycle: { n: '1', bytes: '[3 bytes]' } });
  });

  it('is silent for tests', () => {
    expect(() => createSilentLogger().error({}, 'Nothing')).not.toThrow();
  });
});

describe('isSecretName', () => {
  it('knows secrets by their usual names', () => {
    for (const name of [
      'authorization',
      'apiKey',
      'API_KEY',
      'x-api-key',
      'client_secret',
      'accessToken',
      'credentials',
      'Cookie',
    ]) {
      expect(isSecretName(name), name).toBe(true);
    }
  });

  it('lets counts and plain names through', () => {
    for (const name of ['totalTokens', 'max_tokens', 'prompt_tokens', 'key', 'tokenize', 'host']) {
      expect(isSecretName(name), name).toBe(false);
    }
  });
});

describe('maskAddress', () => {
  it('hides the password of an address and nothing else', () => {
    expect(maskAddress('see postgres://me:pw@host:5432/db and http://a/b:c@d')).toBe(
      'see postgres://me:***@host:5432/db and http://a/b:c@d',
    );
  });
});
