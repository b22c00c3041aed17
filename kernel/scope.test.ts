import { describe, expect, it } from 'vitest';
import { type AppScope, createAppScope, type PluginScope } from './scope.ts';
import { token } from './token.ts';

interface Thing {
  readonly n: number;
}
const Thing = token<Thing>('things.thing');
const Other = token<string>('others.other');

function app(): { app: AppScope; plugin: PluginScope } {
  const scope = createAppScope();
  return { app: scope, plugin: scope.open('things') };
}

/** Provides Thing; counts how many were made, and notes which were closed. */
function provideThing(plugin: PluginScope, closed: string[] = []): void {
  let n = 0;
  plugin.provide(
    Thing,
    () => ({ n: ++n }),
    (thing) => void closed.push(`${thing.n}`),
  );
}

it('keeps a service once, whoever asks first', () => {
  const { app: root, plugin } = app();
  provideThing(plugin);
  const asker = root.open('asker');
  expect(asker.resolve(Thing)).toEqual({ n: 1 });
  expect(root.resolve(Thing)).toBe(asker.resolve(Thing));
});

describe('providing', () => {
  it('refuses a second registration, naming both plugins, where tsyringe would let the last one win', () => {
    const { app: root, plugin } = app();
    provideThing(plugin);
    expect(() => provideThing(root.open('rival'))).toThrow(/by plugin "things" and again by plugin "rival"/);
  });

  it('makes nothing before it is asked for', async () => {
    const { app: root, plugin } = app();
    const closed: string[] = [];
    provideThing(plugin, closed);
    await root.close();
    expect(closed).toEqual([]);
  });

  it('keeps undefined and null as values', () => {
    const { plugin } = app();
    let made = 0;
    const Nothing = token<undefined>('things.nothing');
    plugin.provide(Nothing, () => void made++);
    expect([plugin.resolve(Nothing), plugin.resolve(Nothing)]).toEqual([undefined, undefined]);
    expect(made).toBe(1);
  });

  it('tries again after a creation that failed', () => {
    const { plugin } = app();
    let isReady = false;
    plugin.provide(Other, () => {
      if (!isReady) throw new Error('not yet');
      return 'here';
    });
    expect(() => plugin.resolve(Other)).toThrow('not yet');
    isReady = true;
    expect(plugin.resolve(Other)).toBe('here');
  });

  it('says what is missing and where it was asked for', () => {
    expect(() => app().plugin.resolve(Other)).toThrow(
      'No plugin provides service "others.other", asked for in the plugin scope "things"',
    );
  });

  it('keeps two apps in one process apart', () => {
    const [one, two] = [app(), app()];
    provideThing(one.plugin);
    expect(() => two.plugin.resolve(Thing)).toThrow('No plugin provides');
  });
});

describe('closing', () => {
  it('closes the newest first, each awaited', async () => {
    const { app: root, plugin } = app();
    const seen: string[] = [];
    const slowly = (name: string) => async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      seen.push(name);
    };
    plugin.onClose(slowly('first'));
    plugin.provide(Other, () => 'value', slowly('service'));
    plugin.resolve(Other);
    plugin.onClose(slowly('last'));
    root.open('second').onClose(slowly('second plugin'));
    await root.close();
    expect(seen).toEqual(['second plugin', 'last', 'service', 'first']);
  });

  it('closes everything though closers fail, and collects all failures', async () => {
    const { app: root, plugin } = app();
    let isReached = false;
    plugin.onClose(() => {
      isReached = true;
    });
    for (const name of ['a', 'b']) plugin.onClose(() => Promise.reject(new Error(name)));
    const error = await root.close().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(AggregateError);
    expect((error as AggregateError).errors.map((inner: Error) => inner.message)).toEqual(['b', 'a']);
    expect(isReached).toBe(true);
  });

  it('happens once, however often it is asked for', async () => {
    const { plugin } = app();
    let count = 0;
    plugin.onClose(() => void count++);
    await Promise.all([plugin.close(), plugin.close()]);
    await plugin.close();
    expect(count).toBe(1);
  });

  it('refuses everything afterwards', async () => {
    const { plugin } = app();
    provideThing(plugin);
    await plugin.close();
    expect(() => plugin.resolve(Thing)).toThrow('is closed');
    expect(() => plugin.onClose(() => {})).toThrow('is closed');
  });

  it('forgets what was taken back', async () => {
    const { plugin } = app();
    let count = 0;
    const forget = plugin.onClose(() => void count++);
    forget();
    await plugin.close();
    expect(count).toBe(0);
  });

  it('takes back the services of a plugin, and lets it come again', async () => {
    const { app: root, plugin } = app();
    const closed: string[] = [];
    provideThing(plugin, closed);
    const foreign = root.open('asker');
    expect(foreign.resolve(Thing).n).toBe(1);
    await plugin.close();
    expect(closed).toEqual(['1']);
    expect(() => foreign.resolve(Thing)).toThrow('No plugin provides');
    root.open('things').provide(Thing, () => ({ n: 9 }));
    expect(foreign.resolve(Thing).n).toBe(9);
    await root.close();
    expect(closed).toEqual(['1']);
  });
});
