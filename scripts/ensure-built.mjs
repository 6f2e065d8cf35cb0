// Builds the site if its sources have changed. `npm test` runs this beside its checks.
import { ensureBuilt } from './prepare.mjs';

ensureBuilt();
