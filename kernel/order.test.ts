import { describe, expect, it } from 'vitest';
import { extensionPoint } from './extension-point.ts';
import { dependentsOf, orderPlugins } from './order.ts';
import type { Plugin } from './plugin.ts';
import { token } from './token.ts';

/** A plugin that needs the service `s` of each named plugin. */
function plugin(id: string, needs: readonly string[] = [], provides: readonly string[] = []): Plugin {
  return {
    id,
    needs: Object.fromEntries(needs.map((name) => [name, token(`${name}.s`)])),
    provides: provides.map((name) => token(name)),
    setup() {},
  };
}

describe('orderPlugins', () => {
  it('keeps the order of finding where nothing is needed', () => {
    expect(orderPlugins([plugin('b'), plugin('a'), plugin('c')]).order).toEqual(['b', 'a', 'c']);
  });

  it('puts providers first, through any number of steps', () => {
    expect(orderPlugins([plugin('c', ['b']), plugin('b', ['a']), plugin('a')]).order).toEqual(['a', 'b', 'c']);
  });

  it('knows the provider of a token by its name, or by whoever declares it', () => {
    const { needs, order } = orderPlugins([plugin('x', ['db']), plugin('fake', [], ['db.s'])]);
    expect(needs.get('x')).toEqual([{ need: 'db', token: 'db.s', isOptional: false, provider: 'fake' }]);
    expect(order).toEqual(['fake', 'x']);
  });

  it('makes no order of extension points', () => {
    const owner = { id: 'owner', needs: { items: extensionPoint('user.items') }, setup() {} };
    expect(orderPlugins([owner, plugin('user', ['owner'])]).order).toEqual(['owner', 'user']);
    expect(orderPlugins([owner, plugin('user', ['owner'])]).cycles.size).toBe(0);
  });

  it('gives each member of a cycle the path from itself to itself, and spares the others', () => {
    const { cycles } = orderPlugins([plugin('a', ['b']), plugin('b', ['c']), plugin('c', ['a']), plugin('d', ['a'])]);
    expect([...cycles].map(([id, error]) => [id, /[abcd]( → [abcd])+/.exec(error.message)?.[0]])).toEqual([
      ['a', 'a → b → c → a'],
      ['b', 'b → c → a → b'],
      ['c', 'c → a → b → c'],
    ]);
  });

  it('calls a plugin that needs itself a cycle', () => {
    expect(orderPlugins([plugin('a', ['a'])]).cycles.get('a')?.message).toContain('a → a');
  });
});

describe('dependentsOf', () => {
  it('finds all who need a plugin, directly or not', () => {
    const order = orderPlugins([plugin('a'), plugin('b', ['a']), plugin('c', ['b']), plugin('d')]);
    expect([...dependentsOf('a', order)].sort()).toEqual(['b', 'c']);
    expect([...dependentsOf('d', order)]).toEqual([]);
  });
});
