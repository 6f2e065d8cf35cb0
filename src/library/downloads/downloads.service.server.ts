import type { Database } from '#access/database.ts';
import type { Grant } from '#access/decide.ts';
import { readExampleOutput, readPromptText } from '#access/gated.server.ts';
import { grantPrompt } from '#access/items.server.ts';
import type { Collection } from '#access/items.ts';
import type { Viewer } from '#access/viewer.ts';
import type { downloadFormats } from '#constants';
import type { BlankDefinition } from '#library/blanks/public/blank-fields.ts';
import { readBlanks } from '#library/blanks/public/blanks.ts';
import { recordPlaybookCopy, recordPromptCopy } from '#library/history/public/record-history.server.ts';
import { asJson, asMarkdown } from './as-document.ts';
import { asSkill } from './as-skill.ts';
import type { DownloadItem } from './download-item.ts';

type Format = (typeof downloadFormats)[number];
type Playbook = DownloadItem & { kind: 'playbook' };

type Parts = {
  db: Database;
  publicUrl: string;
  prompts: {
    countPromptCopy(proof: Grant<'prompt', 'copy'>): Promise<unknown>;
    countPlaybookCopy(proof: Grant<'playbook', 'copy'>): Promise<unknown>;
  };
  playbooks: {
    readToCopy(
      viewer: Viewer,
      slug: string,
    ): Promise<{ proof: Grant<'playbook', 'copy'>; steps: Playbook['steps'] }>;
  };
};

export type Download = { name: string; type: string; content: string | Uint8Array<ArrayBuffer> };

/** Prompts and playbooks as files, for members who can read them. */
export function createDownloadsService({ db, publicUrl, prompts, playbooks }: Parts) {
  const columns = ['slug', 'title', 'description', 'category', 'tags', 'tier_access', 'updated_at'] as const;

  async function readPrompt(viewer: Viewer, slug: string, isCopied: boolean): Promise<DownloadItem> {
    const proof = await grantPrompt(db, viewer, slug, 'copy');
    if (isCopied) await prompts.countPromptCopy(proof);
    const [row, { body, definitions, version }, example_output] = await Promise.all([
      db
        .selectFrom('prompts')
        .select([...columns, 'prompt_type', 'difficulty', 'model_context', 'use_cases'])
        .where('id', '=', proof.id)
        .executeTakeFirstOrThrow(),
      readPromptText<BlankDefinition>(db, proof),
      readExampleOutput(db, proof),
    ]);
    if (isCopied) await recordPromptCopy(db, proof, { version, values: {} });
    return {
      kind: 'prompt',
      ...row,
      prompt_body: body,
      version,
      example_output,
      blanks: readBlanks(body, definitions).blanks,
      source: `${publicUrl}/prompt/${row.slug}`,
    };
  }

  async function readPlaybook(viewer: Viewer, slug: string, isCopied: boolean): Promise<DownloadItem> {
    const { proof, steps } = await playbooks.readToCopy(viewer, slug);
    if (isCopied) {
      await prompts.countPlaybookCopy(proof);
      await recordPlaybookCopy(db, proof);
    }
    const row = await db
      .selectFrom('playbooks')
      .select(columns)
      .where('id', '=', proof.id)
      .executeTakeFirstOrThrow();
    return { kind: 'playbook', ...row, steps, source: `${publicUrl}/playbook/${row.slug}` };
  }

  return {
    /** Counts as a copy if `isCopied`. @throws AppError 401, 403, 404, 429 daily_copy_limit_reached */
    async file(
      viewer: Viewer,
      collection: Collection,
      slug: string,
      { format, isCopied }: { format: Format; isCopied: boolean },
    ): Promise<Download> {
      const read = collection === 'prompts' ? readPrompt : readPlaybook;
      const item = await read(viewer, slug, isCopied);
      if (format === 'skill') {
        const { name, bytes } = asSkill(item);
        return { name: `${name}.zip`, type: 'application/zip', content: bytes };
      }
      return format === 'json'
        ? { name: `${item.slug}.json`, type: 'application/json; charset=utf-8', content: asJson(item) }
        : { name: `${item.slug}.md`, type: 'text/markdown; charset=utf-8', content: asMarkdown(item) };
    },
  };
}
