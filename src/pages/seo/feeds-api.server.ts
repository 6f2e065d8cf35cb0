import type { Context } from 'hono';
import { createRouter } from '#access/router.server.ts';
import type { SignedInViewer } from '#access/viewer.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { AppError } from '#platform/errors.ts';
import { atomFeedRoute, jsonFeedRoute } from './feeds.contract.ts';
import type { createMemberFeed } from './member-feed.server.ts';
import { atomFeed, type Feed, jsonFeed } from './render-feed.ts';

type AsMember = Context<{ Variables: { viewer: SignedInViewer } }>;
type Parts = {
  viewers: Viewers;
  memberFeed: ReturnType<typeof createMemberFeed>;
  settings: { public(): Promise<{ site_name: string }> };
};

/**
 * The password of Basic authentication, in which feed readers send a key; undefined for any other authentication.
 * @throws AppError 401 without a password
 */
export function keyOfBasic(authorization: string | undefined): string | undefined {
  const [, encoded] = /^Basic\s+(.*)$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const key = Buffer.from(encoded, 'base64').toString('utf8').split(':').slice(1).join(':');
  // With other characters it can't be a key, and can't be sent in a header.
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new AppError('invalid_token', 'Send the API key as the password, not as the user name.');
}

/** A member's own feeds, which no cache may store. */
export function createFeedsApi({ viewers, memberFeed, settings }: Parts, publicUrl: string) {
  async function send(c: AsMember, render: (feed: Feed) => Response, asked?: string) {
    const category = asked || undefined;
    const { viewer } = c.var;
    const [items, { site_name: siteName }] = await Promise.all([
      memberFeed(viewer, category),
      settings.public(),
    ]);
    const answer = render({ siteName, publicUrl, path: '/api/v1/feed', category, items });
    // A new response also gets the headers of all other answers.
    return c.newResponse(answer.body, answer);
  }
  return createRouter(viewers)
    .openapi(atomFeedRoute, (c) => send(c, atomFeed, c.req.valid('query').category))
    .openapi(jsonFeedRoute, (c) => send(c, jsonFeed, c.req.valid('query').category));
}
