import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRouteLoaderData } from 'react-router';
import { resultsLimit } from '#library/answers/public/results-query.ts';
import { EditLink } from '#library/catalog/public/edit-link.tsx';
import { itemShareMeta } from '#library/catalog/public/item-meta.ts';
import { difficultyLabel, viewsLabel } from '#library/catalog/public/labels.ts';
import { LimitReached } from '#library/catalog/public/limit-reached.tsx';
import { PromptTypeMark } from '#library/catalog/public/prompt-type-mark.tsx';
import { ShareButton } from '#library/catalog/public/share-button.tsx';
import { useCurrentAddress } from '#library/catalog/public/use-current-address.ts';
import { useRecordView } from '#library/catalog/public/use-record-view.ts';
import { AddToCollection } from '#library/collections/public/add-to-collection.tsx';
import { FavoriteButton } from '#library/favorites/public/favorite-button.tsx';
import { VoteButton } from '#library/votes/public/vote-button.tsx';
import { isUnknown } from '#platform/client/api-client.ts';
import type { PageHandle } from '#platform/pages/page-handle.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { capitalized } from '#platform/text/capitalized.ts';
import { MissingPage } from '#site/settings/public/missing-page.tsx';
import { PageTitle } from '#site/settings/public/page-title.tsx';
import { siteContext } from '#site/settings/public/site-context.ts';
import { BackLink } from '#ui/back-link.tsx';
import { classNames } from '#ui/class-names.ts';
import { formatLocalDay } from '#ui/format.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { loadFormatter } from '#ui/markdown/lazy-markdown.tsx';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/prompt-page.ts';
import { browsePromptsContext } from './browse-context.ts';
import { EarlyPromptBody } from './early-prompt-body.tsx';
import { LockedBody } from './locked-body.tsx';
import { PromptBody, RunHere } from './prompt-body.tsx';
import { promptQuery } from './prompt-queries.ts';
import type { PromptDetail } from './prompts.contract.ts';
import type { PublicPrompt } from './public-prompt.server.ts';
import * as m from './words/messages.ts';

/**
 * Loads the preview of a shared link, which everyone can see; the page itself is for members. Without it, the page
 * still loads.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const [item, settings] = await Promise.all([
    context.get(browsePromptsContext).find(params.slug),
    site.settings(),
  ]);
  return item && { item, siteName: settings.site_name, publicUrl: site.publicUrl };
}

/** Navigation within the app needs no link preview. */
export const clientLoader = () => undefined;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  ...privateMeta(() => (loaderData ? loaderData.item.title : common.prompt()))({ matches }),
  ...(loaderData ? itemShareMeta({ ...loaderData, collection: 'prompts' }) : []),
];

export const handle: PageHandle = {
  Pending: () => (
    <PromptSkeleton item={useRouteLoaderData<typeof loader>('library/prompts/prompt-page')?.item} />
  ),
  asked({ slug = '' }) {
    const item = `prompts/${encodeURIComponent(slug)}`;
    return {
      item,
      outcomes: `${item}/outcomes`,
      results: `${item}/results?limit=${resultsLimit}`,
      values: 'values',
    };
  },
  load: (client, { slug = '' }) => client.prefetchQuery(promptQuery(slug)),
};

/** The content below the text, loaded later; it never shifts the content above it. */
const BelowPrompt = lazyPart(
  async () => {
    // Also load the parts that are above it, or would grow inside it.
    const [part] = await Promise.all([import('./below-prompt.tsx'), RunHere.preload(), loadFormatter()]);
    return part;
  },
  { comesSoon: true },
);

export default function PromptPage({ loaderData, params: { slug } }: Route.ComponentProps) {
  const { data: prompt, error, isPending, refetch } = useQuery(promptQuery(slug));
  useRecordView('prompts', prompt);
  useCurrentAddress('/prompt', slug, prompt?.slug);

  if (isPending) return <PromptSkeleton item={loaderData?.item} />;
  if (isUnknown(error) || !prompt)
    return (
      <MissingPage
        error={error}
        retry={refetch}
        notFound={{ title: common.prompt_not_found(), about: m.missing_prompt_about() }}
        failedTitle={m.this_prompt_couldnt_be_loaded()}
        back={{ to: '/explore', label: m.back_to_explore() }}
        ifFailed={{ to: '/prompts', label: m.all_prompts() }}
      />
    );
  const hasForm = prompt.can.read && prompt.blanks.length > 0;
  return (
    // The key keeps what was typed on one prompt's page from appearing on another's.
    <article key={prompt.id} className={widthWith(hasForm)}>
      <PageTitle>{prompt.title}</PageTitle>
      <PromptHead
        item={prompt}
        isDraft={prompt.status === 'draft'}
        added={formatLocalDay(prompt.created_at)}
        actions={<PromptActions prompt={prompt} />}
      />
      {prompt.can.read && prompt.prompt_body !== null ? (
        <PromptBody
          itemId={prompt.id}
          slug={prompt.slug}
          version={prompt.version}
          body={prompt.prompt_body}
          blanks={prompt.blanks}
        />
      ) : prompt.daily_limit_reached ? (
        <LimitReached />
      ) : (
        <LockedBody prompt={prompt} />
      )}
      <BelowPrompt prompt={prompt} />
    </article>
  );
}

