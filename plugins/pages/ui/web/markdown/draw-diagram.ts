import { renderMermaid } from 'beautiful-mermaid';

/** Draws a diagram as SVG, in the colours of where it will stand; throws where it can't be read. */
export async function drawDiagram(source: string, place: Element): Promise<string> {
  const style = getComputedStyle(place);
  const colour = (name: string) => resolved(style.getPropertyValue(name), place);
  const drawn = await renderMermaid(source, {
    bg: colour('--surface'),
    fg: colour('--text'),
    line: colour('--text-3'),
    accent: colour('--accent'),
    muted: colour('--text-2'),
    border: colour('--line-strong'),
    font: 'system-ui',
    transparent: true,
  });
  // A picture fetches nothing; it needn't try either.
  return drawn.replace(/@import[^;]*;/g, '');
}

/** A colour as a picture outside of the page understands it: no variables, no `light-dark()`. */
function resolved(value: string, place: Element): string {
  const probe = document.createElement('span');
  probe.style.setProperty('color', value);
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  const canvas = document.createElement('canvas').getContext('2d');
  if (canvas === null) return color;
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
