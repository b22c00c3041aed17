import { describe, expect, it } from 'vitest';
import { createAppScope, type ProvidingScope } from './scope.ts';
import { token } from './token.ts';

interface Thing {
  readonly n: number;
  readonly madeIn: string;
}
const Thing = token<Thing>('things.thing');
const Other = token<string>('others.other');

function app(): { app: ProvidingScope; plugin: ProvidingScope } {
  const scope = createAppScope();
  return { app: scope, plugin: scope.open('plugin', 'things') };
}

/** Provides Thing with the given lifetime; counts how many were made and notes in which scope. */
function provideThing(plugin: ProvidingScope, lifetime: 'app' | 'workspace' | 'request', closed: string[] = []): void {
  let n = 0;
  plugin.provide(Thing, (scope) => ({ n: ++n, madeIn: `${scope.kind} ${scope.name}` }), {
    lifetime,
    close: (thing) => void closed.push(`${thing.n}`),
  });
}

describe('lifetimes', () => {
  it('keep an app service once, in the scope of its provider, whoever asks first', () => {
    const { app: root, plugin } = app();
    provideThing(plugin, 'app');
    const request = root.open('plugin', 'asker').open('workspace', 'w').open('request', 'r');
    expect(request.resolve(Thing)).toEqual({ n: 1, madeIn: 'plugin things' });
    expect(root.resolve(Thing)).toBe(request.resolve(Thing));
  });

  it('keep a workspace service once per workspace, though a request asks', () => {
    const { plugin } = app();
    provideThing(plugin, 'workspace');
    const one = plugin.open('workspace', 'one');
    const first = one.open('request', 'a').resolve(Thing);
    expect(one.open('request', 'b').resolve(Thing)).toBe(first);
    expect(first.madeIn).toBe('workspace one');
    expect(plugin.open('workspace', 'two').resolve(Thing).madeIn).toBe('workspace two');
  });

  it('keep a request service to its request', () => {
    const { plugin } = app();
    provideThing(plugin, 'request');
    const workspace = plugin.open('workspace', 'w');
    const request = workspace.open('request', 'a');
    expect(request.resolve(Thing)).toBe(request.resolve(Thing));
    expect(workspace.open('request', 'b').resolve(Thing)).not.toBe(request.resolve(Thing));
  });

  it('refuse a service that lives further in than the scope that asks', () => {
    const { plugin } = app();
    provideThing(plugin, 'workspace');
    expect(() => plugin.resolve(Thing)).toThrow(
      'lives in a workspace scope and can\'t be had in the plugin scope "things"',
    );
  });

  it('refuse a long-lived service that would capture a short-lived one', () => {
    const { app: root, plugin } = app();
    provideThing(plugin, 'request');
    root.open('plugin', 'others').provide(Other, (scope) => scope.resolve(Thing).madeIn, { lifetime: 'workspace' });
    expect(() => plugin.open('workspace', 'w').open('request', 'r').resolve(Other)).toThrow('lives in a request scope');
  });

  it('resolve the needs of a service where it lives, not from the first who asked', () => {
    const { app: root, plugin } = app();
    provideThing(plugin, 'workspace');
    root.open('plugin', 'others').provide(Other, (scope) => scope.resolve(Thing).madeIn, { lifetime: 'workspace' });
    const [one, two] = [plugin.open('workspace', 'one'), plugin.open('workspace', 'two')];
    expect(one.open('request', 'r').resolve(Other)).toBe('workspace one');
    expect(two.open('request', 'r').resolve(Other)).toBe('workspace two');
  });

  it('refuse to open a scope inside one further in', () => {
    const { plugin } = app();
    expect(() => plugin.open('request', 'r').open('workspace', 'w')).toThrow(
      "can't be opened inside the request scope",
    );
  });
});

describe('providing', () => {
  it('refuses a second registration, naming both plugins, where tsyringe would let the last one win', () => {
    const { app: root, plugin } = app();
    provideThing(plugin, 'app');
    expect(() => provideThing(root.open('plugin', 'rival'), 'app')).toThrow(
      /by plugin "things" and again by plugin "rival"/,
    );
  });

  it('makes nothing before it is asked for', async () => {
    const { app: root, plugin } = app();
    const closed: string[] = [];
    provideThing(plugin, 'app', closed);
    await root.close();
    expect(closed).toEqual([]);
  });

  it('keeps undefined and null as values', () => {
    const { plugin } = app();
    let made = 0;
    const Nothing = token<undefined>('things.nothing');
    plugin.provide(Nothing, () => void made++, {});
    expect([plugin.resolve(Nothing), plugin.resolve(Nothing)]).toEqual([undefined, undefined]);
    expect(made).toBe(1);
  });

  it('names the path of services that need each other', () => {
    const { plugin } = app();
    plugin.provide(Thing, (scope) => ({ n: 0, madeIn: scope.resolve(Other) }), {});
    plugin.provide(Other, (scope) => scope.resolve(Thing).madeIn, {});
    expect(() => plugin.resolve(Other)).toThrow('others.other → things.thing → others.other');
  });

  it('tries again after a creation that failed', () => {
    const { plugin } = app();
    let isReady = false;
    plugin.provide(
      Other,
      () => {
        if (!isReady) throw new Error('not yet');
        return 'here';
      },
      {},
    );
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
    provideThing(one.plugin, 'app');
    expect(() => two.plugin.resolve(Thing)).toThrow('No plugin provides');
  });
});

describe('closing', () => {
  it('closes inner scopes first, then its own, last in first out, each awaited', async () => {
    const { app: root, plugin } = app();
    const seen: string[] = [];
    const slowly = (name: string) => async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      seen.push(name);
    };
    plugin.onClose(slowly('first'));
    plugin.provide(Other, () => 'value', { close: slowly('service') });
    plugin.resolve(Other);
    plugin.onClose(slowly('last'));
    plugin.open('workspace', 'one').onClose(slowly('workspace one'));
    plugin.open('workspace', 'two').onClose(slowly('workspace two'));
    await root.close();
    expect(seen).toEqual(['workspace two', 'workspace one', 'last', 'service', 'first']);
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
    provideThing(plugin, 'app');
    await plugin.close();
    expect(() => plugin.resolve(Thing)).toThrow('is closed');
    expect(() => plugin.open('workspace', 'w')).toThrow('is closed');
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

  it('takes back the services of a plugin, with instances that live in scopes of others, and lets it come again', async () => {
    const { app: root, plugin } = app();
    const closed: string[] = [];
    provideThing(plugin, 'workspace', closed);
    const foreign = root.open('plugin', 'asker').open('workspace', 'w');
    expect(foreign.resolve(Thing).n).toBe(1);
    await plugin.close();
    expect(closed).toEqual(['1']);
    expect(() => foreign.resolve(Thing)).toThrow('No plugin provides');
    root.open('plugin', 'things').provide(Thing, () => ({ n: 9, madeIn: 'new' }), { lifetime: 'workspace' });
    expect(foreign.resolve(Thing).n).toBe(9);
    await root.close();
    expect(closed).toEqual(['1']);
  });
});
