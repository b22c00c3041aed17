import { describe, expect, it } from 'vitest';
import { isTemplateText, parseTemplate, renderTemplate } from './template.ts';

const values: Record<string, unknown> = { 'a.x': 'one', 'a.o.k': [1, 2], 'b.nothing': null, 'c.p': '{{#a.x#}}' };
const variables = { get: (selector: readonly string[]) => values[selector.join('.')] };
const render = (text: string, form: 'text' | 'markdown' = 'text') =>
  renderTemplate(parseTemplate(text), variables, form);

describe('templates', () => {
  it('are recognised without a trace in the next parse', () => {
    expect(isTemplateText('a long text before {{#a.x#}}')).toBe(true);
    expect(render('{{#a.x#}}!')).toBe('one!');
  });

  it('replaces placeholders and keeps the text around them', () => {
    expect(render('<{{#a.x#}}|{{#a.o.k#}}>')).toBe('<one|[1, 2]>');
    expect(render('<{{#a.o.k#}}>', 'markdown')).toBe('<- 1\n- 2>');
  });

  it('shows the bare name of an unresolved variable, and nothing for a stored null', () => {
    expect(render('{{#node.name#}}/{{#b.nothing#}}/')).toBe('node.name//');
  });

  it('shows nothing for a variable of a skipped node', () => {
    const skipped = { get: () => undefined, isEmpty: (selector: readonly string[]) => selector[0] === 'gone' };
    expect(renderTemplate(parseTemplate('{{#gone.x#}}{{#here.x#}}'), skipped, 'text')).toBe('here.x');
  });

  it('does not expand values again', () => {
    expect(render('{{#c.p#}}')).toBe('{{#a.x#}}');
  });

  it.each([
    '{{# a.x#}}',
    '{{#a#}}',
    '{{#a.1x#}}',
    '{{#節點.x#}}',
    '{{#a-b.x#}}',
    '{{a.x}}',
    `{{#a.${'x'.repeat(31)}#}}`,
    `{{#${'a'.repeat(51)}.x#}}`,
    `{{#a${'.x'.repeat(11)}#}}`,
    '{{#context#}}',
  ])('%s is literal text', (text) => {
    expect(render(text)).toBe(text);
    expect(isTemplateText(text)).toBe(false);
  });

  it('accepts the longest legal names', () => {
    expect(isTemplateText(`{{#${'a'.repeat(50)}${`.${'x'.repeat(30)}`.repeat(10)}#}}`)).toBe(true);
  });
});
