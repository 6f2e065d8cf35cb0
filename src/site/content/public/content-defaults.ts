import type { SiteContent } from '../site-content.contract.ts';

/** What the pages say until an owner says something else. */
export const defaultContent: SiteContent = {
  figures: { mode: 'written', prompts: '1000+', playbooks: '50+', users: '10K+' },
  specimen: {
    is_shown: true,
    title: 'The second reader',
    eyebrow: 'Writing · Text',
    text: `Read the draft below as {{who will read it}} would: in a hurry, and free to stop. Mark the first sentence where you would stop reading, and say why.

Then rewrite only what comes before that sentence. Keep my words where they work, keep every fact, and stay under {{length}}.

End with the one question the draft leaves open.

Draft: {{paste here}}`,
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
        title: 'Curated Content',
        text: "Every prompt is read, tested and edited before it's published. What doesn't hold up is removed.",
      },
      {
        title: 'Ready to Use',
        text: 'Clear blanks for your own details, recommended models and a sample of the output.',
      },
      {
        title: 'Always Updated',
        text: 'Models change. We revise prompts when they do, and keep adding new ones.',
      },
      {
        title: 'Quality Assured',
        text: 'Members vote and comment, so the prompts that work rise to the top.',
      },
    ],
  },
  questions: {
    is_shown: true,
    items: [
      {
        title: 'What can I do without paying?',
        text: 'Browse everything, open and copy free prompts, vote and save favorites. The free plan has a daily copy limit, which resets at midnight UTC.',
      },
      {
        title: 'What counts as a copy?',
        text: "Using the Copy button on a prompt. Reading a prompt, or opening it on another device, doesn't count.",
      },
      {
        title: 'What is the difference between prompts and playbooks?',
        text: 'A prompt is one text for one task. A playbook is a step-by-step guide, with prompts for each step, that takes you to a finished piece of work.',
      },
      {
        title: 'Do I need a plan to get a playbook?',
        text: 'Not always. Some playbooks can be bought on their own, and they stay yours whatever plan you have later.',
      },
      {
        title: 'Can I change or cancel my plan?',
        text: "Yes, at any time. You keep what you've paid for until the end of the billing period.",
      },
      {
        title: 'Can I use the prompts for work?',
        text: 'Yes. Change them as you like, and use the results in your own work and for your clients.',
      },
    ],
  },
};
