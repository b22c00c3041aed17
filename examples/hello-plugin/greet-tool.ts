import type { Tool } from '#plugins/tools/contract.ts';
import type { Greeter } from './contract.ts';

/** The greeter as a tool: for tool nodes, and for agents. */
export function greetTool(greeter: Greeter): Tool {
  return {
    id: 'hello-plugin.greet',
    provider: 'hello-plugin',
    name: 'greet',
    label: 'Greet',
    description: 'Greets somebody by name.',
    parameters: [
      { name: 'name', type: 'string', form: 'llm', description: 'Who is greeted', required: true },
      { name: 'loud', type: 'boolean', form: 'form', description: 'In capitals', default: false },
    ],
    output: { type: 'object', properties: { length: { type: 'integer' } } },
    sideEffects: false,
    invoke({ arguments: { name, loud } }) {
      // Variables of a run come as they are: a tool reads what it is given with care.
      const greeting = greeter.greet(typeof name === 'string' ? name : '');
      const text = loud === true ? greeting.toUpperCase() : greeting;
      return { text, variables: { length: text.length } };
    },
  };
}
