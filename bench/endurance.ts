// Tests the failure guarantees: npm run endurance -- site-kills 100. The figures are in docs/operations.md.
import { measureDisks } from './endurance/disks.ts';
import { measureKills, measureStops } from './endurance/kills.ts';
import { measureMailings } from './endurance/mailings.ts';
import { measureMixed } from './endurance/mixed.ts';
import { measureOutages } from './endurance/outages.ts';
import { measurePowerCuts } from './endurance/power-cuts.ts';

/** Each trial with its default count of rounds, seconds, minutes or members, which the command line can override. */
const trials: Record<string, [(count: number) => Promise<void>, number]> = {
  'site-kills': [(count) => measureKills('site', count), 100],
  'database-kills': [(count) => measureKills('database', count), 100],
  'double-kills': [(count) => measureKills('both', count), 100],
  stops: [measureStops, 50],
  'power-cuts': [measurePowerCuts, 30],
  disks: [measureDisks, 3],
  outages: [measureOutages, 60],
  mixed: [measureMixed, 30],
  mailings: [measureMailings, 10_000],
};

const [name = '', count] = process.argv.slice(2);
const trial = trials[name];
if (!trial) {
  console.error(`Name one of: ${Object.keys(trials).join(', ')}; then how many times, seconds or minutes.`);
  process.exit(1);
}
await trial[0](Number(count ?? trial[1]));
