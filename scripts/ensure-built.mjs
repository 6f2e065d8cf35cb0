// Builds the site if its sources have changed: in a process of its own, `npm test` checks them meanwhile.
import { ensureBuilt } from './prepare.mjs';

ensureBuilt();
