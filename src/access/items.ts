/** The two kinds of items, which can be listed, opened, voted on, kept and commented on. */
export const targetTypes = ['prompt', 'playbook'] as const;
export type TargetType = (typeof targetTypes)[number];

/** `prompts` in a path stands for the target type `prompt`. */
export const collections = { prompts: 'prompt', playbooks: 'playbook' } as const satisfies Record<
  string,
  TargetType
>;
export type Collection = keyof typeof collections;
