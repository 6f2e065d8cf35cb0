import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { difficulties, limits, promptTypes } from '#constants';
import { describePrompt } from './describe.server.ts';
import { typeOfPrompt } from './prompt-type.server.ts';

const of = (prompt_body: string, prompt_type: (typeof promptTypes)[number] = 'Text', title?: string) =>
  describePrompt({ prompt_body, prompt_type, title });

describe('the title of a prompt', () => {
  test.each([
    ['I want you to act as a travel guide. Suggest museums.', 'Travel Guide'],
    ['You are an experienced tax adviser with twenty years of work. Help me.', 'Experienced Tax Adviser'],
    ["Imagine you're a poet. Write.", 'Poet'],
    ['---\nname: code-reviewer\nmodel: any\n---\nReview this.', 'Code Reviewer'],
    ['Title: Weekly menu\n\nPlan seven dinners.', 'Weekly Menu'],
    ['**Name:** Budget buddy\nAsk me about my money.', 'Budget Buddy'],
    ['# Meeting minutes\n\nWrite them down.', 'Meeting minutes'],
    ['Please write a haiku about autumn. Use plain words.', 'Write a haiku about autumn'],
    ['{"title": "Neon city", "style": "noir"}', 'Neon City'],
    ['!!!', 'Untitled prompt'],
    ['```\n```', 'Untitled prompt'],
    ['# {{', 'Untitled prompt'],
  ])('%j is %j', (body, title) => {
    expect(of(body).title).toBe(title);
  });

  test('that is given stays, cut to what fits', () => {
    expect(of('You are a poet.', 'Text', 'My own').title).toBe('My own');
    expect(of('x', 'Text', 't'.repeat(400)).title).toHaveLength(limits.title);
  });

  test('of a long first sentence ends at a word', () => {
    const { title } = of(`Explain ${'something very long '.repeat(10)}.`);
    expect(title.length).toBeLessThanOrEqual(71);
    expect(title).toMatch(/^Explain .*\w…$/);
  });
});

describe('the category', () => {
  test.each([
    ['You are a chess coach. Look at my chess game and my opening.', 'Text'],
    ['Plan a trip to the museum, the hotel and the beach.', 'Text'],
  ] as const)('of %j is more than the general one', (body, type) => {
    expect(of(body, type).category).not.toBe('General');
  });

  test('is the general one where nothing is known, and that of pictures for a picture', () => {
    expect(of('qwx zzy').category).toBe('General');
    expect(of('qwx zzy', 'Image').category).toBe('Image & Design');
  });

  test('follows the title more than the text', () => {
    const body = 'Cook dinner with vegetables.';
    expect(of(body, 'Text', 'SQL database query helper').category).not.toBe(of(body).category);
  });
});

describe('the difficulty', () => {
  const part = '1. Do this step.\n';

  test('grows with length, parts and blanks', () => {
    expect(of('Short and plain.').difficulty).toBe('beginner');
    expect(of('word '.repeat(500)).difficulty).toBe('intermediate');
    expect(of('word '.repeat(1_200)).difficulty).toBe('advanced');
    expect(of(part.repeat(12)).difficulty).toBe('intermediate');
    expect(of(part.repeat(40)).difficulty).toBe('advanced');
    expect(of('Use {{one}} {{two}} {{three}} {{four}}.').difficulty).toBe('intermediate');
  });

  test('never falls when more is added', () => {
    fc.assert(
      fc.property(fc.nat({ max: 60 }), fc.nat({ max: 60 }), (count, more) => {
        const rank = (times: number) => difficulties.indexOf(of(part.repeat(times) || 'x').difficulty);
        expect(rank(count + more)).toBeGreaterThanOrEqual(rank(count));
      }),
      { numRuns: 60 },
    );
  });
});

