/**
 * Derives the colors of both themes from the owner's color. The accent color is used for text on the theme's surfaces and as a background
 * for text: both need the contrast of WCAG 2.2 AA. A color that lacks it is mixed with black in the light theme and with white in the dark
 * one, as little as possible, so that its hue stays.
 */

/** The owner's color as #rrggbb; empty for the product's own. */
export const accentPattern = /^(#[0-9a-f]{6})?$/;

/** The product's own, from app.css. */
export const ownAccent = { light: '#17503f', dark: '#93d6b8' } as const;

type Color = readonly [red: number, green: number, blue: number];

/** The contrast for text (4.5), plus a margin for rounding. */
const wanted = 4.6;
const black: Color = [0, 0, 0];
const white: Color = [255, 255, 255];
/** From app.css: the surfaces under the accent color, the text on it, and its share in a soft background. */
const themes = {
  light: { surfaces: ['#f8f6ef', '#fffdf8', '#efece1'], text: '#fffdf8', toward: black, soft: 0.12 },
  dark: { surfaces: ['#121614', '#1a1f1c', '#0d110f'], text: '#0c1d16', toward: white, soft: 0.16 },
} as const;
type Theme = keyof typeof themes;

const parse = (hex: string): Color => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];
const format = (color: Color) =>
  `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
const mix = (from: Color, to: Color, share: number): Color => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

function luminance(color: Color): number {
  const [red, green, blue] = color.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** The WCAG contrast ratio, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(parse(a)), luminance(parse(b))].sort((x, y) => y - x);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

/** The lowest contrast that a color has in a theme, wherever it is used. */
function lowestContrast(color: string, theme: Theme): number {
  const { surfaces, text } = themes[theme];
  return Math.min(...[...surfaces, softOf(color, theme), text].map((other) => contrast(color, other)));
}

const softOf = (color: string, theme: Theme) =>
  format(mix(parse(themes[theme].surfaces[0]), parse(color), themes[theme].soft));

/** The shade of a color in a theme, and the lowest contrast that the color itself would have. */
export function shadeFor(chosen: string, theme: Theme) {
  const { toward } = themes[theme];
  let color = chosen;
  for (let step = 1; lowestContrast(color, theme) < wanted && step <= 100; step += 1)
    color = format(mix(parse(chosen), toward, step / 100));
  return { color, contrast: lowestContrast(chosen, theme), isAdjusted: color !== chosen };
}

/** A style sheet that replaces the product's accent color; empty if none is chosen. */
export function accentStyle(chosen: string): string {
  if (chosen === '') return '';
  const [light, dark] = (['light', 'dark'] as const).map((theme) => {
    const { color } = shadeFor(chosen, theme);
    return { color, soft: softOf(color, theme), hover: format(mix(parse(color), themes[theme].toward, 0.2)) };
  });
  const both = (name: string, value: 'color' | 'soft' | 'hover') =>
    `--${name}:light-dark(${light?.[value]},${dark?.[value]})`;
  return `html:root{${[both('accent', 'color'), both('accent-hover', 'hover'), both('accent-soft', 'soft')].join(';')}}`;
}

/** The color of the browser's bar above a page: the page's own, unless one is chosen. */
export const barColors = (chosen: string) => ({
  light: chosen === '' ? themes.light.surfaces[0] : shadeFor(chosen, 'light').color,
  dark: chosen === '' ? themes.dark.surfaces[0] : shadeFor(chosen, 'dark').color,
});

/** For what doesn't have the pages' style sheet, such as emails and pictures of shared links. */
export const accentIn = (theme: Theme, chosen: string) =>
  chosen === '' ? ownAccent[theme] : shadeFor(chosen, theme).color;
