import { ArrowRight, BookOpen, FileText, type LucideIcon } from 'lucide-react';
import { formatNumber } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

type Item = { slug: string; title: string };
type Found = Item & { tier_access: number; can: { read: boolean } };
type List =
  | { items: Found[]; total: number; total_is_exact: boolean; corrected_q: string | null }
  | undefined;
type Lists = { prompts: List; playbooks: List };

export type Entry = {
  /** The path that the entry leads to, which is unique. */
  to: string;
  title: string;
  icon: LucideIcon;
  /** The level that the member needs to read it, if they can't. */
  lockedAt?: number;
  /** The number of results. */
  note?: string;
};
export type Group = {
  heading: string;
  /** Which corrected words were looked for, if nothing was found for what was typed. */
  correction?: string | undefined;
  entries: Entry[];
};

const kinds = {
  prompt: { icon: FileText, list: '/prompts', all: m.see_all_prompts },
  playbook: { icon: BookOpen, list: '/playbooks', all: m.see_all_playbooks },
} as const;
type Kind = keyof typeof kinds;

const entryOf = (kind: Kind, { slug, title }: Item): Entry => ({
  to: `/${kind}/${slug}`,
  title,
  icon: kinds[kind].icon,
});
const foundEntry = (kind: Kind, item: Found): Entry => ({
  ...entryOf(kind, item),
  ...(!item.can.read && { lockedAt: item.tier_access }),
});
const filled = (groups: Group[]) => groups.filter(({ entries }) => entries.length > 0);

type Recent = { items: (Item & { target_type: Kind })[] } | undefined;

/** The groups shown before anything is typed. Recently used items aren't repeated among the most viewed. */
export function suggestedGroups({ recent, prompts, playbooks }: Lists & { recent: Recent }): Group[] {
  const used = (recent?.items ?? []).map((item) => entryOf(item.target_type, item));
  const others = (kind: Kind, list: List) =>
    (list?.items ?? [])
      .map((item) => foundEntry(kind, item))
      .filter(({ to }) => used.every((entry) => entry.to !== to))
      .slice(0, suggestionCount);
  return filled([
    { heading: m.recently_used(), entries: used },
    { heading: m.popular_prompts(), entries: others('prompt', prompts) },
    { heading: m.popular_playbooks(), entries: others('playbook', playbooks) },
  ]);
}
const suggestionCount = 4;

/** The groups of search results, each with a link to all results if there are more than fit. */
export function foundGroups({ q, prompts, playbooks }: Lists & { q: string }): Group[] {
  const entries = (kind: Kind, list: List): Entry[] => {
    if (!list) return [];
    const { icon: _icon, list: path, all } = kinds[kind];
    const { items, total, total_is_exact } = list;
    const more: Entry = {
      to: `${path}?${new URLSearchParams({ q })}`,
      title: all(),
      icon: ArrowRight,
      note: `${formatNumber(total)}${total_is_exact ? '' : '+'}`,
    };
    return [...items.map((item) => foundEntry(kind, item)), ...(total > items.length ? [more] : [])];
  };
  const correction = (list: List) =>
    list?.corrected_q ? common.nothing_found_showing({ q: list.corrected_q }) : undefined;
  return filled([
    { heading: common.prompts(), correction: correction(prompts), entries: entries('prompt', prompts) },
    {
      heading: common.playbooks(),
      correction: correction(playbooks),
      entries: entries('playbook', playbooks),
    },
  ]);
}
