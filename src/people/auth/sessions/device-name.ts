import * as m from '../words/messages.ts';

const browsers = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /Version\/.*Safari\//],
] as const;
const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Macintosh|Mac OS X/],
  ['Linux', /Linux/],
] as const;

const nameIn = (names: readonly (readonly [string, RegExp])[], text: string) =>
  names.find(([, pattern]) => pattern.test(text))?.[0];

/** Browser and system in a User-Agent header, by their common names; empty if not recognized. */
export function deviceName(userAgent: string | null | undefined): { browser: string; system: string } {
  const text = userAgent ?? '';
  return { browser: nameIn(browsers, text) ?? '', system: nameIn(systems, text) ?? '' };
}

type Device = ReturnType<typeof deviceName>;
const lineOf = ({ browser, system }: Device) => [browser, system].filter(Boolean).join(', ');

/** The same in one line, to tell devices apart, whatever the language. */
export const deviceLine = (userAgent: string | null | undefined): string =>
  lineOf(deviceName(userAgent)) || 'Another program';

/** The line that people read. */
export const deviceWords = (device: Device): string => lineOf(device) || m.another_program();