describe('the type', () => {
  test.each([
    [
      'Ultra-realistic portrait of a woman, golden hour lighting, shallow depth of field, 85mm lens.',
      'Image',
    ],
    ['{"subject": "a fox", "style": "noir", "lighting": "soft", "aspect_ratio": "4:5"}', 'Image'],
    ['Generate a 10 second video for Veo 3: the camera slowly pans over a harbor.', 'Video'],
    ['A song for Suno at 128 bpm. [Verse 1] …', 'Audio'],
    ['---\nname: reviewer\ndescription: Reviews code.\ntools: Read\n---\nYou review code.', 'Agent'],
    ['I want you to act as a photographer. Explain lighting and write an article about portraits.', 'Text'],
    ['Write a React component with a background image and CSS.', 'Text'],
  ] as const)('of %j is %s', (body, type) => {
    expect(typeOfPrompt({ prompt_body: body })).toBe(type);
  });
});

describe('the description', () => {
  test('names the role, the topics and what is to be filled in', () => {
    const { description } = of(
      `You are an editor for magazines. Improve the grammar of \${text:draft} for [AUDIENCE] in {{ target_language }}.`,
    );
    expect(description).toMatch(/ an editor\b/);
    expect(description).toMatch(/ the text, audience and target language\.$/);
  });

  test.each([
    ['Image', /^Makes an image\.$/],
    ['Audio', /^Makes a piece of audio\.$/],
    ['Video', /^Makes a video\.$/],
    ['Agent', /^Instructions for an agent/],
    ['Text', /^A prompt/],
  ] as const)('says of what kind it is where it knows no more: %s', (type, start) => {
    expect(of('qwx zzy', type).description).toMatch(start);
  });

  test('writes names as they are written, and takes no "to do" for a topic', () => {
    const { description, tags } = of(
      'If you have something to do, translate the HTML and the JavaScript into English. Never do more than you have to do.',
    );
    expect(description).toMatch(/ (?:English|HTML|JavaScript), (?:English|HTML|JavaScript) and /);
    expect(description).not.toMatch(/to do\b(?! with)/);
    expect(tags).toEqual(expect.arrayContaining(['english', 'html', 'javascript']));
    expect(of('Sort my todo list by urgency.').tags).toContain('to-do list');
    expect(of('Act as your personal tutor for chess.').description).toContain(' a personal tutor ');
  });

  test.each([
    ['Act as a Prompt Enhancer AI. Rewrite what I send.', 'a prompt enhancer AI.'],
    ['You are an SVG Designer. Draw what I describe.', 'an SVG designer.'],
    ['Act as an Ultimate Data Processing Specialist.', 'an ultimate data processing specialist.'],
    ['I want you to act as an Ethereum Developer.', 'an Ethereum developer.'],
    ['You are a neutral interview assistant called "Intake".', 'a neutral interview assistant.'],
    ['You are a senior Next.js architect.', 'a senior Next.js architect.'],
    ['ROLE: Act as a Game Theorist.', 'a game theorist.'],
    ['You are the "Architect Guide" for new programmers.', 'an architect guide'],
    ['I want you to act as GLaDOS. Be sarcastic.', / GLaDOS/],
  ])('names the role in %j as a sentence does', (body, role) => {
    expect(of(body).description).toMatch(
      typeof role === 'string'
        ? new RegExp(`(?:with|from|Ask) ${role.replace('.', '(?: (?:on|about) .*)?\\.')}`)
        : role,
    );
    expect(of(body).description).not.toMatch(/ an? GLaDOS/);
  });

  test('takes no field of study, and no half of a phrase, for a role', () => {
    for (const body of ['You are a Python and SQL expert.', 'You are both judge and jury.'])
      expect(of(body).description).not.toMatch(/ an? (?:Python|both)\b/);
  });

  test('writes about things that can be counted in the plural', () => {
    expect(of('Compare each recipe with the recipe before. Then test the API.').description).toMatch(
      / recipes and APIs\.| APIs and recipes\./,
    );
    expect(of('Write a story.').description).toMatch(/ stories\./);
  });

  test("doesn't take a type for a blank", () => {
    expect(of('def total(prices: list[int], names: dict[str, str])').description).not.toMatch(
      /\b(?:int|str)\b/,
    );
  });

  test("doesn't take a link for a blank", () => {
    expect(of('See [the guide](https://example.com) first.').description).not.toContain('the guide');
  });
});

