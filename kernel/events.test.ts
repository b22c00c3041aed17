import { describe, expect, it } from 'vitest';
import { createEvents, eventName } from './events.ts';

const published = eventName<{ appId: string }>('apps.published');

describe('createEvents', () => {
  it('delivers to every listener until it is removed', () => {
    const events = createEvents(() => {});
    const seen: string[] = [];
    const off = events.on(published, ({ appId }) => seen.push(`first ${appId}`));
    events.on(published, ({ appId }) => seen.push(`second ${appId}`));
    events.emit(published, { appId: 'a' });
    off();
    events.emit(published, { appId: 'b' });
    expect(seen).toEqual(['first a', 'second a', 'second b']);
  });

  it('reports a listener that throws and still reaches the others', async () => {
    const errors: string[] = [];
    const seen: string[] = [];
    const events = createEvents((error, id) => errors.push(`${id}: ${(error as Error).message}`));
    events.on(published, () => {
      throw new Error('broken');
    });
    events.on(published, async () => {
      throw new Error('late');
    });
    events.on(published, ({ appId }) => seen.push(appId));
    events.emit(published, { appId: 'a' });
    await Promise.resolve();
    expect(seen).toEqual(['a']);
    expect(errors).toEqual(['apps.published: broken', 'apps.published: late']);
  });
});
