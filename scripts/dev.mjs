import { ensureInstalled } from './prepare.mjs';
import { runPinned } from './run.mjs';

ensureInstalled({ everything: true });
// Pages reload by themselves (Vite); a change on the server's side restarts the process (Node's own watcher).
runPinned(['--watch', '--watch-preserve-output', 'src/main.server.ts'], { NODE_ENV: 'development' });
