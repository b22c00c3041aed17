import type { Locator, Page } from 'playwright-core';

/** A workflow that greets whoever is named: `begin`, `greet` and `finish`, joined by edges or not. */
export function greeter({ hasEdges }: { readonly hasEdges: boolean }): string {
  return `
app: {name: Greeter, mode: workflow, icon: x, icon_type: emoji}
kind: app
version: 0.6.0
workflow:
  environment_variables: []
  conversation_variables: []
  features: {}
  graph:
    edges:${hasEdges ? edges : ' []'}
    nodes:
    - id: begin
      type: custom
      position: {x: 0, y: 0}
      data: {type: start, title: Begin, variables: [{variable: name, label: Name, type: text-input, required: true, max_length: 40}]}
    - id: greet
      type: custom
      position: {x: 320, y: 0}
      data: {type: template-transform, title: Greet, template: 'Hello {{ name }}', variables: [{variable: name, value_selector: [begin, name]}]}
    - id: finish
      type: custom
      position: {x: 640, y: 0}
      data: {type: end, title: Finish, outputs: [{variable: text, value_selector: [greet, output], value_type: string}]}
`;
}

const edges = `
    - {id: a, source: begin, sourceHandle: source, target: greet, targetHandle: target}
    - {id: b, source: greet, sourceHandle: source, target: finish, targetHandle: target}`;

/** The card of a node on the canvas. */
export function node(page: Page, id: string): Locator {
  return page.locator(`.react-flow__node[data-id="${id}"]`);
}
