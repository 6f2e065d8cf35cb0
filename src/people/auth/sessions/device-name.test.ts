import { expect, test } from 'vitest';
import { deviceLine } from './device-name.ts';

// Headers as browsers send them. cspell:ignore KHTML Edgi
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)';
const ipad = 'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const android = 'Mozilla/5.0 (Linux; Android 14; K)';
const chromeOs = 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)';
const linux = 'Mozilla/5.0 (X11; Linux x86_64';

test.each([
  ['Safari, iPhone', `${iphone} ${webkit} Version/18.1 Mobile/15E148 Safari/604.1`],
  ['Chrome, iPhone', `${iphone} ${webkit} CriOS/130.0.6723.90 Mobile/15E148 Safari/604.1`],
  ['Edge, iPhone', `${iphone} ${webkit} Version/18.0 EdgiOS/130.0.2849.68 Mobile/15E148 Safari/604.1`],
  ['Firefox, iPad', `${ipad} ${webkit} FxiOS/130.0 Mobile/15E148 Safari/605.1.15`],
  ['Safari, macOS', `${mac} ${webkit} Version/17.6 Safari/605.1.15`],
  ['Chrome, macOS', `${mac} ${blink} Chrome/130.0.0.0 Safari/537.36`],
  ['Edge, Windows', `${windows} ${blink} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`],
  ['Edge, Windows', `${windows} ${blink} Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763`],
  ['Opera, Windows', `${windows} ${blink} Chrome/129.0.0.0 Safari/537.36 OPR/115.0.0.0`],
  ['Firefox, Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  ['Chrome, Android', `${android} ${blink} Chrome/130.0.0.0 Mobile Safari/537.36`],
  ['Edge, Android', `${android} ${blink} Chrome/130.0.0.0 Mobile Safari/537.36 EdgA/130.0.0.0`],
  [
    'Samsung Internet, Android',
    `${android} ${blink} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`,
  ],
  ['Chrome, ChromeOS', `${chromeOs} ${blink} Chrome/130.0.0.0 Safari/537.36`],
  ['Firefox, Linux', `${linux}; rv:132.0) Gecko/20100101 Firefox/132.0`],
  ['Chrome, Linux', `${linux}) ${blink} HeadlessChrome/130.0.0.0 Safari/537.36`],
  ['Linux', 'Wget/1.24 (Linux)'],
  ['Another program', 'curl/8.5.0'],
  ['Another program', ''],
  ['Another program', null],
  ['Another program', undefined],
])('a member reads “%s” for %s', (line, userAgent) => {
  expect(deviceLine(userAgent)).toBe(line);
});
