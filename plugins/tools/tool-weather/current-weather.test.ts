import { describe, expect, it } from 'vitest';
import { startServer } from '#plugins/egress/testing/local-server.ts';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import type { ToolInvocation } from '#plugins/tools/contract.ts';
import { createCurrentWeather } from './current-weather.ts';

type Answers = Readonly<Record<string, unknown>>;

const bern = { name: 'Bern', admin1: 'Bern', country: 'Switzerland', latitude: 46.95, longitude: 7.45 };
const current = {
  time: '2026-01-01T12:00',
  temperature_2m: 3.5,
  apparent_temperature: 1,
  relative_humidity_2m: 80,
  precipitation: 0,
  weather_code: 61,
  wind_speed_10m: 12.3,
};

/** Asks services that answer so: a text as it is, a number as a status, anything else as JSON. */
async function weather(given: Readonly<Record<string, unknown>>, answers: Answers) {
  await using server = await startServer(({ url }, response) => {
    const answer = answers[new URL(url, 'http://h').pathname.slice(1)];
    if (typeof answer === 'number') response.writeHead(answer).end('x'.repeat(300_000));
    else response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  await using egress = openEgress();
  const tool = createCurrentWeather({ places: `${server.url}/places`, forecast: `${server.url}/forecast` });
  const { signal } = new AbortController();
  // It reads nothing else of an invocation.
  const result = await tool.invoke({ arguments: given, signal, egress } as unknown as ToolInvocation);
  return { ...result, seen: server.seen.map(({ url }) => new URL(url, server.url).searchParams) };
}

describe('the weather tool', () => {
  it('finds the city, then tells its weather', async () => {
    const { text, json, seen } = await weather(
      { city: ' Bern ' },
      { places: { results: [bern] }, forecast: { current } },
    );
    expect(json).toEqual([
      {
        place: 'Bern, Bern, Switzerland',
        time: '2026-01-01T12:00',
        weather: 'light rain',
        temperature: 3.5,
        feels_like: 1,
        humidity: 80,
        precipitation: 0,
        wind: 12.3,
        units: '°C, km/h, %, mm',
      },
    ]);
    expect(JSON.parse(String(text))).toEqual(json?.[0]);
    expect(seen.map((query) => query.get('name') ?? query.get('latitude'))).toEqual(['Bern', '46.95']);
  });

  it('asks in the units it is told', async () => {
    const answers = { places: { results: [bern] }, forecast: { current } };
    const { seen } = await weather({ city: 'Bern', units: 'imperial' }, answers);
    expect(seen[1]?.get('temperature_unit')).toBe('fahrenheit');
  });

  it('fails for cities nobody knows, and when a service does', async () => {
    const unknown = { code: 'tool-weather.unknown_place' };
    await expect(weather({ city: 'Nowhere' }, { places: {} })).rejects.toMatchObject(unknown);
    await expect(weather({ city: '' }, {})).rejects.toMatchObject(unknown);
    const unavailable = { code: 'tool-weather.unavailable' };
    await expect(weather({ city: 'Bern' }, { places: 500 })).rejects.toMatchObject(unavailable);
    await expect(weather({ city: 'Bern' }, { places: '<html>' })).rejects.toMatchObject(unavailable);
    await expect(weather({ city: 'Bern' }, { places: [] })).rejects.toMatchObject(unavailable);
    const places = { results: [bern] };
    await expect(weather({ city: 'Bern' }, { places, forecast: {} })).rejects.toMatchObject(unavailable);
  });
});
