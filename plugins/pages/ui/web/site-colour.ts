/** What text on either theme's ground needs (WCAG 2.2, 1.4.3), and what is drawn on the colour. */
const NEEDED = 4.5;
/** `--surface` of the two themes, and the darkest and lightest of text. */
const grounds = { light: [1, 1, 1], dark: [0.078, 0.082, 0.102] } as const;

type Rgb = readonly [number, number, number];

/**
 * Colours the page with the site's own colour (`#rrggbb`): where it would be too faint as text, darker or lighter, for each
 * theme by itself.
 */
export function applySiteColour(colour: string | null): void {
  const rgb = colour === null ? null : parse(colour);
  if (rgb === null) return;
  const { style } = document.documentElement;
  const light = adjusted(rgb, grounds.light, -1);
  const dark = adjusted(rgb, grounds.dark, 1);
  const both = (one: string, other: string) => `light-dark(${one}, ${other})`;
  style.setProperty('--accent', both(css(light), css(dark)));
  style.setProperty('--accent-text', both(css(light), css(dark)));
  style.setProperty('--on-accent', both(inkOn(light), inkOn(dark)));
  style.setProperty(
    '--accent-soft',
    both(`color-mix(in oklch, ${css(light)} 10%, white)`, `color-mix(in oklch, ${css(dark)} 22%, oklch(0.2 0.01 270))`),
  );
}

function parse(colour: string): Rgb | null {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (found === null) return null;
  const [red = 0, green = 0, blue = 0] = found.slice(1).map((pair) => Number.parseInt(pair, 16) / 255);
  return [red, green, blue];
}

/** Steps towards black (-1) or white (1) until there is enough contrast, with some to spare for softer grounds. */
function adjusted(rgb: Rgb, ground: Rgb, direction: 1 | -1): Rgb {
  let colour = rgb;
  for (let step = 0; step < 20 && contrast(colour, ground) < NEEDED * 1.15; step++) {
    colour = colour.map((part) => (direction === 1 ? part + (1 - part) * 0.1 : part * 0.9)) as unknown as Rgb;
  }
  return colour;
}

function inkOn(colour: Rgb): string {
  return contrast(colour, [1, 1, 1]) >= NEEDED ? '#ffffff' : '#10111a';
}

export function contrast(one: Rgb, other: Rgb): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function css(rgb: Rgb): string {
  return `#${rgb
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
