import { json, Public, Routes, route } from '#http';
import { type ConfigSection, definePlugin } from '#kernel';
import { Tools } from '#plugins/tools/contract.ts';
import { Greeter } from './contract.ts';
import { greetTool } from './greet-tool.ts';
import { createGreeter } from './greeter.ts';

interface HelloConfig {
  readonly salutation: string;
}

const config: ConfigSection<HelloConfig> = {
  schema: {
    type: 'object',
    properties: { salutation: { type: 'string', minLength: 1, default: 'Hello' } },
    additionalProperties: false,
  },
  env: { HELLO_SALUTATION: 'salutation' },
};

export const plugin = definePlugin({
  id: 'hello-plugin',
  config,
  setup({ config: { salutation }, provide, contribute }) {
    const greeter = createGreeter(salutation);
    provide(Greeter, () => greeter);
    contribute(Tools, greetTool(greeter));
    contribute(
      Routes,
      route({
        id: 'hello-plugin.greet',
        method: 'GET',
        path: '/hello/:name',
        access: Public,
        summary: 'Greets somebody by name',
        handle: ({ params }) => json({ greeting: greeter.greet(params.name) }),
      }),
    );
  },
});
