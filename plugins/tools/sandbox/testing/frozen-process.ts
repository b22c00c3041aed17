import { readFileSync, writeSync } from 'node:fs';
import { freezeRealm } from '#plugins/sandbox/python/child/frozen-realm.ts';

/**
 * A program that freezes its realm and then tells what became of each of the expressions it was given: a JSON list of texts
 * on its input. On its output what they gave (null for errors, undefined and false), and what is left of the process.
 */
const attempts = JSON.parse(readFileSync(0, 'utf8')) as readonly string[];
const evaluate: (text: string) => unknown = Reflect.get(globalThis, 'eval');
const { process: own } = globalThis;
const leave: (code: number) => never = Reflect.get(own, 'reallyExit').bind(own, 0);
freezeRealm();
const left = Reflect.ownKeys(own).filter((key) => Reflect.get(own, key) !== undefined);
writeSync(1, JSON.stringify({ outcomes: attempts.map(attempt), left: left.map(String) }));
leave(0);

function attempt(text: string): string | null {
  try {
    const found = evaluate(`'use strict'; ${text}`);
    return found === undefined || found === false ? null : String(found);
  } catch {
    return null;
  }
}
