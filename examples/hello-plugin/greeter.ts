import { PlatformError } from '#kernel';
import type { Greeter } from './contract.ts';

export function createGreeter(salutation: string): Greeter {
  return {
    greet(name) {
      if (name.trim() === '') {
        throw new PlatformError('invalid', 'hello-plugin.no_name', 'Give a name to greet.');
      }
      return `${salutation}, ${name.trim()}!`;
    },
  };
}
