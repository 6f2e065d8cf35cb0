import type { SiteContent } from './site-content.contract.ts';
import * as m from './words/messages.ts';

/** The default texts of the public pages, until an owner changes them. */
export const defaultContent: SiteContent = {
  hero: { headline: m.default_headline(), text: m.default_hero_text() },
  figures: { mode: 'written', prompts: '1000+', playbooks: '50+', users: '10K+' },
  specimen: {
    is_shown: true,
    title: m.default_the_second_reader(),
    eyebrow: m.default_writing_text(),
    text: m.default_specimen_text(),
  },
  partners: {
    is_shown: true,
    groups: [
      ['Northgate Press', 'Halden & Moor', 'Fieldnote', 'Studio Arbre', 'Kestrel Labs'],
      ['Copperline', 'The Weekly Desk', 'Ostro', 'Brightwater', 'Lumen Atelier'],
      ['Paperboat', 'Sable & Finch', 'Meridian Works', 'Tallow Street', 'Quillcraft'],
    ],
  },
  benefits: {
    is_shown: true,
    items: [
      {
        title: m.default_curated_content(),
        text: m.default_every_prompt_is_read(),
      },
      {
        title: m.default_ready_to_use(),
        text: m.default_blanks_benefit(),
      },
      {
        title: m.default_always_updated(),
        text: m.default_models_change_we_revise(),
      },
      {
        title: m.default_quality_assured(),
        text: m.default_members_vote_and_comment(),
      },
    ],
  },
  questions: {
    is_shown: true,
    items: [
      {
        title: m.default_free_question(),
        text: m.default_free_answer(),
      },
      {
        title: m.default_what_counts_as_a(),
        text: m.default_using_the_copy_button(),
      },
      {
        title: m.default_what_is_the_difference(),
        text: m.default_prompt_or_playbook_answer(),
      },
      {
        title: m.default_playbook_question(),
        text: m.default_not_always_some_playbooks(),
      },
      {
        title: m.default_cancel_question(),
        text: m.default_yes_at_any_time(),
      },
      {
        title: m.default_work_question(),
        text: m.default_work_answer(),
      },
    ],
  },
  footer: { links: [] },
};