/** A form beside the text needs a wider page. */
const widthWith = (hasForm: boolean) => classNames('mx-auto', hasForm ? 'max-w-6xl' : 'max-w-4xl');

type Head = {
  /** The public fields, which visitors see too. */
  item: Pick<
    PromptDetail,
    | 'prompt_type'
    | 'category'
    | 'title'
    | 'description'
    | 'difficulty'
    | 'model_context'
    | 'preview_image_url'
  >;
  isDraft?: boolean;
  added: ReactNode;
  actions: ReactNode;
};

function PromptHead({ item, isDraft = false, added, actions }: Head) {
  const facts: [term: string, value: ReactNode][] = [
    [m.difficulty(), capitalized(difficultyLabel(item.difficulty))],
    [m.models(), item.model_context],
    [common.added_2(), added],
  ];
  return (
    <header>
      <BackLink to="/prompts">{m.all_prompts()}</BackLink>
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-1">
        <PromptTypeMark type={item.prompt_type} />
        <span className="eyebrow min-w-0 [overflow-wrap:anywhere]">{item.category}</span>
        {isDraft && <span className="eyebrow text-signal">{common.draft()}</span>}
      </div>
      <h1 dir="auto" className="mt-3 text-4xl [overflow-wrap:anywhere] md:text-5xl">
        {item.title}
      </h1>
      {item.description && (
        <p dir="auto" className="mt-4 max-w-2xl rtl:ml-auto text-lg text-muted [overflow-wrap:anywhere]">
          {item.description}
        </p>
      )}
      <div className="mt-5 -ml-2 flex min-h-8 flex-wrap items-center gap-2">{actions}</div>
      <dl className="mt-7 grid gap-x-10 gap-y-4 border-y border-line py-5 sm:grid-cols-[auto_1fr_auto]">
        {facts.map(
          ([term, value]) =>
            value && (
              <div key={term} className="min-w-0">
                <dt className="eyebrow">{term}</dt>
                <dd dir="auto" className="mt-0.5 [overflow-wrap:anywhere]">
                  {value}
                </dd>
              </div>
            ),
        )}
      </dl>
      {item.preview_image_url && (
        <img
          src={item.preview_image_url}
          alt=""
          className="mt-7 aspect-video max-h-96 w-full rounded-md border border-line bg-sunken object-contain"
        />
      )}
    </header>
  );
}

const PromptActions = ({ prompt }: { prompt: PromptDetail }) => (
  <>
    <VoteButton collection="prompts" item={prompt} disabled={!prompt.can.vote} />
    <FavoriteButton collection="prompts" item={prompt} disabled={!prompt.can.favorite} />
    <AddToCollection item={{ type: 'prompt', slug: prompt.slug, title: prompt.title }} />
    <ShareButton />
    {prompt.can.edit && <EditLink collection="prompts" id={prompt.id} />}
    {prompt.view_count > 0 && (
      <span className="ml-2 text-[0.8125rem] text-muted">{viewsLabel(prompt.view_count)}</span>
    )}
  </>
);

/** `item`: the public fields, which come with the page. */
function PromptSkeleton({ item }: { item: PublicPrompt | undefined }) {
  const hasForm = item !== undefined && item.preview.blanks > 0;
  return (
    <div className={widthWith(hasForm)}>
      {item ? (
        <PromptHead
          item={item}
          added={<span className="skeleton inline-block h-4 w-24" />}
          actions={<span className="skeleton ml-2 h-5 w-48" />}
        />
      ) : (
        <>
          <div className="skeleton h-4 w-24" />
          <div className="skeleton mt-8 h-12 w-4/5" />
          <div className="skeleton mt-5 h-5 w-2/3" />
          <div className="skeleton mt-8 h-20" />
        </>
      )}
      <div role="status" aria-label={m.loading_prompt()}>
        <EarlyPromptBody hasForm={hasForm} />
      </div>
    </div>
  );
}
