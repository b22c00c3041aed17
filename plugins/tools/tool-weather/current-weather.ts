import { isMapping, toText } from '#engine';
import { PlatformError } from '#kernel';
import type { Tool, ToolInvocation } from '#plugins/tools/contract.ts';
import { weatherOf } from './weather-codes.ts';

const maxBytes = 256 * 1024;

interface Addresses {
  readonly places: string;
  readonly forecast: string;
}

/** Services that need no key. */
const openMeteo: Addresses = {
  places: 'https://geocoding-api.open-meteo.com/v1/search',
  forecast: 'https://api.open-meteo.com/v1/forecast',
};

type Json = Readonly<Record<string, unknown>>;

/** The weather at a place now, from Open-Meteo. */
export function createCurrentWeather(addresses: Addresses = openMeteo): Tool {
  return {
    id: 'weather.weather',
    provider: 'weather',
    name: 'weather',
    aliases: ['current_weather'],
    label: 'Weather',
    description: 'Tells the weather in a city now: sky, temperature, humidity, wind.',
    parameters: [
      { name: 'city', type: 'string', form: 'llm', label: 'City', description: 'The name of the city', required: true },
      {
        name: 'units',
        type: 'string',
        form: 'form',
        label: 'Units',
        description: 'metric (°C, km/h) or imperial (°F, mph)',
        default: 'metric',
      },
    ],
    sideEffects: false,
    timeoutSeconds: 60,
    async invoke(invocation) {
      const city = toText(invocation.arguments.city).trim();
      if (city === '') throw unknownPlace('');
      const place = await findPlace(invocation, addresses, city);
      const isImperial = toText(invocation.arguments.units).trim().toLowerCase() === 'imperial';
      const answer = await ask(invocation, addresses.forecast, {
        latitude: toText(place.latitude),
        longitude: toText(place.longitude),
        current: 'temperature_2m,apparent_temperature,relative_humidity_2m,precipitation,weather_code,wind_speed_10m',
        timezone: 'auto',
        ...(isImperial && { temperature_unit: 'fahrenheit', wind_speed_unit: 'mph' }),
      });
      const now = answer.current;
      if (!isMapping(now)) throw unavailable('its answer tells nothing of now');
      const told = {
        place: [place.name, place.admin1, place.country].map(toText).filter(Boolean).join(', '),
        time: toText(now.time),
        weather: weatherOf(Number(now.weather_code)),
        temperature: now.temperature_2m ?? null,
        feels_like: now.apparent_temperature ?? null,
        humidity: now.relative_humidity_2m ?? null,
        precipitation: now.precipitation ?? null,
        wind: now.wind_speed_10m ?? null,
        units: isImperial ? '°F, mph, %, mm' : '°C, km/h, %, mm',
      };
      return { text: JSON.stringify(told), json: [told] };
    },
  };
}

async function findPlace(invocation: ToolInvocation, { places }: Addresses, city: string): Promise<Json> {
  const { results } = await ask(invocation, places, { name: city.slice(0, 100), count: '1', format: 'json' });
  const place: unknown = Array.isArray(results) ? results[0] : undefined;
  if (!isMapping(place)) throw unknownPlace(city);
  return place;
}

async function ask(
  { egress, signal }: ToolInvocation,
  address: string,
  parameters: Record<string, string>,
): Promise<Json> {
  const url = `${address}?${new URLSearchParams(parameters)}`;
  const response = await egress.request({ url, method: 'GET', decompress: true, signal });
  if (response.status !== 200) {
    response.body.destroy();
    throw unavailable(`it answered with status ${response.status}`);
  }
  const body = await response.text(maxBytes);
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    throw unavailable('its answer is no JSON');
  }
  if (!isMapping(answer)) throw unavailable('its answer is no object');
  return answer;
}

function unknownPlace(city: string): PlatformError {
  const message = city === '' ? 'Name a city.' : `No city is known as "${city.slice(0, 100)}".`;
  return new PlatformError('invalid', 'tool-weather.unknown_place', message);
}

function unavailable(problem: string): PlatformError {
  return new PlatformError(
    'unavailable',
    'tool-weather.unavailable',
    `The weather service can't be asked now: ${problem}.`,
  );
}
