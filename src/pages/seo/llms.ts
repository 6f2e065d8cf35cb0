import { publicPath } from '#library/catalog/public/item-meta.ts';
import { cutText } from '#platform/text/cut-text.ts';
import { plainText } from '#platform/text/plain-text.ts';
import { ownPagesContext } from '#site/own-pages/public/own-pages-context.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import type { Route } from './+types/llms.ts';
import { newestContext } from './newest-context.ts';

const maxDescription = 160;
const oneLine = (text: string) =>
  cutText(
    plainText(text)
      .replaceAll(/[\s[\]]+/g, ' ')
      .trim(),
    maxDescription,
  );

const labelOf = (title: string) =>
  oneLine(title)
    .replaceAll(/[\s()]+/g, ' ')
    .trim();
/** A link needs a label: a title that becomes empty is replaced with the URL. */
const link = (title: string, url: string) => `- [${labelOf(title) || url}](${url})`;

/** A description of the site and a list of its pages, for language models (llmstxt.org). */
export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const [items, settings, own] = await Promise.all([
    context.get(newestContext).items(),
    site.settings(),
    context.get(ownPagesContext).list(),
  ]);
  const { publicUrl } = site;
  const links = (kind: 'prompt' | 'playbook') =>
    items
      .filter((item) => item.kind === kind)
      .map((item) => {
        const description = oneLine(item.description);
        const line = link(item.title, `${publicUrl}${publicPath(`${kind}s`, item.slug)}`);
        return description ? `${line}: ${description}` : line;
      });
  const lines = [
    `# ${oneLine(settings.site_name)}`,
    '',
    ...(settings.site_tagline ? [`> ${oneLine(settings.site_tagline)}`, '>'] : []),
    '> A library of AI prompts and step-by-step playbooks. Titles, descriptions and categories are public; full texts are for members, and some of them for paying ones.',
    '',
    '## Pages',
    `- [Prompts](${publicUrl}/browse): all published prompts, with search, types and categories`,
    `- [Playbooks](${publicUrl}/browse-playbooks): step-by-step guides made of prompts`,
    `- [Plans](${publicUrl}/pricing): what each plan costs and opens`,
    `- [API](${publicUrl}/api/docs): the data API, with an OpenAPI 3.1 description`,
    `- [Feed](${publicUrl}/feed.json): what is new`,
    ...own.map(({ slug, title }) => link(title, `${publicUrl}/pages/${slug}`)),
    '',
    '## Newest prompts',
    ...links('prompt'),
    '',
    '## Newest playbooks',
    ...links('playbook'),
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
