import type { SiteContent } from '#site/content/public/site-content.ts';
import { formatCount } from '#ui/format.ts';
import * as m from '../words/messages.ts';

type Counts = { prompts: number; playbooks: number; users: number };

/** The figures below the headline: written by the owner, or counted. Figures that are empty or zero are left out. */
export function figuresOf(figures: SiteContent['figures'], counts: Counts | undefined): [string, string][] {
  if (figures.mode === 'off') return [];
  const nouns = ['prompts', 'playbooks', 'users'] as const;
  return nouns.flatMap((noun): [string, string][] => {
    const count = counts?.[noun];
    if (count === 0) return [];
    const figure = count === undefined ? figures[noun] : formatCount(count);
    return figure ? [[figure, m.figure_noun({ noun, count: count ?? 2 })]] : [];
  });
}
