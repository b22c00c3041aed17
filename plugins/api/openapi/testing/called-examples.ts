import { pluginFiles } from '#kernel/testing/plugin-files.ts';
import type { TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import type { ManagementParts } from './management-calls.ts';

/** What examples are called with: the described server, its token, apps, and a user with one object of each kind. */
export interface ExampleParts extends ManagementParts {
  readonly platform: TestPlatform;
}

/** Calls of a plugin's routes, with what they are for and what they must refuse: `exampleCalls` of `testing/example-calls.ts`. */
export interface ExampleCalls {
  /** `when tags are made` */
  readonly what: string;
  make(parts: ExampleParts): Promise<void>;
}

const modules = await Promise.all(
  pluginFiles('testing/example-calls.ts').map(
    ({ url }) => import(url.href) as Promise<{ readonly exampleCalls: readonly ExampleCalls[] }>,
  ),
);

/** Of all plugins. */
export const exampleCalls: readonly ExampleCalls[] = modules.flatMap((module) => module.exampleCalls);
