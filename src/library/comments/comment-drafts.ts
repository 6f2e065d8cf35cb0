import { draftNames } from '#ui/saving/drafts.ts';

/** The draft keys of a comment's forms. They include the item, so that drafts are found even if the comment is gone. */
export const draftKeysOf = (itemId: string, id: string) => ({
  edit: `comment ${itemId} edit ${id}`,
  reply: `comment ${itemId} reply ${id}`,
});

/** The ids of the comments on an item that have unsent drafts. */
export const draftedComments = (itemId: string): string[] =>
  draftNames(`comment ${itemId} `).map((name) => name.slice(name.lastIndexOf(' ') + 1));
