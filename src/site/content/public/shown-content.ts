import type { SiteContent } from '../site-content.contract.ts';
import * as m from '../words/messages.ts';

const messages = [
  m.default_prompt_or_playbook_answer,
  m.default_always_updated,
  m.default_free_answer,
  m.default_cancel_question,
  m.default_work_question,
  m.default_blanks_benefit,
  m.default_curated_content,
  m.default_playbook_question,
  m.default_every_prompt_is_read,
  m.default_headline,
  m.default_hero_text,
  m.default_members_vote_and_comment,
  m.default_models_change_we_revise,
  m.default_not_always_some_playbooks,
  m.default_quality_assured,
  m.default_ready_to_use,
  m.default_specimen_text,
  m.default_the_second_reader,
  m.default_using_the_copy_button,
  m.default_free_question,
  m.default_what_counts_as_a,
  m.default_what_is_the_difference,
  m.default_writing_text,
  m.default_yes_at_any_time,
  m.default_work_answer,
];
/** By their text in the first language, which is current when the server loads this file. */
const defaults = new Map(messages.map((message) => [message(), message]));

/** The default texts in the first language, each with its translation to the current language. On the server only. */
export const defaultWords = () =>
  Object.fromEntries([...defaults].map(([text, message]) => [text, message()]));

/** Translates default texts to the page's language; the owner's own texts stay. */
export function shownContent(content: SiteContent, words = defaultWords()): SiteContent {
  const shown = (text: string) => (Object.hasOwn(words, text) && words[text]) || text;
  const items = (list: SiteContent['benefits']['items']) =>
    list.map(({ title, text }) => ({ title: shown(title), text: shown(text) }));
  const { hero, specimen, benefits, questions } = content;
  return {
    ...content,
    hero: { headline: shown(hero.headline), text: shown(hero.text) },
    specimen: {
      ...specimen,
      title: shown(specimen.title),
      eyebrow: shown(specimen.eyebrow),
      text: shown(specimen.text),
    },
    benefits: { ...benefits, items: items(benefits.items) },
    questions: { ...questions, items: items(questions.items) },
  };
}
