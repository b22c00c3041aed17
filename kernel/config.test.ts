import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSectionNames, maskConfig, readConfigFile, resolveConfig } from './config.ts';
import type { ConfigSection } from './plugin.ts';
import { readProcessSettings } from './process-settings.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const section: ConfigSection<unknown> = {
  schema: {
    type: 'object',
    properties: {
      port: { type: 'integer', minimum: 0, default: 3000 },
      host: { type: 'string', default: '127.0.0.1' },
      trustProxy: { type: 'boolean', default: false },
      allow: { type: 'array', items: { type: 'string' }, default: [] },
      password: { type: 'string' },
      url: { type: ['string', 'null'], default: null },
    },
    additionalProperties: false,
  },
  env: { PORT: 'port', TRUST_PROXY: 'trustProxy', ALLOW: 'allow', SECRET_PASSWORD: 'password' },
  secret: ['password'],
};

const file = (http: unknown) => ({ path: '/home/weft.json', sections: { http } });
const messageOf = (call: () => unknown) => {
  try {
    call();
  } catch (error) {
    return (error as Error).message;
  }
  return expect.fail('It was accepted.');
};

describe('resolveConfig', () => {
  it('takes defaults, then the file, then the environment', () => {
    expect(resolveConfig('http', section, file({ host: '::', port: 1 }), { PORT: '8080' })).toEqual({
      port: 8080,
      host: '::',
      trustProxy: false,
      allow: [],
      url: null,
    });
  });

  it('converts text by the type of the property', () => {
    const env = { PORT: ' 80 ', TRUST_PROXY: 'yes', ALLOW: 'a.test, b.test ,', SECRET_PASSWORD: '123' };
    expect(resolveConfig('http', section, file(undefined), env)).toMatchObject({
      port: 80,
      trustProxy: true,
      allow: ['a.test', 'b.test'],
      password: '123',
    });
  });

  it('takes an empty variable for one that is not set', () => {
    expect(resolveConfig('http', section, file({ port: 1 }), { PORT: '' })).toMatchObject({ port: 1 });
  });

  it('names file, key and the nearest known key of an unknown one', () => {
    expect(messageOf(() => resolveConfig('http', section, file({ hots: 'x' }), {}))).toBe(
      '/home/weft.json: "http.hots" is not a known setting; did you mean "host"?',
    );
  });

  it('lists all errors with their source, and never a value', () => {
    const message = messageOf(() =>
      resolveConfig('http', section, file({ host: 1, password: 99 }), { PORT: 'hunter2' }),
    );
    expect(message.split('\n').sort()).toEqual([
      '/home/weft.json: "http.host" must be a string',
      '/home/weft.json: "http.password" (or SECRET_PASSWORD) must be a string',
      'Environment variable PORT ("http.port") must be an integer',
    ]);
  });

  it('leaves the values of the file alone and freezes its own', () => {
    const given = file({ allow: ['a'] });
    const config = resolveConfig('http', section, given, { ALLOW: 'b' });
    expect(given.sections.http).toEqual({ allow: ['a'] });
    expect(Object.isFrozen(config)).toBe(true);
  });
});

describe('readConfigFile', () => {
  it('takes a missing file for an empty one', async () => {
    expect((await readConfigFile(await temporaryFolder())).sections).toEqual({});
  });

  it('names the place of a syntax error and does not quote the file', async () => {
    const home = await temporaryFolder();
    await writeFile(join(home, 'weft.json'), '{\n  "secrets": {"key": "hunter2" oops}\n}');
    const error = await readConfigFile(home).catch((caught: Error) => caught);
    expect(error).toMatchObject({
      message: expect.stringMatching(/weft\.json is not valid JSON \(line 2, column \d+\)/),
    });
    expect(JSON.stringify(error) + (error as Error).stack).not.toContain('hunter2');
  });

  it('refuses a file that is no object', async () => {
    const home = await temporaryFolder();
    await writeFile(join(home, 'weft.json'), '[]');
    await expect(readConfigFile(home)).rejects.toThrow('must hold an object');
  });
});

describe('checkSectionNames', () => {
  it('names the section that belongs to no plugin and the one probably meant', () => {
    expect(() => checkSectionNames({ path: 'weft.json', sections: { databse: {} } }, ['database', 'http'])).toThrow(
      'weft.json: "databse" is no plugin; did you mean "database"?',
    );
  });
});

describe('maskConfig', () => {
  it('hides declared secrets, those that look like some, and passwords in addresses', () => {
    const shown = maskConfig(section, {
      password: 'p',
      apiKey: 'k',
      url: 'postgres://me:pw@db/x',
      port: 1,
      nested: { token: 't' },
    });
    expect(shown).toEqual({
      password: '***',
      apiKey: '***',
      url: 'postgres://me:***@db/x',
      port: 1,
      nested: { token: '***' },
    });
  });
});

describe('readProcessSettings', () => {
  it('reads the folders, level and grace period that hold before any plugin', async () => {
    const home = await temporaryFolder();
    const settings = await readProcessSettings({ WEFT_HOME: home, WEFT_PLUGINS: '/one,/two', WEFT_STOP_SECONDS: '2' });
    expect(settings).toMatchObject({ home, logLevel: 'info', graceMs: 2000 });
    expect(settings.pluginFolders.map(String)).toEqual(['file:///one/', 'file:///two/']);
  });

  it('refuses a level that does not exist', async () => {
    const env = { WEFT_HOME: await temporaryFolder(), WEFT_LOG_LEVEL: 'loud' };
    await expect(readProcessSettings(env)).rejects.toThrow('Environment variable WEFT_LOG_LEVEL');
  });
});
