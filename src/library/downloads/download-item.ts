import type { Blank } from '#library/blanks/public/blanks.ts';

type Prompt = { title: string; prompt_body: string; blanks: Blank[] };

type Common = {
  slug: string;
  title: string;
  description: string;
  category: string;
  tags: string[];
  tier_access: number;
  /** The item's URL on its site. */
  source: string;
  updated_at: Date;
};

/** A prompt or playbook with its texts, for a download. */
export type DownloadItem =
  | (Common & {
      kind: 'prompt';
      prompt_body: string;
      blanks: Blank[];
      version: number;
      prompt_type: string;
      difficulty: string;
      model_context: string;
      use_cases: string[];
      example_output: string;
    })
  | (Common & { kind: 'playbook'; steps: { title: string; description: string; prompts: Prompt[] }[] });