test('whatever the text, the answer fits its fields, is the same every time, and gives little of the text away', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom(
      'You are a ',
      'act as ',
      'Title: ',
      '# ',
      '{{',
      '}}',
      '[',
      ']',
      '\n',
      '---\n',
      'name: ',
      '"title": "',
      '. ',
      '${',
    ),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 25 }),
      fc.constantFrom(...promptTypes),
      (pieces, type) => {
        const body = pieces.join('');
        const answer = of(body, type);
        expect(of(body, type)).toEqual(answer);
        expect(answer.title.length).toBeGreaterThan(0);
        expect(answer.title.length).toBeLessThanOrEqual(limits.title);
        expect(answer.description.length).toBeLessThanOrEqual(201);
        expect(answer.tags.length).toBeLessThanOrEqual(5);
        expect(new Set(answer.tags).size).toBe(answer.tags.length);
        expect(difficulties).toContain(answer.difficulty);
        expect(answer.category).not.toBe('');
      },
    ),
    { numRuns: 300 },
  );
});

test('of a long text takes no time: no pattern backtracks excessively', () => {
  for (const part of [
    'a ',
    'act as ',
    '# ',
    '{{',
    '[A',
    'name: ',
    '-\n',
    'You are a ',
    '\n',
    '\u2028',
    '!',
    '${ab:',
    '{{ ',
  ])
    for (const start of ['', 'x', '{{', '${ab:']) {
      const text = start + part.repeat(Math.floor((limits.promptBody - start.length) / part.length));
      expect(of(`${text}a`).tags.length).toBeLessThanOrEqual(5);
    }
  // Spaces are between two braces only.
  expect(of(`{{${' '.repeat(limits.promptBody)}}}`).difficulty).toBe('advanced');
}, 20_000);

test('the lines of a text can end as on any system', () => {
  const skill =
    '---\nname: code-reviewer\ndescription: Reviews it.\nallowed-tools: Read\n---\n# Review\n\n1. Read {{file}}.\n';
  expect(typeOfPrompt({ prompt_body: skill })).toBe('Agent');
  for (const end of ['\r\n', '\r']) {
    const other = skill.replaceAll('\n', end);
    expect(typeOfPrompt({ prompt_body: other })).toBe('Agent');
    expect(of(other, 'Agent')).toEqual(of(skill, 'Agent'));
    const [long, otherLong] = [skill, other].map((text) => text.repeat(8));
    expect(of(otherLong ?? '').difficulty).toBe(of(long ?? '').difficulty);
  }
});

describe('a description derived from the text', () => {
  test('names the role, the topics and the blanks, and never repeats the body', () => {
    const secret = 'zq9-never-shown';
    const prompt_body = `You are a senior travel guide who knows every city. Ask me about {{destination}} and [BUDGET].\n${secret} itinerary museum hotel ${secret}`;
    const result = describePrompt({ prompt_body, prompt_type: 'Text' });
    expect(result).toMatchObject({
      title: 'Senior Travel Guide',
      category: 'Travel & Culture',
      difficulty: 'beginner',
    });
    expect(result.description).toBe(
      'Get help with cities and hotels from a senior travel guide. Just add the destination and budget.',
    );
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(describePrompt({ prompt_body, prompt_type: 'Text' })).toEqual(result);
  });
});

test.each(['title: ', '# '])(
  'a title %j at the end of the part that is read is cut before an emoji, not within it',
  (mark) => {
    const start = `${'x'.repeat(969)}\n${mark}A name `;
    const prompt_body = `${start}${'x'.repeat(999 - start.length)}😀 and more`;
    const { title } = of(prompt_body);
    expect([title.isWellFormed(), title]).toEqual([true, expect.stringMatching(/^A Name x+$/i)]);
  },
);
