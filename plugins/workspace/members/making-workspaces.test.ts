import { describe, expect, it } from 'vitest';
import { startPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { sharedPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newPerson } from './testing/people.ts';

describe('workspaces that an account makes', () => {
  it.each([
    [{ WEFT_SIGN_UP: 'open' }, 3],
    [{ WEFT_SIGN_UP: 'open', WEFT_WORKSPACES_PER_ACCOUNT: '1' }, 1],
    [null, 5],
  ])('are as many as the server allows: %j', { timeout: 90_000 }, async (env, most) => {
    const platform = env === null ? await sharedPlatform() : await startPlatform({ threads: 0, env });
    const { client } = await newPerson(platform);
    const make = () => client.request('/console/api/workspaces', { body: { name: 'Mine' } });
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await make()).status);
    expect(statuses).toEqual(Array.from({ length: 5 }, (_, index) => (index < most ? 201 : 409)));
    if (most < 5) expect(await make()).toMatchObject({ status: 409, body: { code: 'too_many_workspaces' } });
    await platform.dispose();
  });
});
