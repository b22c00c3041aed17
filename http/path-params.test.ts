import { describe, expectTypeOf, it } from 'vitest';
import { json, Public, route } from './contract.ts';

// The compiler checks these.
describe('The params of a route', () => {
  const common = { id: 'with-params', method: 'GET', access: Public, summary: '' } as const;

  it('have the names that stand in its path', () => {
    route({
      ...common,
      path: '/apps/:app_id/files/:file_id/*',
      guard({ params }) {
        expectTypeOf(params).toEqualTypeOf<Readonly<Record<'app_id' | 'file_id' | '*', string>>>();
      },
      handle({ params }) {
        expectTypeOf(params).toEqualTypeOf<Readonly<Record<'app_id' | 'file_id' | '*', string>>>();
        // @ts-expect-error No such name is in the path.
        return json(params.run_id);
      },
    });
  });

  it('may lack any name where the compiler does not know the path', () => {
    const path: string = '/apps/:app_id';
    route({
      ...common,
      path,
      handle({ params }) {
        expectTypeOf(params.app_id).toEqualTypeOf<string | undefined>();
        return json(params.app_id);
      },
    });
  });
});
