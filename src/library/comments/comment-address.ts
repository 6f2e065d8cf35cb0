/** Under which a comment is found on the page of its item. */
export const commentAnchor = (id: string) => `comment-${id}`;

export const commentAddress = ({
  kind,
  slug,
  id,
}: {
  kind: 'prompt' | 'playbook';
  slug: string;
  id: string;
}) => `/${kind}/${slug}#${commentAnchor(id)}`;

/** The comment that the part of an address after # names. */
export const commentInHash = (hash: string): string | undefined =>
  /^#comment-([\da-f-]{36})$/.exec(hash)?.[1];
