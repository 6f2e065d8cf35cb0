import { draftNames } from '#ui/saving/drafts.ts';

/** Under which what is typed is kept: by the item too, so that it is found where its comment is gone. */
export const draftKeysOf = (itemId: string, id: string) => ({
  edit: `comment ${itemId} edit ${id}`,
  reply: `comment ${itemId} reply ${id}`,
});

/** The ids of the comments on an item to which something was written and not sent. */
export const draftedComments = (itemId: string): string[] =>
  draftNames(`comment ${itemId} `).map((name) => name.slice(name.lastIndexOf(' ') + 1));
