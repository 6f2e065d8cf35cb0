/** The id of a comment's element on the page of its item. */
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

/** The id of the comment that a URL's hash refers to. */
export const commentInHash = (hash: string): string | undefined =>
  /^#comment-([\da-f-]{36})$/.exec(hash)?.[1];
