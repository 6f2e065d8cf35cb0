import { recentItemCount } from '#constants';

type Run = { name: string; step_count: number; done_count: number };

type Continued<OfRun, Item> = { title: string } & (
  | { run: OfRun; item?: undefined }
  | { run?: undefined; item: Item }
);

/** What the dashboard offers to continue: open runs, then recently used items. */
export const continuedItems = <OfRun extends Run, Item extends { title: string }>(
  runs: readonly OfRun[],
  recent: readonly Item[],
): Continued<OfRun, Item>[] =>
  [
    ...runs
      .filter((run) => run.step_count > 0 && run.done_count < run.step_count)
      .map((run) => ({ title: run.name, run })),
    ...recent.map((item) => ({ title: item.title, item })),
  ].slice(0, recentItemCount);
