import { readFileSync } from 'node:fs';

const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');

/** The release of the site, such as "0.3.0". */
export const release: string = JSON.parse(file).version;
