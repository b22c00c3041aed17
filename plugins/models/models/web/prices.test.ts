import { expect, it } from 'vitest';
import { ownPriceOf, perMillion, withOwnPrice } from './prices.ts';

it('tells prices per million tokens, whatever they are told for', () => {
  expect(perMillion('2.5', '0.000001')).toBe('2.5');
  expect(perMillion('0.0003', '0.001')).toBe('0.3');
  expect(ownPriceOf('{"m":{"prompt":"1","unit":"0.001","currency":"EUR"}}', 'm')).toEqual({
    prompt: '1000',
    completion: '0',
    currency: 'EUR',
  });
  expect(ownPriceOf('', 'm')).toBeNull();
  expect(ownPriceOf('no json', 'm')).toBeNull();
  expect(ownPriceOf('{}', 'constructor')).toBeNull();
});

it('changes the price of one model and leaves the others', () => {
  const before = '{"a":{"prompt":"1"},"b":{"prompt":"2","cached_prompt":"1","unit":"0.001"}}';
  const price = { prompt: '3', completion: '4', currency: 'USD' };
  expect(JSON.parse(withOwnPrice(before, 'b', price))).toEqual({
    a: { prompt: '1' },
    b: { cached_prompt: '1', prompt: '3', completion: '4', currency: 'USD' },
  });
  expect(withOwnPrice('{"a":{"prompt":"1"}}', 'a', null)).toBe('');
});
