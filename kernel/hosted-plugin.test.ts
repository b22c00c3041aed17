import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventName } from './events.ts';
import { extensionPoint } from './extension-point.ts';
import { KernelInfo } from './kernel-info.ts';
import { createLogger } from './logger.ts';
import { type ConfigSection, definePlugin } from './plugin.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { startTestKernel, type TestKernelOptions } from './testing/test-kernel.ts';

async function start(options: TestKernelOptions) {
  const kernel = await startTestKernel(options);
  onTestFinished(() => kernel.dispose());
  return kernel;
}

interface Settings {
  readonly size: number;
  readonly key?: string;
}
const section: ConfigSection<Settings> = {
  schema: {
    type: 'object',
    properties: { size: { type: 'integer', default: 1 }, key: { type: 'string' } },
    additionalProperties: false,
  },
  env: { SIZE: 'size' },
  secret: ['key'],
};

describe('a plugin in its kernel', () => {
  it('gets its configuration, which others see without secrets', async () => {
    const home = await temporaryFolder();
    await writeFile(join(home, 'weft.json'), JSON.stringify({ sized: { key: 'hunter2' } }));
    let config: Settings | undefined;
    const sized = definePlugin({
      id: 'sized',
      config: section,
      setup(context) {
        config = context.config;
      },
    });
    const kernel = await start({ extra: [sized], env: { SIZE: '5' }, home });
    expect(config).toEqual({ size: 5, key: 'hunter2' });
    expect(kernel.resolve(KernelInfo).effectiveConfig()).toEqual({ sized: { size: 5, key: '***' } });
  });

  it('does not start with a wrong configuration, nor with sections of unknown plugins', async () => {
    const sized = definePlugin({ id: 'sized', config: section, setup() {} });
    await expect(startTestKernel({ extra: [sized], env: { SIZE: 'big' } })).rejects.toThrow(
      'Environment variable SIZE',
    );
    const home = await temporaryFolder();
    await writeFile(join(home, 'weft.json'), JSON.stringify({ size: {} }));
    await expect(startTestKernel({ extra: [sized], home })).rejects.toThrow('did you mean "sized"?');
  });

  it('adds its id to its log lines', async () => {
    const lines: string[] = [];
    const talker = definePlugin({ id: 'talker', setup: ({ logger }) => logger.info({}, 'Hello') });
    await start({ extra: [talker], logger: createLogger({ destination: { write: (line) => lines.push(line) } }) });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ plugin: 'talker', msg: 'Hello' }]);
  });

  it('hears no events and no changes any more once it is unloaded', async () => {
    const happened = eventName<number>('source.happened');
    const Items = extensionPoint('source.items');
    const heard: string[] = [];
    let emit = (_: number) => {};
    const source = definePlugin({
      id: 'source',
      setup({ events }) {
        emit = (value) => events.emit(happened, value);
      },
    });
    const listener = definePlugin({
      id: 'listener',
      needs: { items: Items },
      setup({ events, services }) {
        events.on(happened, (value) => heard.push(`event ${value}`));
        const off = events.on(happened, () => heard.push('never'));
        off();
        services.items.onChange(() => heard.push('change'));
      },
    });
    const contributor = definePlugin({ id: 'contributor', setup: ({ contribute }) => contribute(Items, { id: 'a' }) });
    const kernel = await start({ extra: [source, listener, contributor] });
    emit(1);
    await kernel.reload('contributor');
    await kernel.unload('listener');
    emit(2);
    await kernel.unload('contributor');
    expect(heard).toEqual(['event 1', 'change', 'change']);
  });

  it('undoes what a setup had registered before it failed', async () => {
    const closed: string[] = [];
    const half = definePlugin({
      id: 'half',
      setup({ onClose }) {
        onClose(() => void closed.push('closed'));
        throw new Error('half way');
      },
    });
    await expect(startTestKernel({ extra: [half] })).rejects.toThrow('half way');
    expect(closed).toEqual(['closed']);
  });
});
