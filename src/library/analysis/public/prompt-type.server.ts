// Patterns contain parts of words. cspell:ignore realis photorealis summari analy colori

import type { promptTypes } from '#constants';
import { keysOf } from '#platform/keys-of.ts';
import { withLineFeeds } from '#platform/text/line-ends.ts';

type PromptType = (typeof promptTypes)[number];

const maxCharacters = 6_000;
/** The minimum weight for a type other than Text. */
const enough = { Image: 3.5, Video: 4, Audio: 4, Agent: 5 } as const;

/** Evidence for each type, with its weight. A pattern counts once, however often it matches. */
const signs: Record<Exclude<PromptType, 'Text'>, readonly (readonly [RegExp, number])[]> = {
  Image: [
    [/\b(?:photo-?realis|hyper-?realis|ultra-?realis|ultra-?photorealis)\w*/i, 3],
    [
      /\b(?:aspect[ _]ratio|negative[ _]prompt|--ar \d|midjourney|nano ?banana|stable diffusion|dall-?e)\b/i,
      3,
    ],
    [
      /\b(?:depth of field|bokeh|shallow focus|focal length|f\/\d|\d{2,3} ?mm (?:lens|prime)|color[ _]palette)\b/i,
      2,
    ],
    [/\b(?:lighting|rim light|soft light|golden hour|backlit|studio light)\b/i, 2],
    [
      /\b(?:cinematic|isometric|watercolor|illustration|3d render|vector art|line art|poster|portrait|selfie)\b/i,
      1.5,
    ],
    [/\b(?:[48]k|high[- ]resolution|highly detailed|ultra[- ]detailed|hdr)\b/i, 1],
    [/\b(?:foreground|background|camera angle|close-?up|wide shot|skin texture|facial features)\b/i, 1],
    [
      /\b(?:create|generate|make|design|draw|render|produce)\s+(?:me\s+)?(?:an?|the)\s+(?:[\w-]+[\s,]+){0,6}?(?:image|picture|photo|photograph|portrait|poster|illustration|scene|logo|sticker|render|collage|infographic|wallpaper|drawing|painting)\b/i,
      3.5,
    ],
    [
      /^\s*(?:an?\s+)?(?:[\w-]+[\s,]+){0,6}(?:image|picture|photo|photograph|portrait|poster|illustration|selfie|shot|render|drawing|painting)\b/i,
      2.5,
    ],
    [
      /"(?:lighting|camera|composition|aspect_ratio|style|subject|scene|background|outfit|pose|mood)"\s*:/i,
      3,
    ],
    [/\b(?:uploaded|attached|provided|reference|input|source) (?:image|photo|picture)\b/i, 2],
    [
      /\b(?:restore|colori[sz]e|transform|reimagine|convert|turn|swap|combine|merge)\b[^.]{0,60}\b(?:image|photo|photograph|picture|face|avatar)s?\b/i,
      2.5,
    ],
    [
      /\b(?:diorama|miniature|silhouette|coloring|comic|sketch|avatar|octane|unreal engine|figurine|clay)\b/i,
      1.5,
    ],
  ],
  Video: [
    [
      /\b(?:sora|veo ?\d?|kling|runway(?:ml)?|pika|luma)\b.{0,80}\b(?:video|clip|prompt)|\b(?:video|clip|prompt)\b.{0,80}\b(?:sora|veo ?\d|kling|runway)\b/i,
      5,
    ],
    [
      /\b(?:create|generate|make|produce)\s+(?:an?|the)\s+(?:[\w-]+[\s,]+){0,6}?(?:video|clip|animation|trailer)\b/i,
      5,
    ],
    [
      /\b(?:camera (?:pans|tracks|moves|slowly|zooms|dollies)|tracking shot|dolly (?:in|out|zoom)|slow motion|time-?lapse|fps)\b/i,
      3,
    ],
    [/\b\d{1,2}[- ]?(?:second|sec|s)\b.{0,40}\b(?:video|clip|shot|animation)\b|"duration"\s*:/i, 3],
    [/^\s*(?:an?\s+)?(?:[\w-]+[\s,]+){0,4}(?:video|animation|clip)\b/i, 2],
  ],
  Audio: [
    [/\b(?:suno|udio|elevenlabs|text[- ]to[- ]speech|musicgen)\b/i, 5],
    [/\b\d{2,3} ?bpm\b|\bbeats per minute\b/i, 4],
    [
      /\b(?:create|generate|make|compose|produce)\s+(?:an?|the)\s+(?:[\w-]+[\s,]+){0,5}?(?:song|track|beat|melody|jingle|soundtrack|sound effect|voice-?over)\b/i,
      4,
    ],
    [/\[(?:verse|chorus|bridge|intro|outro)[^\]]{0,20}\]/i, 3],
  ],
  Agent: [
    [/^---\s*\n(?:.*\n){0,12}?(?:allowed-tools|tools|agent|subagent)\s*:/i, 5],
    [/^---\s*\nname:.*\n(?:.*\n){0,4}?description:/i, 4],
    [/\b(?:SKILL|AGENTS|CLAUDE)\.md\b|\.cursorrules|\bsub-?agents?\b/i, 3],
    [/\b(?:autonomous|coding|ai|browser|orchestrator) agents?\b|\bagentic\b/i, 2],
    [/\b(?:tool[- ]calls?|call (?:the|a) tool|available tools|function[- ]calling|mcp server)\b/i, 2],
  ],
};

/** Evidence that a model should answer in text. */
const wordsAsked: readonly (readonly [RegExp, number])[] = [
  [/\b(?:i want you to )?act as (?!an? (?:photo|image|visual|cinema|illustration|photograph))/i, 2],
  [
    /\b(?:explain|summari[sz]e|answer|translate|analy[sz]e|refactor|debug|interview|essay|article|email|code|api|database|spreadsheet)\b/i,
    1,
  ],
  [
    /\b(?:write|draft|respond|reply|output)\s+(?:only\s+)?(?:an?|the|in|with|me)?\s*(?:[\w-]+\s+){0,3}(?:code|function|script|text|list|table|report|plan|prompt|markdown|json)\b/i,
    2,
  ],
  [/\b(?:react|javascript|typescript|python|html|css|sql|frontend|backend|web app)\b/i, 2.5],
];

const weigh = (text: string, all: readonly (readonly [RegExp, number])[]) =>
  all.reduce((sum, [sign, weight]) => (sign.test(text) ? sum + weight : sum), 0);

/** The type of a prompt, judged by its title and text. Text, unless there is enough evidence for another type. */
export function typeOfPrompt({
  title = '',
  prompt_body,
}: {
  title?: string | undefined;
  prompt_body: string;
}): PromptType {
  const body = withLineFeeds(prompt_body.slice(0, 2 * maxCharacters)).slice(0, maxCharacters);
  const against = weigh(body, wordsAsked);
  // An agent writes text too, so that evidence doesn't count against it.
  const scores = keysOf(signs).map((type) => {
    const score = weigh(body, signs[type]) + weigh(title, signs[type]) / 2;
    return { type, score: type === 'Agent' ? score : score - against };
  });
  const [best] = scores.sort((one, other) => other.score - one.score);
  return best && best.score >= enough[best.type] ? best.type : 'Text';
}
