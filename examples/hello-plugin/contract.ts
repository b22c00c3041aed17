import { token } from '#kernel';

/** Greets people. Other plugins may need it: that is why it has a contract. */
export interface Greeter {
  /** E.g. `Hello, Ada!`. Throws `hello-plugin.no_name` (kind invalid) for a blank name. */
  greet(name: string): string;
}

export const Greeter = token<Greeter>('hello-plugin.greeter');
