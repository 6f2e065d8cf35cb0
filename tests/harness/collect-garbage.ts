import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** Collects all garbage now, so that a test sees what stays in memory. */
export const collectGarbage: () => void = runInNewContext('gc');
